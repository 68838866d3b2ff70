//! Normalising the findings of a dataset again, together with new ones.
//!
//! A finding keeps its id for as long as anything that it was merged from is reported, whichever
//! report has the worse severity, so that compliance results and people can go on naming it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use fixedbitset::FixedBitSet;
use hashbrown::{HashMap, HashSet};

use super::{KnownFinding, Normalised, Survivor, normalise_tracked};
use crate::{
    compliance::Rulesets,
    dataset::{FindingRow, FindingSet, Findings, PushBit},
    load::scanner::assign_ids,
    model::{ComplianceRecord, ComplianceStatus, FindingRecord},
};

/// The set with `extra` findings joined to it, all of them normalised, and with compliance results
/// that say what was found and what was known before. Renewing again, with the same reports or
/// without any, changes neither findings nor what results say.
pub fn renew(
    set: &FindingSet,
    mut extra: Vec<FindingRecord>,
    passed_checks: &BTreeSet<String>,
    rulesets: &Rulesets,
) -> FindingSet {
    let places = places(&set.findings);
    assign_ids(&mut extra, |id| places.contains_key(id));
    let old = (0..set.findings.len()).map(|finding| KnownFinding {
        finding: set.record(finding),
        sources: set.sources.get(set.findings.id(finding)).cloned().unwrap_or_default(),
    });
    let all = old.chain(extra.into_iter().map(KnownFinding::from)).collect();
    let mut normalised = normalise_tracked(all, passed_checks, rulesets);
    keep_ids(&mut normalised.survivors, |id| places.contains_key(id));
    let compliance = merge_results(&set.compliance, &normalised);
    stored(set, &places, normalised.survivors, compliance)
}

/// The last finding with each id.
fn places(findings: &Findings) -> HashMap<&str, usize> {
    (0..findings.len()).map(|finding| (findings.id(finding), finding)).collect()
}

/// Gives back the first known id of what a new finding absorbed.
fn keep_ids(survivors: &mut [Survivor], is_known: impl Fn(&str) -> bool) {
    for Survivor { known, absorbed } in survivors {
        let id = &mut known.finding.id;
        if !is_known(id)
            && let Some(earlier) = absorbed.iter_mut().find(|earlier| is_known(earlier))
        {
            std::mem::swap(id, earlier);
        }
    }
}

/// The findings as columns; reasons stay with those that are still suppressed.
fn stored(
    set: &FindingSet,
    places: &HashMap<&str, usize>,
    survivors: Vec<Survivor>,
    compliance: Vec<ComplianceRecord>,
) -> FindingSet {
    let (mut findings, mut suppressed) = (Findings::default(), FixedBitSet::new());
    let (mut reasons, mut sources) = (BTreeMap::new(), BTreeMap::new());
    for Survivor { known: KnownFinding { finding, sources: merged }, .. } in survivors {
        let place = places.get(finding.id.as_str());
        let extra = place.map_or("", |&place| set.findings.extra(place));
        suppressed.grow_and_insert_if(findings.len(), finding.is_suppressed);
        findings.push(&FindingRow { extra: extra.into(), ..FindingRow::from(&finding) });
        if let Some(reason) = set.reasons.get(&finding.id).filter(|_| finding.is_suppressed) {
            reasons.insert(finding.id.clone(), reason.clone());
        }
        if !merged.is_empty() {
            sources.insert(finding.id, merged);
        }
    }
    let mut stored = FindingSet::new(findings, suppressed, compliance);
    stored.reasons = reasons;
    stored.sources = Arc::new(sources);
    stored
}

/// What was known of controls joined with the results of this run: first the old results of other
/// controls, as long as a finding of theirs is there or they never had one, then all new ones.
fn merge_results(old: &[ComplianceRecord], normalised: &Normalised) -> Vec<ComplianceRecord> {
    let holders = holders(&normalised.survivors);
    let mut fresh = normalised.compliance();
    let mut known: Vec<Vec<&ComplianceRecord>> = vec![Vec::new(); fresh.len()];
    let mut kept: Vec<ComplianceRecord> = Vec::new();
    let places = places_of_controls(&fresh);
    for result in old {
        match places.get(&(result.framework.as_str(), result.control_id.as_str())) {
            Some(&place) => known[place].push(result),
            None => {
                let finding_ids = living(&result.finding_ids, &holders);
                if !finding_ids.is_empty() || result.finding_ids.is_empty() {
                    kept.push(ComplianceRecord { finding_ids, ..result.clone() });
                }
            }
        }
    }
    drop(places);
    for (result, known) in fresh.iter_mut().zip(known) {
        for earlier in known {
            join(result, earlier, &holders);
        }
    }
    kept.append(&mut fresh);
    kept
}

fn places_of_controls(results: &[ComplianceRecord]) -> HashMap<(&str, &str), usize> {
    let controls = results.iter().enumerate();
    controls
        .map(|(place, result)| ((result.framework.as_str(), result.control_id.as_str()), place))
        .collect()
}

/// Adds to a result what an earlier one of the same control knew.
fn join(result: &mut ComplianceRecord, earlier: &ComplianceRecord, holders: &HashMap<&str, &str>) {
    let named: HashSet<&str> = result.finding_ids.iter().map(String::as_str).collect();
    let more = living(&earlier.finding_ids, holders);
    let more: Vec<String> = more.into_iter().filter(|id| !named.contains(id.as_str())).collect();
    drop(named);
    result.finding_ids.extend(more);
    if !result.finding_ids.is_empty() {
        result.status = ComplianceStatus::Fail;
    }
    if result.extra.is_empty() {
        result.extra.clone_from(&earlier.extra);
    }
    let is_made = |title: &str| {
        title.is_empty()
            || title.strip_prefix(&*result.framework).is_some_and(|t| t.starts_with(' '))
    };
    let title = earlier.control_title.as_deref().filter(|title| !title.is_empty());
    if let Some(title) = title
        && is_made(result.control_title.as_deref().unwrap_or_default())
    {
        result.control_title = Some(title.to_owned());
    }
}

/// The findings that hold what ids name now, each once; ids that name nothing any more are left
/// out.
fn living(ids: &[String], holders: &HashMap<&str, &str>) -> Vec<String> {
    let mut seen = HashSet::new();
    let held = ids.iter().filter_map(|id| holders.get(id.as_str()));
    held.filter(|id| seen.insert(**id)).map(|&id| id.to_owned()).collect()
}

/// Each id that findings have or had, and the id of the finding that holds it.
fn holders(survivors: &[Survivor]) -> HashMap<&str, &str> {
    let mut holders = HashMap::new();
    for Survivor { known, absorbed } in survivors {
        let id = known.finding.id.as_str();
        holders.extend(absorbed.iter().map(|gone| (gone.as_str(), id)));
    }
    // A finding holds its own id, whatever else was merged.
    holders.extend(survivors.iter().map(|survivor| {
        let id = survivor.known.finding.id.as_str();
        (id, id)
    }));
    holders
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Severity, Timestamp};

    /// Tool, running number, check, resource, title, severity, CVSS, suppressed.
    type Row = (usize, u8, usize, usize, usize, usize, Option<u8>, bool);

    const TITLES: [&str; 4] =
        ["Encryption at rest", "[X] encryption at REST", "CloudTrail off", "?"];

    fn record(
        &(tool, run, check, resource, title, severity, cvss, is_suppressed): &Row,
    ) -> FindingRecord {
        let checks = [
            [
                format!("prowler-aws-s3_bucket_default_encryption-1-{run}"),
                "CKV_AWS_19".to_owned(),
                String::new(),
            ],
            [
                format!("prowler-aws-iam_root_mfa_enabled-1-{run}"),
                "CKV_AWS_1".to_owned(),
                "CVE-1".to_owned(),
            ],
        ];
        FindingRecord {
            id: String::new(),
            resource_id: ["a", "b"][resource].to_owned(),
            resource_arn: None,
            severity: Severity::WORST_FIRST[severity],
            title: TITLES[title].to_owned(),
            description: String::new(),
            source_tool: ["prowler", "checkov", "trivy"][tool].to_owned(),
            evidence: None,
            remediation: None,
            source_finding_id: Some(checks[check][tool].clone()).filter(|id| !id.is_empty()),
            compliance_frameworks: Vec::new(),
            cvss_score: cvss.map(f64::from),
            detected_at: Timestamp { local_micros: 0, offset_minutes: None },
            is_suppressed,
        }
    }

    fn rows() -> impl Strategy<Value = Vec<FindingRecord>> {
        let row = (
            0..3_usize,
            0..3_u8,
            0..2_usize,
            0..2_usize,
            0..4_usize,
            0..5_usize,
            prop::option::weighted(0.3, 0..=10_u8),
            any::<bool>(),
        );
        prop::collection::vec(row.prop_map(|row| record(&row)), 0..16)
    }

    fn records(set: &FindingSet) -> Vec<FindingRecord> {
        (0..set.findings.len()).map(|finding| set.record(finding)).collect()
    }

    fn renewed(set: &FindingSet, extra: &[FindingRecord], passed: &BTreeSet<String>) -> FindingSet {
        renew(set, extra.to_vec(), passed, Rulesets::shipped())
    }

    proptest! {
        #[test]
        fn a_second_time_changes_nothing(first in rows(), second in rows(), pass in any::<bool>()) {
            let passed = BTreeSet::from_iter(pass.then(|| "cloudtrail_multi_region_enabled".to_owned()));
            let none = BTreeSet::new();
            let once = renewed(&renewed(&FindingSet::default(), &first, &none), &second, &passed);
            // The same report again.
            let twice = renewed(&once, &second, &passed);
            prop_assert_eq!(records(&twice), records(&once));
            prop_assert_eq!(&twice.compliance, &once.compliance);
            prop_assert_eq!(&twice.sources, &once.sources);
            // No report: results that only passed checks gave may change places, once.
            let calm = renewed(&once, &[], &none);
            prop_assert_eq!(records(&calm), records(&once));
            let sorted = |set: &FindingSet| {
                let mut list = set.compliance.to_vec();
                list.sort_by(|a, b| a.id.cmp(&b.id));
                list
            };
            prop_assert_eq!(sorted(&calm), sorted(&once));
            let calmer = renewed(&calm, &[], &none);
            prop_assert_eq!(&calmer.compliance, &calm.compliance);
            prop_assert_eq!(records(&calmer), records(&calm));
        }

        #[test]
        fn ids_are_unique_and_stay(mut first in rows(), worse in any::<bool>()) {
            let none = BTreeSet::new();
            // A check has one title; with another one it could merge with another scanner's.
            let checked = first.iter_mut().filter(|finding| finding.source_finding_id.is_some());
            checked.for_each(|finding| finding.title = TITLES[0].to_owned());
            let set = renewed(&FindingSet::default(), &first, &none);
            let ids = ids(&set);
            prop_assert_eq!(ids.len(), set.findings.len());
            let mut again = first.clone();
            for finding in &mut again {
                if worse {
                    finding.severity = Severity::Critical;
                }
                if finding.source_tool == "prowler" {
                    // Another run gives another number.
                    finding.source_finding_id.as_mut().unwrap().push('9');
                }
            }
            let later = renewed(&set, &again, &none);
            prop_assert_eq!(self::ids(&later), ids);
            prop_assert_eq!(later.findings.len(), set.findings.len());
        }
    }

    fn ids(set: &FindingSet) -> BTreeSet<String> {
        records(set).into_iter().map(|finding| finding.id).collect()
    }

    fn result(control: &str, status: ComplianceStatus, ids: &[&str]) -> ComplianceRecord {
        ComplianceRecord {
            id: control.to_owned(),
            framework: "F".to_owned(),
            control_id: control.to_owned(),
            control_title: None,
            status,
            finding_ids: ids.iter().map(|&id| id.to_owned()).collect(),
            resource_arn: None,
            extra: Box::default(),
        }
    }

    #[test]
    fn results_follow_findings_that_were_merged() {
        let mut first = record(&(0, 0, 0, 0, 0, 2, None, false));
        let mut twin = record(&(0, 1, 0, 0, 0, 2, None, false));
        (first.id, twin.id) = ("first".to_owned(), "twin".to_owned());
        let old = vec![
            result("twin's", ComplianceStatus::Fail, &["twin"]),
            result("both's", ComplianceStatus::Fail, &["twin", "first"]),
            result("ghost's", ComplianceStatus::Fail, &["ghost"]),
            result("by hand", ComplianceStatus::Manual, &[]),
        ];
        let set = FindingSet::of_records(&[first, twin], old);
        let next = renewed(&set, &[], &BTreeSet::new());
        let kept: Vec<(&str, Vec<&str>)> = next
            .compliance
            .iter()
            .filter(|r| r.framework == "F")
            .map(|r| (r.control_id.as_str(), r.finding_ids.iter().map(String::as_str).collect()))
            .collect();
        let expected = [("twin's", vec!["first"]), ("both's", vec!["first"]), ("by hand", vec![])];
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_finding_that_got_worse_is_open_again_under_its_id() {
        let mut known = record(&(0, 0, 0, 0, 0, 2, None, true));
        known.id = "known".to_owned();
        let mut set = FindingSet::of_records(&[known.clone()], Vec::new());
        set.reasons.insert("known".to_owned(), "accepted".to_owned());
        let same = renewed(&set, &[record(&(0, 1, 0, 0, 0, 2, None, false))], &BTreeSet::new());
        assert_eq!((same.is_open(0), same.reasons.len()), (false, 1));
        let worse = renewed(&set, &[record(&(0, 1, 0, 0, 0, 0, None, false))], &BTreeSet::new());
        assert_eq!((worse.findings.id(0), worse.findings.len()), ("known", 1));
        assert_eq!((worse.is_open(0), worse.reasons.len()), (true, 0));
    }
}
