//! Open findings of each asset.

use std::sync::OnceLock;

use super::{FindingMap, FindingSet, Inventory, Order};
use crate::{analysis::measures::FindingMeasures, model::Severity};

/// Counts, worst severity, highest risk and the list of open findings of each asset.
#[derive(Debug)]
pub struct AssetFindings {
    ends: Vec<u32>,
    findings: Vec<u32>,
    worst: Vec<Option<Severity>>,
    max_risk: Vec<f64>,
    by_risk: OnceLock<Order>,
    by_count: OnceLock<Order>,
    measures: FindingMeasures,
}

impl AssetFindings {
    /// Sorts the open findings to their assets.
    pub fn build(n_assets: usize, set: &FindingSet, map: &FindingMap) -> Self {
        let mut ends = vec![0_u32; n_assets + 1];
        let mut worst = vec![None; n_assets];
        let mut max_risk = vec![0.0_f64; n_assets];
        let open = (0..set.findings.len()).filter(|&finding| set.is_open(finding));
        let mapped = open.filter_map(|finding| Some((finding, map.asset(finding)?)));
        let mapped: Vec<(usize, usize)> = mapped.collect();
        for &(finding, asset) in &mapped {
            ends[asset + 1] += 1;
            worst[asset] = worst[asset].max(Some(set.findings.severity(finding)));
            max_risk[asset] = max_risk[asset].max(set.findings.risk_score(finding));
        }
        for asset in 0..n_assets {
            ends[asset + 1] += ends[asset];
        }
        let mut findings = vec![0; mapped.len()];
        let mut next = ends.clone();
        for (finding, asset) in mapped {
            findings[next[asset] as usize] = finding as u32;
            next[asset] += 1;
        }
        let (by_risk, by_count, measures) = Default::default();
        Self { ends, findings, worst, max_risk, by_risk, by_count, measures }
    }

    /// Open findings of an asset, in dataset order.
    pub fn of(&self, asset: usize) -> &[u32] {
        &self.findings[self.ends[asset] as usize..self.ends[asset + 1] as usize]
    }

    /// Number of open findings.
    pub fn n_open(&self, asset: usize) -> usize {
        (self.ends[asset + 1] - self.ends[asset]) as usize
    }

    /// Worst severity of the open findings.
    pub fn worst(&self, asset: usize) -> Option<Severity> {
        self.worst[asset]
    }

    /// Highest risk score of the open findings, 0 for none.
    pub fn max_risk(&self, asset: usize) -> f64 {
        self.max_risk[asset]
    }

    /// What was computed once about all assets and their open findings.
    pub(crate) fn measures(&self) -> &FindingMeasures {
        &self.measures
    }

    /// By number of open findings, then by name.
    pub(super) fn by_count(&self, inventory: &Inventory) -> &Order {
        self.by_count
            .get_or_init(|| inventory.orders.named(inventory).ranked(|asset| self.n_open(asset)))
    }

    /// By worst risk, where exposure counts two points more, then by number of open findings.
    pub(super) fn by_risk(&self, inventory: &Inventory) -> &Order {
        self.by_risk.get_or_init(|| {
            let risk = |asset| {
                let exposed = if inventory.assets.is_exposed(asset) { 2.0 } else { 0.0 };
                self.max_risk(asset) + exposed
            };
            let key = |asset| (risk(asset), self.n_open(asset));
            // Most assets have no risk at all: they stand first as they are.
            let (calm, mut risky): (Vec<u32>, Vec<u32>) =
                (0..self.worst.len() as u32).partition(|&asset| key(asset as usize) == (0.0, 0));
            risky.sort_by(|a, b| {
                let (a, b) = (key(*a as usize), key(*b as usize));
                a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
            });
            Order::new([calm, risky].concat(), |a, b| key(a) == key(b))
        })
    }
}
