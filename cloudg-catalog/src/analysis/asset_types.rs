//! The asset types of a dataset.

use crate::{dataset::Dataset, model::AssetType};

/// One asset type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRow {
    /// The type.
    pub asset_type: AssetType,
    /// Assets of the type.
    pub count: usize,
    /// Those with the exposure flag.
    pub internet_exposed: usize,
    /// Open findings of all of them.
    pub open_findings: usize,
}

/// All types present, most assets first, ties by first appearance.
pub fn list(dataset: &Dataset) -> Vec<TypeRow> {
    let (assets, findings) = (dataset.assets(), dataset.asset_findings());
    let mut places = vec![usize::MAX; AssetType::ALL.len()];
    let mut rows: Vec<TypeRow> = Vec::new();
    for asset in 0..assets.len() {
        let asset_type = assets.asset_type(asset);
        let place = &mut places[asset_type.index()];
        if *place == usize::MAX {
            *place = rows.len();
            rows.push(TypeRow { asset_type, count: 0, internet_exposed: 0, open_findings: 0 });
        }
        let row = &mut rows[*place];
        row.count += 1;
        row.internet_exposed += usize::from(assets.is_exposed(asset));
        row.open_findings += findings.n_open(asset);
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    rows
}
