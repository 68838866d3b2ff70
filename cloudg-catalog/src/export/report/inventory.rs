//! `inventory-map.json`: assets, edges and what collectors covered. Loads again.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::records::{Asset, Coverage, Edge};
use crate::{
    analysis::asset_counts,
    dataset::{Assets, Dataset, count_by, most_first},
    export::rows::Rows,
    model::AssetType,
    text::raw,
};

/// The document, written row by row.
pub(super) fn document(dataset: &Dataset) -> impl Serialize + '_ {
    let (assets, edges, background) = (dataset.assets(), dataset.edges(), dataset.background());
    Document {
        summary: summary(dataset),
        providers: &background.providers,
        regions: &background.regions,
        assets: Rows(move || (0..assets.len()).map(move |asset| Asset(assets, asset))),
        edges: Rows(move || (0..edges.len()).map(move |edge| Edge(edges, edge))),
        unresolved_references: Rows(move || background.unresolved.iter().map(raw::parse)),
        coverage: Rows(move || background.coverage.iter().map(Coverage::from)),
    }
}

#[derive(Serialize)]
struct Document<'a, A, E, U, C> {
    summary: Value,
    providers: &'a [Value],
    regions: &'a Map<String, Value>,
    assets: A,
    edges: E,
    unresolved_references: U,
    coverage: C,
}

fn summary(dataset: &Dataset) -> Value {
    let (assets, edges, summary) = (dataset.assets(), dataset.edges(), dataset.summary());
    let each = || 0..assets.len();
    let services: Vec<Cow<'_, str>> =
        each().map(|asset| asset_counts::service(assets, asset)).collect();
    let relationships = (0..edges.len()).filter_map(|edge| edges.relationship(edge));
    let account = |asset| assets.real_account(asset).unwrap_or("unknown");
    let mut document = json!({
        "total_assets": summary.total_assets,
        "total_edges": summary.total_edges,
        "providers": dataset.background().providers,
        "assets_by_type": ranked(each().map(|asset| assets.asset_type(asset).as_str())),
        "assets_by_service": ranked(services.iter().map(|service| &**service)),
        "assets_by_region": first_seen(each().map(|asset| assets.region(asset))),
        "assets_by_account": first_seen(each().map(account)),
        "edges_by_type": first_seen((0..edges.len()).map(|edge| edges.edge_type(edge).as_str())),
        "edges_by_relationship": ranked(relationships.filter(|name| !name.is_empty())),
        "unlinked_assets": summary.unlinked_assets,
        "internet_exposed": summary.internet_exposed,
        "accounts": summary.accounts,
        "cross_account_edges": summary.cross_account_edges,
        "external_accounts": each().filter(|&asset| is_external_account(assets, asset)).count(),
        "security_service_gaps": each().filter(|&asset| is_gap(assets, asset)).count(),
        "unresolved_references": summary.unresolved_references,
    });
    if let Some(organization) = &summary.organization {
        document["organization"] = json!({
            "id": organization.id,
            "accounts": organization.accounts,
            "ous": organization.ous,
            "control_tower": organization.control_tower,
            "governed_regions": organization.governed_regions,
        });
    }
    document
}

/// Counts in order of first appearance.
pub(super) fn first_seen<'a>(values: impl Iterator<Item = &'a str>) -> Value {
    object(&count_by(values))
}

/// Counts, most first, ties in order of first appearance.
pub(super) fn ranked<'a>(values: impl Iterator<Item = &'a str>) -> Value {
    let mut counts = count_by(values);
    most_first(&mut counts);
    object(&counts)
}

fn object(counts: &[(&str, usize)]) -> Value {
    counts.iter().map(|&(key, count)| (key.to_owned(), Value::from(count))).collect()
}

fn is_external_account(assets: &Assets, asset: usize) -> bool {
    let metadata = || raw::parse_object(assets.metadata(asset));
    assets.asset_type(asset) == AssetType::CLOUD_ACCOUNT
        && metadata().get("external").is_some_and(raw::is_truthy)
}

/// A security service that is known to be off.
fn is_gap(assets: &Assets, asset: usize) -> bool {
    // The text search spares parsing where the key cannot be.
    if !assets.metadata(asset).contains("security_service") {
        return false;
    }
    let metadata = raw::parse_object(assets.metadata(asset));
    metadata.get("security_service").is_some_and(raw::is_truthy)
        && metadata.get("enabled") == Some(&Value::Bool(false))
}
