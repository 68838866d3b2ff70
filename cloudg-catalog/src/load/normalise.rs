//! What follows a scanner report: duplicates are merged, severities raised to their CVSS score,
//! frameworks found, and the results of controls derived.

mod controls;
mod frameworks;
mod merge;
mod title;

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::compliance::Rulesets;
use crate::model::{ComplianceRecord, ComplianceStatus, FindingRecord, Severity};

pub use title::normalise_title;

use merge::Entry;

/// Root of the ids of compliance results.
const NAMESPACE: Uuid = Uuid::from_u128(0x0d8e_4a0c_55a1_5b7e_8f43_2d6b_7c90_e1f2);

/// The result of [`normalise_tracked`].
#[derive(Debug, Clone, Default)]
pub struct Normalised {
    /// The findings that remain, worst severity first, else in the order of their first duplicate.
    pub findings: Vec<FindingRecord>,
    /// One result per control, in the order in which findings and passed checks name them.
    pub controls: Vec<ControlOutcome>,
    /// Id of a finding that was merged away, and the id of the finding that holds it now.
    pub absorbed: Vec<(String, String)>,
}

/// The result of one control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlOutcome {
    /// Framework name.
    pub framework: String,
    /// Control identifier.
    pub control_id: String,
    /// Control title; never empty.
    pub title: String,
    /// Positions in [`Normalised::findings`] of the findings that fail it, ascending; empty for a
    /// control that only passed checks name.
    pub findings: Vec<u32>,
}

impl ControlOutcome {
    /// FAIL with findings, PASS without.
    pub fn status(&self) -> ComplianceStatus {
        if self.findings.is_empty() { ComplianceStatus::Pass } else { ComplianceStatus::Fail }
    }
}

impl Normalised {
    /// The results of the controls as records, with ids derived from framework and control.
    pub fn compliance(&self) -> Vec<ComplianceRecord> {
        let record = |outcome: &ControlOutcome| ComplianceRecord {
            id: compliance_id(&outcome.framework, &outcome.control_id),
            framework: outcome.framework.clone(),
            control_id: outcome.control_id.clone(),
            control_title: Some(outcome.title.clone()),
            status: outcome.status(),
            finding_ids: outcome
                .findings
                .iter()
                .map(|at| self.findings[*at as usize].id.clone())
                .collect(),
            resource_arn: None,
        };
        self.controls.iter().map(record).collect()
    }
}

/// The id of the compliance result of one control of one framework.
pub fn compliance_id(framework: &str, control_id: &str) -> String {
    let name = format!("{}:{framework}{control_id}", framework.len());
    Uuid::new_v5(&NAMESPACE, name.as_bytes()).to_string()
}

/// Normalises findings and derives the results of controls. Without findings and passed checks
/// both lists are empty.
pub fn normalise(
    findings: Vec<FindingRecord>,
    passed_checks: &BTreeSet<String>,
    rulesets: &Rulesets,
) -> (Vec<FindingRecord>, Vec<ComplianceRecord>) {
    let normalised = normalise_tracked(findings, passed_checks, rulesets);
    let compliance = normalised.compliance();
    (normalised.findings, compliance)
}

/// [`normalise`] that also tells which findings were merged into which.
pub fn normalise_tracked(
    findings: Vec<FindingRecord>,
    passed_checks: &BTreeSet<String>,
    rulesets: &Rulesets,
) -> Normalised {
    let mut entries = merge::across_tools(merge::within_tools(findings));
    for entry in &mut entries {
        raise_severity(&mut entry.finding);
    }
    let mut matched = frameworks::assign(entries, rulesets);
    matched.sort_by_key(|matched| std::cmp::Reverse(matched.entry.finding.severity));
    let controls = controls::derive(&matched, passed_checks, rulesets);
    let mut normalised = Normalised { controls, ..Normalised::default() };
    for matched in matched {
        let Entry { finding, absorbed, .. } = matched.entry;
        let gone = absorbed.into_iter().filter(|id| *id != finding.id);
        normalised.absorbed.extend(gone.map(|id| (id, finding.id.clone())));
        normalised.findings.push(finding);
    }
    normalised
}

/// CVSS 9 and more is critical, 7 and more at least high.
fn raise_severity(finding: &mut FindingRecord) {
    let floor = match finding.cvss_score {
        Some(score) if score >= 9.0 => Severity::Critical,
        Some(score) if score >= 7.0 => Severity::High,
        _ => return,
    };
    // From 7.0 to 8.9 only a critical finding keeps its severity, which the maximum does as well.
    finding.severity = finding.severity.max(floor);
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
