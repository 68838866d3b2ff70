//! Which asset each finding is about.

use rayon::prelude::*;

use super::{Findings, Inventory};

/// The asset of each finding, found like a reference from its resource id and ARN.
#[derive(Debug)]
pub struct FindingMap(Vec<u32>);

const UNMAPPED: u32 = u32::MAX;

impl FindingMap {
    /// Resolves every finding.
    pub fn build(inventory: &Inventory, findings: &Findings) -> Self {
        Self::resolved(inventory, findings, |candidates| inventory.resolve(candidates))
    }

    /// Resolves every finding by whole names only.
    pub fn named(inventory: &Inventory, findings: &Findings) -> Self {
        Self::resolved(inventory, findings, |candidates| inventory.resolve_named(candidates))
    }

    fn resolved(
        inventory: &Inventory,
        findings: &Findings,
        find: impl Fn(&[&str]) -> Option<usize> + Sync,
    ) -> Self {
        inventory.references();
        let resolve = |finding| {
            let arn = findings.resource_arn(finding).unwrap_or("");
            find(&[findings.resource_id(finding), arn]).map_or(UNMAPPED, |asset| asset as u32)
        };
        Self((0..findings.len()).into_par_iter().map(resolve).collect())
    }

    /// The asset of a finding, `None` when its resource matches nothing.
    pub fn asset(&self, finding: usize) -> Option<usize> {
        Some(self.0[finding]).filter(|&asset| asset != UNMAPPED).map(|asset| asset as usize)
    }
}
