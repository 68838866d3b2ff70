//! The answer of `diff_datasets`.

use cloudg_runtime::Labelled;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    analysis::diff::{self, Diff, Exposed, FindingChange},
    dataset::Dataset,
    model::Severity,
};

/// What changed between two datasets.
#[derive(Serialize, JsonSchema, Labelled)]
#[schemars(transform = cloudg_runtime::open_object)]
pub(crate) struct DiffReply {
    #[label(detect)]
    base: String,
    #[label(detect)]
    target: String,
    assets: AssetChanges,
    edges: EdgeChanges,
    findings: FindingChanges,
    newly_internet_exposed: Section<ExposedAsset>,
}

impl DiffReply {
    /// Renders a diff with at most `limit` items in each section.
    pub(crate) fn new(base: &Dataset, target: &Dataset, diff: &Diff<'_>, limit: usize) -> Self {
        let edges = |edges: &[diff::EdgeEntry<'_>]| Section::new(edges, limit, EdgeEntry::new);
        let findings = |dataset: &Dataset, changes: &[FindingChange<'_>]| {
            Section::new(changes, limit, |change| FindingEntry::new(dataset, change))
        };
        let changed = |place: usize| {
            let change = &diff.changed[place];
            ChangedEntry {
                asset: AssetEntry::new(target, change.target),
                changed_fields: change.fields.clone(),
                internet_exposed: change
                    .exposure
                    .map(|(before, after)| ExposureChange { before, after }),
            }
        };
        let places: Vec<usize> = (0..diff.changed.len()).collect();
        Self {
            base: base.name().to_owned(),
            target: target.name().to_owned(),
            assets: AssetChanges {
                added: Section::new(&diff.added, limit, |&asset| AssetEntry::new(target, asset)),
                removed: Section::new(&diff.removed, limit, |&asset| AssetEntry::new(base, asset)),
                changed: Section::new(&places, limit, |&place| changed(place)),
                unchanged: diff.unchanged,
            },
            edges: EdgeChanges {
                added: edges(&diff.added_edges),
                removed: edges(&diff.removed_edges),
            },
            findings: FindingChanges {
                new: findings(target, &diff.new_findings),
                resolved: findings(base, &diff.resolved_findings),
                severity_changed: findings(target, &diff.severity_changed),
            },
            newly_internet_exposed: Section::new(&diff.newly_exposed, limit, |exposed| {
                match *exposed {
                    Exposed::Changed(place) => ExposedAsset::Changed(changed(place)),
                    Exposed::Added(place) => {
                        ExposedAsset::Added(AssetEntry::new(target, diff.added[place]))
                    }
                }
            }),
        }
    }
}

#[derive(Serialize, JsonSchema, Labelled)]
struct AssetChanges {
    added: Section<AssetEntry>,
    removed: Section<AssetEntry>,
    changed: Section<ChangedEntry>,
    unchanged: usize,
}

#[derive(Serialize, JsonSchema, Labelled)]
struct EdgeChanges {
    added: Section<EdgeEntry>,
    removed: Section<EdgeEntry>,
}

#[derive(Serialize, JsonSchema, Labelled)]
struct FindingChanges {
    new: Section<FindingEntry>,
    resolved: Section<FindingEntry>,
    severity_changed: Section<FindingEntry>,
}

/// A list cut to the limit, with its full length.
#[derive(Serialize, JsonSchema, Labelled)]
struct Section<T> {
    count: usize,
    items: Vec<T>,
    truncated: bool,
}

impl<T> Section<T> {
    fn new<S>(items: &[S], limit: usize, entry: impl Fn(&S) -> T) -> Self {
        Self {
            count: items.len(),
            items: items.iter().take(limit).map(entry).collect(),
            truncated: items.len() > limit,
        }
    }
}

#[derive(Serialize, JsonSchema, Labelled)]
struct AssetEntry {
    #[label(identifier)]
    id: String,
    #[label(identifier)]
    key: String,
    #[label(name)]
    name: String,
    #[serde(rename = "type")]
    asset_type: &'static str,
    #[label(account)]
    account_id: Option<String>,
    #[label(public)]
    region: String,
}

impl AssetEntry {
    fn new(dataset: &Dataset, asset: usize) -> Self {
        let assets = dataset.assets();
        Self {
            id: assets.id(asset).to_owned(),
            key: assets.key(asset).to_owned(),
            name: assets.name(asset).to_owned(),
            asset_type: assets.asset_type(asset).as_str(),
            account_id: assets.account_id(asset).map(str::to_owned),
            region: assets.region(asset).to_owned(),
        }
    }
}

#[derive(Serialize, JsonSchema, Labelled)]
struct ChangedEntry {
    #[serde(flatten)]
    asset: AssetEntry,
    changed_fields: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    internet_exposed: Option<ExposureChange>,
}

#[derive(Serialize, JsonSchema, Labelled)]
struct ExposureChange {
    before: bool,
    after: bool,
}

#[derive(Serialize, JsonSchema, Labelled)]
#[serde(untagged)]
enum ExposedAsset {
    Changed(ChangedEntry),
    Added(AssetEntry),
}

#[derive(Serialize, JsonSchema, Labelled)]
struct EdgeEntry {
    #[label(identifier)]
    source: String,
    #[label(identifier)]
    target: String,
    edge_type: &'static str,
    #[label(detect)]
    relationship: Option<String>,
}

impl EdgeEntry {
    fn new(edge: &diff::EdgeEntry<'_>) -> Self {
        Self {
            source: edge.key.source.to_owned(),
            target: edge.key.target.to_owned(),
            edge_type: edge.key.edge_type,
            relationship: edge.relationship.map(str::to_owned),
        }
    }
}

#[derive(Serialize, JsonSchema, Labelled)]
struct FindingEntry {
    #[label(detect)]
    id: String,
    #[label(free_text)]
    title: String,
    severity: &'static str,
    #[label(identifier)]
    resource: String,
    #[label(detect)]
    source_tool: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity_before: Option<&'static str>,
}

impl FindingEntry {
    fn new(dataset: &Dataset, change: &FindingChange<'_>) -> Self {
        let (findings, finding) = (dataset.findings(), change.finding);
        Self {
            id: findings.id(finding).to_owned(),
            title: findings.title(finding).to_owned(),
            severity: findings.severity(finding).as_str(),
            resource: change.resource.to_owned(),
            source_tool: findings.source_tool(finding).to_owned(),
            severity_before: change.severity_before.map(Severity::as_str),
        }
    }
}
