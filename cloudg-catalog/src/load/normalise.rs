//! What follows a scanner report: duplicates are merged, severities raised to their CVSS score,
//! frameworks found, and the results of controls derived.

mod controls;
mod frameworks;
mod merge;
mod renew;
mod title;

use std::{cmp::Reverse, collections::BTreeSet};

use uuid::Uuid;

use crate::compliance::Rulesets;
use crate::model::{ComplianceRecord, ComplianceStatus, FindingRecord, Severity};

pub use renew::renew;
pub use title::normalise_title;

use merge::Entry;

/// Root of the ids of compliance results.
const NAMESPACE: Uuid = Uuid::from_u128(0x0d8e_4a0c_55a1_5b7e_8f43_2d6b_7c90_e1f2);

/// First scanner of a finding, and the identifier that it gave it.
pub type Source = (String, Option<String>);

/// A finding and the sources of those that were merged into it before.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownFinding {
    /// The finding.
    pub finding: FindingRecord,
    /// Sources of the merged ones, in order.
    pub sources: Vec<Source>,
}

impl From<FindingRecord> for KnownFinding {
    fn from(finding: FindingRecord) -> Self {
        Self { finding, sources: Vec::new() }
    }
}

/// A finding that remains.
#[derive(Debug, Clone, PartialEq)]
pub struct Survivor {
    /// The finding with all that is merged into it now.
    pub known: KnownFinding,
    /// Ids of the findings that were merged into it now.
    pub absorbed: Vec<String>,
}

/// The result of [`normalise_tracked`].
#[derive(Debug, Clone, Default)]
pub struct Normalised {
    /// The findings that remain, worst severity first. Equally bad ones stand in the order of their
    /// first duplicates, those with one resource and title at the place of the first of them; or as
    /// they came, if they came worst first.
    pub survivors: Vec<Survivor>,
    /// One result per control, in the order in which findings and passed checks name them.
    pub controls: Vec<ControlOutcome>,
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
    /// Positions in [`Normalised::survivors`] of the findings that fail it, ascending; empty for a
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
                .map(|at| self.survivors[*at as usize].known.finding.id.clone())
                .collect(),
            resource_arn: None,
            extra: Box::default(),
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
    let known = findings.into_iter().map(KnownFinding::from).collect();
    let normalised = normalise_tracked(known, passed_checks, rulesets);
    let compliance = normalised.compliance();
    let findings = normalised.survivors.into_iter().map(|survivor| survivor.known.finding);
    (findings.collect(), compliance)
}

/// [`normalise`] that also tells which findings were merged into which. What remains stays as it
/// is when it is normalised again.
pub fn normalise_tracked(
    findings: Vec<KnownFinding>,
    passed_checks: &BTreeSet<String>,
    rulesets: &Rulesets,
) -> Normalised {
    let mut groups = merge::across_tools(merge::within_tools(findings));
    for entry in groups.iter_mut().flatten() {
        raise_severity(&mut entry.finding);
        entry.forget_repeats();
    }
    let entries = worst_first(groups.into_iter().flatten().collect());
    let matched = frameworks::assign(entries, rulesets);
    let controls = controls::derive(&matched, passed_checks, rulesets);
    let survivor = |Entry { finding, sources, absorbed, .. }| Survivor {
        absorbed,
        known: KnownFinding { finding, sources },
    };
    let survivors = matched.into_iter().map(|matched| survivor(matched.entry)).collect();
    Normalised { survivors, controls }
}

/// Sorts grouped findings by severity. Ones that came in sorted stay as they came, whatever their
/// groups: they were normalised before, and doing it again changes nothing.
fn worst_first(mut entries: Vec<Entry>) -> Vec<Entry> {
    let rank = |entry: &Entry| Reverse(entry.finding.severity);
    let mut as_they_came: Vec<&Entry> = entries.iter().collect();
    as_they_came.sort_by_key(|entry| entry.place);
    if as_they_came.is_sorted_by_key(|entry| rank(entry)) {
        entries.sort_by_key(|entry| entry.place);
    } else {
        entries.sort_by_key(rank);
    }
    entries
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
