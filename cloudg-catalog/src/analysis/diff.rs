//! What changed between two datasets.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use crate::{
    dataset::Dataset,
    model::Severity,
    text::{json_text, raw, sort_key},
};

/// Everything that differs; indices refer to the dataset named in each field.
#[derive(Debug, Default)]
pub struct Diff<'a> {
    /// Assets of the target only, by key.
    pub added: Vec<usize>,
    /// Assets of the base only, by key.
    pub removed: Vec<usize>,
    /// Assets of both that differ, by key.
    pub changed: Vec<ChangedAsset>,
    /// Number of assets of both that do not.
    pub unchanged: usize,
    /// Edges of the target only, sorted.
    pub added_edges: Vec<EdgeEntry<'a>>,
    /// Edges of the base only, sorted.
    pub removed_edges: Vec<EdgeEntry<'a>>,
    /// Findings of the target only.
    pub new_findings: Vec<FindingChange<'a>>,
    /// Findings of the base only.
    pub resolved_findings: Vec<FindingChange<'a>>,
    /// Findings of both with another severity, as the target has them.
    pub severity_changed: Vec<FindingChange<'a>>,
    /// Changed entries that became exposed, then added assets that are; indices of the target.
    pub newly_exposed: Vec<Exposed>,
}

/// An asset that became reachable from the internet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exposed {
    /// Position in [`Diff::changed`].
    Changed(usize),
    /// Position in [`Diff::added`].
    Added(usize),
}

/// An asset that differs between the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedAsset {
    /// Index in the target.
    pub target: usize,
    /// Names of what differs, sorted.
    pub fields: Vec<&'static str>,
    /// The exposure flag before and after, if it changed.
    pub exposure: Option<(bool, bool)>,
}

/// What identifies an edge across datasets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeKey<'a> {
    /// Key of the source asset, or the id of the placeholder.
    pub source: &'a str,
    /// Key of the target asset, or the id of the placeholder.
    pub target: &'a str,
    /// Type.
    pub edge_type: &'static str,
    /// Relationship, empty for none.
    pub relationship: &'a str,
}

/// An edge in a list of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeEntry<'a> {
    /// What it is.
    pub key: EdgeKey<'a>,
    /// Relationship as stored, where none and empty differ; that of the last edge with the key.
    pub relationship: Option<&'a str>,
}

/// A finding in a list of changes.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingChange<'a> {
    /// Index in the base for resolved ones, else in the target.
    pub finding: usize,
    /// What it is about: key of the asset, else the resource as the scanner names it.
    pub resource: &'a str,
    /// Severity in the base, if it is another one.
    pub severity_before: Option<Severity>,
}

/// Compares two datasets. Assets are the same when their ARN is, or without one their id; of
/// several with the same key the last counts.
pub fn diff<'a>(base: &'a Dataset, target: &'a Dataset) -> Diff<'a> {
    let mut diff = Diff::default();
    compare_assets(base, target, &mut diff);
    compare_edges(base, target, &mut diff);
    compare_findings(base, target, &mut diff);
    diff
}

fn compare_assets(base: &Dataset, target: &Dataset, diff: &mut Diff<'_>) {
    let (before, after) = (assets_by_key(base), assets_by_key(target));
    let shares = std::ptr::eq(base.inventory(), target.inventory());
    diff.removed = before.iter().filter(|(k, _)| !after.contains_key(*k)).map(|e| *e.1).collect();
    for (key, &asset) in &after {
        match before.get(key) {
            None => diff.added.push(asset),
            Some(_) if shares => diff.unchanged += 1,
            Some(&old) => match changed_fields(base, old, target, asset) {
                fields if fields.is_empty() => diff.unchanged += 1,
                fields => {
                    let exposure = fields.contains(&"internet_exposed").then(|| {
                        (base.assets().is_exposed(old), target.assets().is_exposed(asset))
                    });
                    diff.changed.push(ChangedAsset { target: asset, fields, exposure });
                }
            },
        }
    }
    let became = diff.changed.iter().enumerate().filter(|(_, c)| c.exposure == Some((false, true)));
    let mut newly: Vec<_> = became.map(|(place, _)| Exposed::Changed(place)).collect();
    let exposed = diff.added.iter().enumerate().filter(|(_, a)| target.assets().is_exposed(**a));
    newly.extend(exposed.map(|(place, _)| Exposed::Added(place)));
    diff.newly_exposed = newly;
}

fn assets_by_key(dataset: &Dataset) -> BTreeMap<&str, usize> {
    let assets = dataset.assets();
    (0..assets.len()).map(|asset| (assets.key(asset), asset)).collect()
}

fn changed_fields(base: &Dataset, old: usize, target: &Dataset, new: usize) -> Vec<&'static str> {
    let (before, after) = (base.assets(), target.assets());
    let differs = [
        ("account_id", before.account_id(old) != after.account_id(new)),
        ("internet_exposed", before.is_exposed(old) != after.is_exposed(new)),
        ("metadata_hash", metadata_differs(before.metadata(old), after.metadata(new))),
        ("name", before.name(old) != after.name(new)),
        ("region", before.region(old) != after.region(new)),
        ("tags", tags(base, old) != tags(target, new)),
        ("type", before.asset_type(old) != after.asset_type(new)),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| field).collect()
}

/// Compares as JSON: the order of keys does not matter, 1 and 1.0 differ.
fn metadata_differs(before: &str, after: &str) -> bool {
    let canonical = |text: &str| json_text::dumps_sorted(&raw::parse(text));
    before != after && canonical(before) != canonical(after)
}

fn tags(dataset: &Dataset, asset: usize) -> BTreeMap<&str, &str> {
    dataset.assets().tags(asset).collect()
}

fn compare_edges<'a>(base: &'a Dataset, target: &'a Dataset, diff: &mut Diff<'a>) {
    let (before, after) = (edge_entries(base), edge_entries(target));
    diff.added_edges = without(&after, &before);
    diff.removed_edges = without(&before, &after);
}

/// The entries of one sorted list whose key the other lacks.
fn without<'a>(these: &[EdgeEntry<'a>], others: &[EdgeEntry<'a>]) -> Vec<EdgeEntry<'a>> {
    let missing = |entry: &&EdgeEntry<'_>| {
        others.binary_search_by_key(&entry.key, |other| other.key).is_err()
    };
    these.iter().filter(missing).copied().collect()
}

/// The edges by key, sorted; of several with a key the last counts.
fn edge_entries(dataset: &Dataset) -> Vec<EdgeEntry<'_>> {
    let edges = dataset.edges();
    // Backwards, so that the last edge of a key is the first to stay.
    let mut entries: Vec<_> = (0..edges.len())
        .rev()
        .map(|edge| {
            let relationship = edges.relationship(edge);
            let key = EdgeKey {
                source: endpoint_key(dataset, edges.source(edge)),
                target: endpoint_key(dataset, edges.target(edge)),
                edge_type: edges.edge_type(edge).as_str(),
                relationship: relationship.unwrap_or(""),
            };
            EdgeEntry { key, relationship }
        })
        .collect();
    entries.sort_by_key(|entry| entry.key);
    entries.dedup_by_key(|entry| entry.key);
    entries
}

fn endpoint_key(dataset: &Dataset, endpoint: crate::dataset::Symbol) -> &str {
    match dataset.inventory().nodes().node(endpoint).asset() {
        Some(asset) => dataset.assets().key(asset),
        None => dataset.edges().endpoints().get(endpoint),
    }
}

/// Tool, check and resource: what identifies a finding across datasets.
type FindingKey<'a> = (&'a str, &'a str, &'a str);

fn compare_findings<'a>(base: &'a Dataset, target: &'a Dataset, diff: &mut Diff<'a>) {
    let (before, after) = (findings_by_key(base), findings_by_key(target));
    let change = |&(_, _, resource): &FindingKey<'a>, finding, severity_before| FindingChange {
        finding,
        resource,
        severity_before,
    };
    for (key, &finding) in in_order(&after) {
        match before.get(key) {
            None => diff.new_findings.push(change(key, finding, None)),
            Some(&old) => {
                let severity = base.findings().severity(old);
                if severity != target.findings().severity(finding) {
                    diff.severity_changed.push(change(key, finding, Some(severity)));
                }
            }
        }
    }
    for (key, &finding) in in_order(&before) {
        if !after.contains_key(key) {
            diff.resolved_findings.push(change(key, finding, None));
        }
    }
}

fn findings_by_key(dataset: &Dataset) -> HashMap<FindingKey<'_>, usize> {
    let (findings, map) = (dataset.findings(), dataset.finding_map());
    let key = |finding| {
        let source_id = findings.source_finding_id(finding).filter(|id| !id.is_empty());
        let arn = findings.resource_arn(finding).filter(|arn| !arn.is_empty());
        let resource = match map.asset(finding) {
            Some(asset) => dataset.assets().key(asset),
            None => arn.unwrap_or_else(|| findings.resource_id(finding)),
        };
        let check = source_id.unwrap_or_else(|| findings.title(finding));
        (findings.source_tool(finding), check, resource)
    };
    (0..findings.len()).map(|finding| (key(finding), finding)).collect()
}

#[expect(clippy::disallowed_methods, reason = "the entries are sorted right here")]
fn in_order<'m, 'a>(
    findings: &'m HashMap<FindingKey<'a>, usize>,
) -> Vec<(&'m FindingKey<'a>, &'m usize)> {
    let mut all: Vec<_> = findings.iter().collect();
    all.sort_by_cached_key(|((tool, check, resource), _)| {
        sort_key::finding_sort_key(tool, check, resource)
    });
    all
}
