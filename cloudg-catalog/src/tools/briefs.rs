//! The compact descriptions of assets, edges and findings that most answers use.

use cloudg_runtime::number;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{dataset::Dataset, model::Severity, text::uri};

/// Most explicit ports of an edge that are listed.
const MAX_PORTS: usize = 20;

/// An asset, in short.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct AssetBrief {
    id: String,
    name: String,
    #[serde(rename = "type")]
    asset_type: &'static str,
    provider: &'static str,
    region: String,
    account_id: Option<String>,
    arn: Option<String>,
    internet_exposed: bool,
    open_findings: usize,
    max_severity: Option<&'static str>,
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Map<String, Value>>,
}

impl AssetBrief {
    pub(super) fn new(dataset: &Dataset, asset: usize) -> Self {
        let (assets, findings) = (dataset.assets(), dataset.asset_findings());
        Self {
            id: assets.id(asset).to_owned(),
            name: assets.name(asset).to_owned(),
            asset_type: assets.asset_type(asset).as_str(),
            provider: assets.provider(asset).as_str(),
            region: assets.region(asset).to_owned(),
            account_id: assets.account_id(asset).map(str::to_owned),
            arn: assets.arn(asset).map(str::to_owned),
            internet_exposed: assets.is_exposed(asset),
            open_findings: findings.n_open(asset),
            max_severity: findings.worst(asset).map(Severity::as_str),
            uri: uri::asset_uri(assets.id(asset)),
            tags: None,
        }
    }

    /// The brief with the asset's tags.
    pub(super) fn with_tags(dataset: &Dataset, asset: usize) -> Self {
        let tags = dataset.assets().tags(asset);
        let tags = tags.map(|(key, value)| (key.to_owned(), value.into())).collect();
        Self { tags: Some(tags), ..Self::new(dataset, asset) }
    }
}

impl From<AssetBrief> for Map<String, Value> {
    fn from(brief: AssetBrief) -> Self {
        let AssetBrief {
            id,
            name,
            asset_type,
            provider,
            region,
            account_id,
            arn,
            internet_exposed,
            open_findings,
            max_severity,
            uri,
            tags,
        } = brief;
        let keys: [(&str, Value); 11] = [
            ("id", id.into()),
            ("name", name.into()),
            ("type", asset_type.into()),
            ("provider", provider.into()),
            ("region", region.into()),
            ("account_id", account_id.into()),
            ("arn", arn.into()),
            ("internet_exposed", internet_exposed.into()),
            ("open_findings", open_findings.into()),
            ("max_severity", max_severity.into()),
            ("uri", uri.into()),
        ];
        let tags = tags.map(|tags| ("tags", Value::Object(tags)));
        keys.into_iter().chain(tags).map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// An edge, in short.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct EdgeBrief {
    id: String,
    source: String,
    source_name: String,
    target: String,
    target_name: String,
    edge_type: &'static str,
    relationship: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port_range: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cidr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ports: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross_account: Option<bool>,
}

impl EdgeBrief {
    pub(super) fn new(dataset: &Dataset, edge: usize) -> Self {
        let (assets, edges) = (dataset.assets(), dataset.edges());
        let asset = |endpoint| dataset.inventory().nodes().node(endpoint).asset();
        let name = |endpoint| match asset(endpoint) {
            Some(asset) => assets.name(asset),
            None => edges.endpoints().get(endpoint),
        };
        let (source, target) = (edges.source(edge), edges.target(edge));
        let crosses = match (asset(source), asset(target)) {
            (Some(source), Some(target)) => dataset.has_other_account(source, target),
            _ => false,
        };
        let set = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        let shows_direction = edges.edge_type(edge).shows_direction();
        Self {
            id: edges.id(edge).to_owned(),
            source: edges.endpoints().get(source).to_owned(),
            source_name: name(source).to_owned(),
            target: edges.endpoints().get(target).to_owned(),
            target_name: name(target).to_owned(),
            edge_type: edges.edge_type(edge).as_str(),
            relationship: edges.relationship(edge).map(str::to_owned),
            port_range: set(edges.port_range(edge)),
            protocol: set(edges.protocol(edge)),
            cidr: set(edges.cidr(edge)),
            description: set(edges.description(edge)),
            ports: edges.ports(edge).iter().copied().take(MAX_PORTS).collect(),
            direction: shows_direction.then(|| edges.direction(edge).to_owned()),
            cross_account: crosses.then_some(true),
        }
    }
}

/// A finding, in short.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct FindingBrief {
    id: String,
    title: String,
    severity: &'static str,
    #[schemars(with = "f64")]
    risk_score: Value,
    source_tool: String,
    resource_id: String,
    resource_arn: Option<String>,
    asset_id: Option<String>,
    asset_name: Option<String>,
    compliance_frameworks: Vec<String>,
    is_suppressed: bool,
    #[schemars(with = "Option<f64>")]
    cvss_score: Value,
    detected_at: String,
    uri: String,
}

impl FindingBrief {
    pub(super) fn new(dataset: &Dataset, finding: usize) -> Self {
        let (assets, findings) = (dataset.assets(), dataset.findings());
        let asset = dataset.finding_map().asset(finding);
        let cvss = findings.cvss_score(finding);
        Self {
            id: findings.id(finding).to_owned(),
            title: findings.title(finding).to_owned(),
            severity: findings.severity(finding).as_str(),
            risk_score: number::float_value(findings.risk_score(finding)),
            source_tool: findings.source_tool(finding).to_owned(),
            resource_id: findings.resource_id(finding).to_owned(),
            resource_arn: findings.resource_arn(finding).map(str::to_owned),
            asset_id: asset.map(|asset| assets.id(asset).to_owned()),
            asset_name: asset.map(|asset| assets.name(asset).to_owned()),
            compliance_frameworks: findings.frameworks(finding).map(str::to_owned).collect(),
            is_suppressed: !dataset.finding_set().is_open(finding),
            cvss_score: cvss.map_or(Value::Null, number::float_value),
            detected_at: findings.detected_at(finding).to_wire(),
            uri: uri::finding_uri(findings.id(finding)),
        }
    }
}
