//! How many assets there are of each kind, place or state.

use std::borrow::Cow;

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

use crate::{
    dataset::{Assets, Dataset},
    text::{arn, raw},
};

/// What assets are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// Asset type.
    Type,
    /// Cloud.
    Provider,
    /// Region.
    Region,
    /// Account, `unknown` for none.
    Account,
    /// Cloud service, `unknown` where it cannot be told.
    Service,
    /// `internet_exposed` or `internal`.
    Exposure,
    /// Worst open severity, `NONE` for no open finding.
    Severity,
}

/// Groups with their sizes, largest first, ties by key.
pub fn count(
    dataset: &Dataset,
    assets: &FixedBitSet,
    dimension: Dimension,
) -> Vec<(String, usize)> {
    let mut counts: HashMap<Cow<'_, str>, usize> = HashMap::new();
    for asset in assets.ones() {
        let key = key(dataset, asset, dimension);
        match counts.get_mut(&key) {
            Some(count) => *count += 1,
            None => {
                counts.insert(key, 1);
            }
        }
    }
    let mut groups: Vec<_> =
        counts.into_iter().map(|(key, count)| (key.into_owned(), count)).collect();
    groups.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    groups
}

fn key(dataset: &Dataset, asset: usize, dimension: Dimension) -> Cow<'_, str> {
    let assets = dataset.assets();
    match dimension {
        Dimension::Type => assets.asset_type(asset).as_str().into(),
        Dimension::Provider => assets.provider(asset).as_str().into(),
        Dimension::Region => assets.region(asset).into(),
        Dimension::Account => assets.real_account(asset).unwrap_or("unknown").into(),
        Dimension::Service => service(assets, asset),
        Dimension::Exposure if assets.is_exposed(asset) => "internet_exposed".into(),
        Dimension::Exposure => "internal".into(),
        Dimension::Severity => {
            let worst = dataset.asset_findings().worst(asset);
            worst.map_or("NONE", |severity| severity.as_str()).into()
        }
    }
}

/// The cloud service of an asset.
pub fn service(assets: &Assets, asset: usize) -> Cow<'_, str> {
    let arn = assets.arn(asset);
    if !arn::needs_metadata(arn) {
        return arn::service_of(arn, None, None);
    }
    let metadata = raw::parse_object(assets.metadata(asset));
    let text = |key: &str| metadata.get(key).and_then(serde_json::Value::as_str);
    arn::service_of(arn, text("resource_type"), text("gcp_asset_type")).into_owned().into()
}
