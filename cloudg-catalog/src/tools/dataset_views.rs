//! Datasets as listings and summaries show them.

use cloudg_runtime::Labelled;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    dataset::{Dataset, LeftOut, Omission, OrganizationSummary, Summary, View},
    model::{AssetType, EdgeType, Provider, Severity},
};

/// A dataset in a list.
#[derive(Debug, Clone, Serialize, JsonSchema, Labelled)]
pub(crate) struct ListingEntry {
    #[label(detect)]
    name: String,
    #[label(public)]
    kind: String,
    #[label(detect)]
    source: String,
    #[label(public)]
    loaded_at: String,
    version: u64,
    #[label(public)]
    providers: Vec<Value>,
    assets: usize,
    edges: usize,
    findings: usize,
    compliance_results: usize,
    #[label(keys(public), values(public))]
    cached: Map<String, Value>,
}

impl ListingEntry {
    pub(crate) fn new(dataset: &Dataset) -> Self {
        let identity = dataset.identity().clone();
        let used = |(view, name): (View, &str)| (name.to_owned(), dataset.usage().has(view).into());
        Self {
            name: identity.name,
            kind: identity.kind,
            source: identity.source,
            loaded_at: identity.loaded_at,
            version: identity.version,
            providers: dataset.background().providers.clone(),
            assets: dataset.assets().len(),
            edges: dataset.edges().len(),
            findings: dataset.findings().len(),
            compliance_results: dataset.finding_set().compliance.len(),
            cached: View::ALL.into_iter().map(used).collect(),
        }
    }
}

/// The headline numbers of a dataset.
#[derive(Debug, Clone, Serialize, JsonSchema, Labelled)]
#[schemars(transform = cloudg_runtime::open_object)]
pub(crate) struct SummaryReply {
    #[label(detect)]
    dataset: String,
    #[label(public)]
    kind: String,
    #[label(detect)]
    source: String,
    #[label(public)]
    loaded_at: String,
    version: u64,
    #[label(public)]
    providers: Vec<Value>,
    total_assets: usize,
    total_edges: usize,
    total_findings: usize,
    open_findings: usize,
    suppressed_findings: usize,
    #[label(keys(public))]
    severity_breakdown: Counts,
    accounts: usize,
    regions: usize,
    internet_exposed: usize,
    cross_account_edges: usize,
    unlinked_assets: usize,
    unresolved_references: usize,
    #[label(public)]
    compliance_frameworks: Vec<String>,
    #[label(keys(public))]
    assets_by_type: Counts,
    #[label(keys(public))]
    assets_by_provider: Counts,
    #[label(keys(public))]
    edges_by_type: Counts,
    has_organization: bool,
    coverage_records: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(detect)]
    organization: Option<Map<String, Value>>,
}

impl SummaryReply {
    pub(crate) fn new(dataset: &Dataset) -> Self {
        let identity = dataset.identity().clone();
        let Summary {
            total_assets,
            total_edges,
            total_findings,
            open_findings,
            suppressed_findings,
            severity_breakdown,
            accounts,
            regions,
            internet_exposed,
            cross_account_edges,
            unlinked_assets,
            unresolved_references,
            compliance_frameworks,
            assets_by_type,
            assets_by_provider,
            edges_by_type,
            coverage_records,
            organization,
        } = dataset.summary().clone();
        Self {
            dataset: identity.name,
            kind: identity.kind,
            source: identity.source,
            loaded_at: identity.loaded_at,
            version: identity.version,
            providers: dataset.background().providers.clone(),
            total_assets,
            total_edges,
            total_findings,
            open_findings,
            suppressed_findings,
            severity_breakdown: Counts::of(&severity_breakdown, Severity::as_str),
            accounts,
            regions,
            internet_exposed,
            cross_account_edges,
            unlinked_assets,
            unresolved_references,
            compliance_frameworks,
            assets_by_type: Counts::of(&assets_by_type, AssetType::as_str),
            assets_by_provider: Counts::of(&assets_by_provider, Provider::as_str),
            edges_by_type: Counts::of(&edges_by_type, EdgeType::as_str),
            has_organization: organization.is_some(),
            coverage_records,
            organization: organization.map(organization_object),
        }
    }
}

fn organization_object(organization: OrganizationSummary) -> Map<String, Value> {
    let OrganizationSummary { id, accounts, ous, control_tower, governed_regions } = organization;
    Map::from_iter([
        ("id".to_owned(), id),
        ("accounts".to_owned(), json!(accounts)),
        ("ous".to_owned(), json!(ous)),
        ("control_tower".to_owned(), control_tower),
        ("governed_regions".to_owned(), governed_regions),
    ])
}

/// What scanner output was not used, and why.
#[derive(Serialize, Labelled)]
pub(crate) struct SkippedReply {
    count: usize,
    items: Vec<SkippedEntry>,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

#[derive(Serialize, Labelled)]
struct SkippedEntry {
    #[label(detect)]
    file: String,
    #[label(detect)]
    place: String,
    #[label(free_text)]
    reason: String,
}

impl SkippedReply {
    /// `None` when everything was used.
    pub(crate) fn new(left_out: &LeftOut) -> Option<Self> {
        let entry = |omission: &Omission| SkippedEntry {
            file: omission.file.clone(),
            place: omission.place.clone(),
            reason: omission.reason.clone(),
        };
        (left_out.count > 0 || left_out.is_partial).then(|| Self {
            count: left_out.count,
            items: left_out.first.iter().map(entry).collect(),
            truncated: left_out.count > left_out.first.len(),
            note: left_out.is_partial.then_some(
                "The directory was searched only in part: six levels, 10000 entries, and what \
                 can be read. Load its subdirectories one by one.",
            ),
        })
    }
}

/// Group to number, in the order of the list it is made of.
#[derive(Debug, Clone, Default, Serialize, Labelled)]
#[serde(transparent)]
pub(crate) struct Counts(#[label(values(public))] Map<String, Value>);

impl Counts {
    pub(crate) fn of<T: Copy>(counts: &[(T, usize)], name: impl Fn(T) -> &'static str) -> Self {
        counts.iter().map(|&(group, count)| (name(group), count)).collect()
    }
}

impl<S: Into<String>> FromIterator<(S, usize)> for Counts {
    fn from_iter<I: IntoIterator<Item = (S, usize)>>(counts: I) -> Self {
        Self(counts.into_iter().map(|(group, count)| (group.into(), count.into())).collect())
    }
}

impl JsonSchema for Counts {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counts".into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "object", "additionalProperties": {"type": "integer"}})
    }

    fn inline_schema() -> bool {
        true
    }
}
