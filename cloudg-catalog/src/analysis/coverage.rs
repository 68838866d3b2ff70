//! What collectors reached and what not.

use crate::{
    dataset::Dataset,
    model::{CoverageRecord, ServiceStatus},
    text::round,
};

/// One collection, in numbers. Partial and skipped services count in the total only.
#[derive(Debug, Clone, PartialEq)]
pub struct CoverageRow<'a> {
    /// The record.
    pub record: &'a CoverageRecord,
    /// Services and their outcome.
    pub tally: Tally,
    /// Failed services in file order, with the error as collected.
    pub failures: Vec<(&'a str, Option<&'a str>)>,
}

/// Outcomes of services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// All services.
    pub total: usize,
    /// Those collected completely.
    pub successful: usize,
    /// Those not collected.
    pub failed: usize,
}

impl Tally {
    /// Share collected completely, in percent with one decimal; 0 for no service.
    pub fn percent(self) -> f64 {
        match self.total {
            0 => 0.0,
            total => round::round1(self.successful as f64 / total as f64 * 100.0),
        }
    }
}

/// All records in file order, and the sums over them.
pub fn report(dataset: &Dataset) -> (Vec<CoverageRow<'_>>, Tally) {
    let rows: Vec<_> = dataset.background().coverage.iter().map(row).collect();
    let add = |sum: Tally, row: &CoverageRow<'_>| Tally {
        total: sum.total + row.tally.total,
        successful: sum.successful + row.tally.successful,
        failed: sum.failed + row.tally.failed,
    };
    let sum = rows.iter().fold(Tally::default(), add);
    (rows, sum)
}

fn row(record: &CoverageRecord) -> CoverageRow<'_> {
    let with = |status| record.services.iter().filter(move |service| service.status == status);
    let failed = with(ServiceStatus::Failed);
    let tally = Tally {
        total: record.services.len(),
        successful: with(ServiceStatus::Success).count(),
        failed: failed.clone().count(),
    };
    let failures = failed.map(|service| (service.service.as_str(), service.error.as_deref()));
    CoverageRow { record, tally, failures: failures.collect() }
}
