//! Accounts, subscriptions and projects.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::{
    dataset::Dataset,
    model::{AssetType, Provider},
    text::raw,
};

/// One account; assets without one are gathered under `unknown`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountRow<'a> {
    /// Account id or `unknown`.
    pub account_id: &'a str,
    /// Cloud of its first asset.
    pub provider: Provider,
    /// Number of assets.
    pub assets: usize,
    /// Distinct regions, sorted.
    pub regions: BTreeSet<&'a str>,
    /// Assets with the exposure flag.
    pub internet_exposed: usize,
    /// Open findings of all its assets.
    pub open_findings: usize,
    /// Name of its account asset, if there is one.
    pub name: Option<&'a str>,
    /// Whether the account asset is marked as external.
    pub external: bool,
}

/// All accounts, most assets first, ties by first appearance.
pub fn list(dataset: &Dataset) -> Vec<AccountRow<'_>> {
    let (assets, findings) = (dataset.assets(), dataset.asset_findings());
    let mut places = HashMap::new();
    let mut rows: Vec<AccountRow<'_>> = Vec::new();
    for asset in 0..assets.len() {
        let account_id = assets.real_account(asset).unwrap_or("unknown");
        let place = *places.entry(account_id).or_insert_with(|| {
            let provider = assets.provider(asset);
            rows.push(AccountRow {
                account_id,
                provider,
                assets: 0,
                regions: BTreeSet::new(),
                internet_exposed: 0,
                open_findings: 0,
                name: None,
                external: false,
            });
            rows.len() - 1
        });
        let row = &mut rows[place];
        row.assets += 1;
        row.regions.insert(assets.region(asset));
        row.internet_exposed += usize::from(assets.is_exposed(asset));
        row.open_findings += findings.n_open(asset);
        if assets.asset_type(asset) == AssetType::CLOUD_ACCOUNT
            && assets.real_account(asset).is_some()
        {
            row.name = Some(assets.name(asset));
            row.external = is_external(dataset, asset);
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.assets));
    rows
}

/// Whether the collector marked the asset as belonging to somebody else.
pub fn is_external(dataset: &Dataset, asset: usize) -> bool {
    let metadata = dataset.assets().metadata(asset);
    metadata.contains("external")
        && raw::parse_object(metadata).get("external").is_some_and(raw::is_truthy)
}
