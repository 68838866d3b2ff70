//! One framework: how it stands, and which of its controls fail.

use std::cmp::Reverse;

use hashbrown::HashSet;

use super::{compliance_summary::FrameworkRow, frameworks::FrameworkFilter};
use crate::{
    analysis::compliance_summary,
    dataset::Dataset,
    model::{ComplianceStatus, Severity},
    text::fold,
};

/// A control that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailingControl {
    /// Its result, by index.
    pub result: usize,
    /// Open findings that the result lists.
    pub open_findings: usize,
    /// The worst of them.
    pub worst: Option<Severity>,
}

/// The frameworks with this name in any letter case, else those whose name contains it; in the
/// order of [`compliance_summary::summarise`].
pub fn posture<'a>(dataset: &'a Dataset, name: &str) -> Vec<FrameworkRow<'a>> {
    let lowered = fold::lower(name);
    let rows = compliance_summary::summarise(dataset, &FrameworkFilter::new(""));
    let (exact, others): (Vec<_>, Vec<_>) =
        rows.into_iter().partition(|row| fold::lower(row.framework) == lowered);
    if !exact.is_empty() {
        return exact;
    }
    let contains = |row: &FrameworkRow<'_>| fold::lower_contains(row.framework, &lowered);
    others.into_iter().filter(contains).collect()
}

/// The failing controls of these frameworks: worst open finding first, those without one last, then
/// by control id, then in dataset order.
pub fn failing_controls(dataset: &Dataset, rows: &[FrameworkRow<'_>]) -> Vec<FailingControl> {
    let names: HashSet<&str> = rows.iter().map(|row| row.framework).collect();
    let results = &dataset.finding_set().compliance;
    let fails = |&result: &usize| {
        let record = &results[result];
        record.status == ComplianceStatus::Fail && names.contains(record.framework.as_str())
    };
    let failing = (0..results.len()).filter(fails);
    let mut failing: Vec<FailingControl> =
        failing.map(|result| failing_control(dataset, result)).collect();
    failing.sort_by_key(|one| (Reverse(one.worst), results[one.result].control_id.as_str()));
    failing
}

fn failing_control(dataset: &Dataset, result: usize) -> FailingControl {
    let (set, findings) = (dataset.finding_set(), dataset.findings());
    let listed = set.by_control().findings_of(result).iter().map(|&finding| finding as usize);
    let open: Vec<usize> = listed.filter(|&finding| set.is_open(finding)).collect();
    FailingControl {
        result,
        open_findings: open.len(),
        worst: open.into_iter().map(|finding| findings.severity(finding)).max(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::analysis::tests::dataset_of;

    fn estate() -> Dataset {
        let finding = |id: &str, severity: &str| {
            json!({
                "id": id, "resource_id": "r", "severity": severity, "title": "", "description": "",
                "source_tool": "",
            })
        };
        let result = |framework: &str, control: &str, findings: &[&str]| {
            json!({
                "framework": framework, "control_id": control, "status": "FAIL",
                "finding_ids": findings,
            })
        };
        dataset_of(&json!({
            "findings": [finding("low", "LOW"), finding("high", "HIGH")],
            "compliance": [
                result("CIS-AWS", "3", &[]),
                result("CIS-AWS", "2", &["low"]),
                result("CIS-AWS", "1", &["low", "high", "absent"]),
                result("CIS-GCP", "0", &["high"]),
            ],
        }))
    }

    #[test]
    fn an_exact_name_wins_over_names_that_contain_it() {
        let dataset = estate();
        let names = |name| -> Vec<&str> {
            posture(&dataset, name).into_iter().map(|row| row.framework).collect()
        };
        assert_eq!(names("cis-aws"), ["CIS-AWS"]);
        assert_eq!(names("cis").len(), 2);
        assert!(names("nist").is_empty());
    }

    #[test]
    fn the_worst_control_comes_first_and_one_without_findings_last() {
        let dataset = estate();
        let failing = failing_controls(&dataset, &posture(&dataset, "CIS-AWS"));
        let ids: Vec<_> = failing
            .iter()
            .map(|one| {
                let id = dataset.finding_set().compliance[one.result].control_id.as_str();
                (id, one.open_findings, one.worst)
            })
            .collect();
        assert_eq!(
            ids,
            [("1", 2, Some(Severity::High)), ("2", 1, Some(Severity::Low)), ("3", 0, None)]
        );
    }
}
