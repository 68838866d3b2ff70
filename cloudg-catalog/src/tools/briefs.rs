//! The compact descriptions of assets, edges and findings that most answers use.

use cloudg_runtime::{Labelled, number};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    dataset::Dataset,
    graph::{NodeId, internet},
    model::{FindingRecord, Severity},
    text::{round, uri},
};

/// Most explicit ports of an edge that are listed.
const MAX_PORTS: usize = 20;

/// An asset, in short.
#[derive(Debug, Clone, Serialize, JsonSchema, Labelled)]
pub(crate) struct AssetBrief {
    #[label(identifier)]
    id: String,
    #[label(name)]
    name: String,
    #[serde(rename = "type")]
    asset_type: &'static str,
    provider: &'static str,
    #[label(public)]
    region: String,
    #[label(account)]
    account_id: Option<String>,
    #[label(identifier)]
    arn: Option<String>,
    internet_exposed: bool,
    open_findings: usize,
    max_severity: Option<&'static str>,
    #[label(detect)]
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(values(tag_value))]
    tags: Option<Map<String, Value>>,
}

impl AssetBrief {
    pub(crate) fn new(dataset: &Dataset, asset: usize) -> Self {
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
    pub(crate) fn with_tags(dataset: &Dataset, asset: usize) -> Self {
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

/// A node of the graph, in short: an asset, or an endpoint that is none.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum NodeBrief {
    Asset(Box<AssetBrief>),
    Placeholder(PlaceholderBrief),
}

/// An endpoint that is no asset.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct PlaceholderBrief {
    id: String,
    name: String,
    #[serde(rename = "type")]
    node_type: &'static str,
    external: bool,
}

impl NodeBrief {
    pub(crate) fn new(dataset: &Dataset, node: NodeId) -> Self {
        let graph = dataset.inventory().graph();
        match graph.asset(node) {
            Some(asset) => Self::Asset(Box::new(AssetBrief::new(dataset, asset))),
            None => Self::placeholder(graph.id(node), graph.name(node)),
        }
    }

    /// The internet as a whole.
    pub(crate) fn internet() -> Self {
        Self::placeholder(internet::VIRTUAL_ID, "internet")
    }

    fn placeholder(id: &str, name: &str) -> Self {
        let (id, name) = (id.to_owned(), name.to_owned());
        Self::Placeholder(PlaceholderBrief { id, name, node_type: "EXTERNAL", external: true })
    }
}

/// An edge, in short.
#[derive(Debug, Clone, Serialize, JsonSchema, Labelled)]
pub(crate) struct EdgeBrief {
    #[label(detect)]
    id: String,
    #[label(identifier)]
    source: String,
    #[label(name)]
    source_name: String,
    #[label(identifier)]
    target: String,
    #[label(name)]
    target_name: String,
    edge_type: &'static str,
    #[label(detect)]
    relationship: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(detect)]
    port_range: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(detect)]
    protocol: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(detect)]
    cidr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(free_text)]
    description: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ports: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(detect)]
    direction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross_account: Option<bool>,
}

impl EdgeBrief {
    pub(crate) fn new(dataset: &Dataset, edge: usize) -> Self {
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
#[derive(Debug, Clone, Serialize, JsonSchema, Labelled)]
pub(crate) struct FindingBrief {
    #[label(detect)]
    id: String,
    #[label(free_text)]
    title: String,
    severity: &'static str,
    #[schemars(with = "f64")]
    #[label(public)]
    risk_score: Value,
    #[label(detect)]
    source_tool: String,
    #[label(identifier)]
    resource_id: String,
    #[label(identifier)]
    resource_arn: Option<String>,
    #[label(identifier)]
    asset_id: Option<String>,
    #[label(name)]
    asset_name: Option<String>,
    #[label(public)]
    compliance_frameworks: Vec<String>,
    is_suppressed: bool,
    #[schemars(with = "Option<f64>")]
    #[label(public)]
    cvss_score: Value,
    #[label(public)]
    detected_at: String,
    #[label(detect)]
    uri: String,
}

impl FindingBrief {
    pub(crate) fn new(dataset: &Dataset, finding: usize) -> Self {
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

impl FindingBrief {
    /// A finding that the dataset does not have yet.
    pub(crate) fn preview(dataset: &Dataset, record: FindingRecord) -> Self {
        let assets = dataset.assets();
        let arn = record.resource_arn.as_deref().unwrap_or("");
        let asset = dataset.inventory().resolve(&[&record.resource_id, arn]);
        Self {
            title: record.title,
            severity: record.severity.as_str(),
            risk_score: number::float_value(round::risk_score(record.severity, record.cvss_score)),
            source_tool: record.source_tool,
            asset_id: asset.map(|asset| assets.id(asset).to_owned()),
            asset_name: asset.map(|asset| assets.name(asset).to_owned()),
            resource_id: record.resource_id,
            resource_arn: record.resource_arn,
            compliance_frameworks: record.compliance_frameworks,
            is_suppressed: record.is_suppressed,
            cvss_score: record.cvss_score.map_or(Value::Null, number::float_value),
            detected_at: record.detected_at.to_wire(),
            uri: uri::finding_uri(&record.id),
            id: record.id,
        }
    }
}

impl From<FindingBrief> for Map<String, Value> {
    fn from(brief: FindingBrief) -> Self {
        let FindingBrief {
            id,
            title,
            severity,
            risk_score,
            source_tool,
            resource_id,
            resource_arn,
            asset_id,
            asset_name,
            compliance_frameworks,
            is_suppressed,
            cvss_score,
            detected_at,
            uri,
        } = brief;
        let keys: [(&str, Value); 14] = [
            ("id", id.into()),
            ("title", title.into()),
            ("severity", severity.into()),
            ("risk_score", risk_score),
            ("source_tool", source_tool.into()),
            ("resource_id", resource_id.into()),
            ("resource_arn", resource_arn.into()),
            ("asset_id", asset_id.into()),
            ("asset_name", asset_name.into()),
            ("compliance_frameworks", compliance_frameworks.into()),
            ("is_suppressed", is_suppressed.into()),
            ("cvss_score", cvss_score),
            ("detected_at", detected_at.into()),
            ("uri", uri.into()),
        ];
        keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}
