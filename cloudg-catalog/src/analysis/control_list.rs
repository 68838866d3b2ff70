//! The results of controls, worst first.

use std::cmp::Reverse;

use super::frameworks::FrameworkFilter;
use crate::{
    dataset::Dataset,
    model::{ComplianceRecord, ComplianceStatus, Severity},
};

/// One result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ControlRow<'a> {
    /// The result as stored.
    pub result: &'a ComplianceRecord,
    /// Listed findings that exist and are open.
    pub open_findings: usize,
    /// The worst of them.
    pub worst: Option<Severity>,
}

/// The results of the chosen frameworks, of one status if given: worst open finding first (none
/// last), then most open findings, then control id; ties in dataset order.
pub fn list<'a>(
    dataset: &'a Dataset,
    filter: &FrameworkFilter,
    status: Option<ComplianceStatus>,
) -> Vec<ControlRow<'a>> {
    let set = dataset.finding_set();
    let fits = |record: &ComplianceRecord| {
        filter.fits(&record.framework) && status.is_none_or(|status| status == record.status)
    };
    let row = |(place, result): (usize, &'a ComplianceRecord)| {
        let listed = set.by_control().findings_of(place).iter().map(|&finding| finding as usize);
        let open = listed.filter(|&finding| set.is_open(finding));
        let severities = open.map(|finding| set.findings.severity(finding));
        let (open_findings, worst) =
            severities.fold((0, None), |(n, worst), severity| (n + 1, worst.max(Some(severity))));
        ControlRow { result, open_findings, worst }
    };
    let results = set.compliance.iter().enumerate().filter(|(_, record)| fits(record));
    let mut rows: Vec<ControlRow<'_>> = results.map(row).collect();
    rows.sort_by(|a, b| {
        let rank = |row: &ControlRow<'_>| (Reverse(row.worst), Reverse(row.open_findings));
        rank(a).cmp(&rank(b)).then_with(|| a.result.control_id.cmp(&b.result.control_id))
    });
    rows
}
