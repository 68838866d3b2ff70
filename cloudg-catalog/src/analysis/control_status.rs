//! Where one control stands.

use fixedbitset::FixedBitSet;

use super::frameworks::{self, FrameworkFilter};
use crate::{
    compliance::{ControlRef, Rulesets},
    dataset::Dataset,
    model::{ComplianceRecord, ComplianceStatus},
};

/// What all results of a control come down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// There is no result.
    NotEvaluated,
    /// It fails, and the findings it fails by are all suppressed.
    Suppressed,
    /// The status of the results.
    Status(ComplianceStatus),
}

/// One control.
#[derive(Debug, Clone, PartialEq)]
pub struct ControlReport<'a> {
    /// The rule, where a ruleset has it.
    pub definition: Option<ControlRef>,
    /// The outcome.
    pub verdict: Verdict,
    /// Its results in dataset order.
    pub results: Vec<&'a ComplianceRecord>,
    /// Open findings that they list, in that order, each once.
    pub findings: Vec<usize>,
    /// Distinct assets of those findings, by id.
    pub assets: Vec<usize>,
}

/// The results whose framework is chosen and whose id is `control_id` or ends in it, and the rule
/// with exactly that id. `None` where neither exists.
pub fn report<'a>(
    dataset: &'a Dataset,
    rulesets: &Rulesets,
    filter: &FrameworkFilter,
    control_id: &str,
) -> Option<ControlReport<'a>> {
    let definition = frameworks::definition(rulesets, filter, control_id);
    let set = dataset.finding_set();
    let fits = |record: &ComplianceRecord| {
        is_control(&record.control_id, control_id) && filter.fits(&record.framework)
    };
    let places = (0..set.compliance.len()).filter(|&place| fits(&set.compliance[place]));
    let places: Vec<usize> = places.collect();
    if places.is_empty() && definition.is_none() {
        return None;
    }
    let findings = open_findings(dataset, &places);
    Some(ControlReport {
        definition,
        verdict: verdict(dataset, &places, !findings.is_empty()),
        results: places.iter().map(|&place| &set.compliance[place]).collect(),
        assets: assets(dataset, &findings),
        findings,
    })
}

/// The control ids of the results of the chosen frameworks, sorted, each once.
pub fn known_ids<'a>(dataset: &'a Dataset, filter: &FrameworkFilter) -> Vec<&'a str> {
    let results = dataset.finding_set().compliance.iter();
    let chosen = results.filter(|record| filter.fits(&record.framework));
    let mut ids: Vec<&str> = chosen.map(|record| record.control_id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Whether an id is the wanted one, or ends in it after a character that ends a word: `CIS-5.2`
/// is meant by `5.2`, `15.2` and `4.5.2` are not.
fn is_control(id: &str, wanted: &str) -> bool {
    let ends_word = |c: char| !c.is_alphanumeric() && c != '.';
    id.strip_suffix(wanted).is_some_and(|rest| rest.chars().next_back().is_none_or(ends_word))
}

fn open_findings(dataset: &Dataset, results: &[usize]) -> Vec<usize> {
    let set = dataset.finding_set();
    let mut seen = FixedBitSet::with_capacity(set.findings.len());
    let listed = results.iter().flat_map(|&result| set.by_control().findings_of(result));
    let open = listed.map(|&finding| finding as usize).filter(|&finding| set.is_open(finding));
    open.filter(|&finding| !seen.put(finding)).collect()
}

fn verdict(dataset: &Dataset, results: &[usize], has_open: bool) -> Verdict {
    let set = dataset.finding_set();
    let status = |result: usize| set.compliance[result].status;
    let fails = |result: &usize| status(*result) == ComplianceStatus::Fail;
    let mut failing = results.iter().copied().filter(fails).peekable();
    if failing.peek().is_none() {
        return results
            .first()
            .map_or(Verdict::NotEvaluated, |&first| Verdict::Status(status(first)));
    }
    // A failure that lists nothing is not made good by suppressing findings.
    let has_listed = failing.any(|result| !set.by_control().findings_of(result).is_empty());
    match has_listed && !has_open {
        true => Verdict::Suppressed,
        false => Verdict::Status(ComplianceStatus::Fail),
    }
}

fn assets(dataset: &Dataset, findings: &[usize]) -> Vec<usize> {
    let map = dataset.finding_map();
    let mut seen = FixedBitSet::with_capacity(dataset.assets().len());
    seen.extend(findings.iter().filter_map(|&finding| map.asset(finding)));
    let mut assets: Vec<usize> = seen.ones().collect();
    assets.sort_by_key(|&asset| dataset.assets().id(asset));
    assets
}

#[cfg(test)]
mod tests {
    use super::is_control;

    #[test]
    fn ids_end_at_word_boundaries() {
        let meant = [("5.2", "5.2"), ("CIS-5.2", "5.2"), ("CIS/x", "x"), ("a 1", "1")];
        let others = [("15.2", "5.2"), ("4.5.2", "5.2"), ("5.2", "2"), ("ac2", "2"), ("é2", "2")];
        for (id, wanted) in meant {
            assert!(is_control(id, wanted), "{id} {wanted}");
        }
        for (id, wanted) in others {
            assert!(!is_control(id, wanted), "{id} {wanted}");
        }
    }
}
