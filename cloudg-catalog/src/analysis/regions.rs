//! Regions with assets.

use hashbrown::{HashMap, HashSet};

use crate::{
    dataset::{Dataset, Symbol},
    model::Provider,
};

/// One region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionRow<'a> {
    /// Name.
    pub region: &'a str,
    /// Clouds with assets there, sorted by name.
    pub providers: Vec<Provider>,
    /// Number of assets.
    pub assets: usize,
    /// Distinct accounts with assets there.
    pub accounts: usize,
}

/// All regions, most assets first, ties by first appearance.
pub fn list(dataset: &Dataset) -> Vec<RegionRow<'_>> {
    let assets = dataset.assets();
    let mut places: HashMap<Symbol, usize> = HashMap::new();
    let mut rows: Vec<RegionRow<'_>> = Vec::new();
    let mut accounts: HashSet<(Symbol, Symbol)> = HashSet::new();
    for asset in 0..assets.len() {
        let symbol = assets.region_symbol(asset);
        let place = *places.entry(symbol).or_insert_with(|| {
            let region = assets.region(asset);
            rows.push(RegionRow { region, providers: Vec::new(), assets: 0, accounts: 0 });
            rows.len() - 1
        });
        let row = &mut rows[place];
        row.assets += 1;
        if !row.providers.contains(&assets.provider(asset)) {
            row.providers.push(assets.provider(asset));
        }
        let is_known = assets.real_account(asset).is_some();
        if is_known && accounts.insert((symbol, assets.account_symbol(asset))) {
            row.accounts += 1;
        }
    }
    for row in &mut rows {
        row.providers.sort_unstable_by_key(|provider| provider.as_str());
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.assets));
    rows
}
