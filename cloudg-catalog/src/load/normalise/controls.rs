//! Results of controls, from findings and passed checks.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use super::ControlOutcome;
use super::frameworks::Matched;
use super::merge::Entry;
use crate::compliance::{ControlRef, Rulesets};
use crate::load::scanner::check_name;

/// One outcome per control: failing ones in the order in which findings name them, then those that
/// only passed checks name.
pub(super) fn derive(
    matched: &[Matched<'_>],
    passed_checks: &BTreeSet<String>,
    rulesets: &Rulesets,
) -> Vec<ControlOutcome> {
    let mut table = Table::new(rulesets);
    for (position, matched) in (0_u32..).zip(matched) {
        table.fail(position, matched);
    }
    for check in passed_checks {
        for at in rulesets.controls_of_check(check) {
            table.of_ruleset(*at);
        }
    }
    table.outcomes
}

struct Table<'r> {
    rulesets: &'r Rulesets,
    outcomes: Vec<ControlOutcome>,
    /// For each framework and control of the rulesets: its outcome.
    of_rulesets: Vec<Vec<Option<u32>>>,
    /// Framework to control to outcome, for controls that no ruleset has.
    others: HashMap<String, HashMap<String, u32>>,
}

impl<'r> Table<'r> {
    fn new(rulesets: &'r Rulesets) -> Self {
        let sizes = rulesets.frameworks().iter().map(|framework| framework.controls.len());
        Self {
            rulesets,
            outcomes: Vec::new(),
            of_rulesets: sizes.map(|size| vec![None; size]).collect(),
            others: HashMap::new(),
        }
    }

    fn fail(&mut self, position: u32, matched: &Matched<'_>) {
        let mut exact_frameworks: Vec<u32> = Vec::new();
        for at in matched.exact.iter() {
            if !exact_frameworks.contains(&at.framework) {
                exact_frameworks.push(at.framework);
            }
            let outcome = self.of_ruleset(*at);
            self.add(outcome, position);
        }
        let native = native_id(&matched.entry);
        for name in &matched.entry.finding.compliance_frameworks {
            let known = self.rulesets.framework_named(name);
            if known.is_some_and(|framework| exact_frameworks.contains(&framework)) {
                continue;
            }
            let control = match native {
                Some(native) => format!("{name}/{native}"),
                None => format!("{name}-aggregate"),
            };
            let outcome = self.of_name(name, control, known);
            self.add(outcome, position);
        }
    }

    fn add(&mut self, outcome: u32, position: u32) {
        let findings = &mut self.outcomes[outcome as usize].findings;
        if findings.last() != Some(&position) {
            findings.push(position);
        }
    }

    fn of_ruleset(&mut self, at: ControlRef) -> u32 {
        let slot = &mut self.of_rulesets[at.framework as usize][at.control as usize];
        if let Some(outcome) = *slot {
            return outcome;
        }
        // Outcomes are counted in 32 bits like the controls they stand for.
        let outcome = self.outcomes.len() as u32;
        *slot = Some(outcome);
        let (framework, control) = self.rulesets.control(at);
        self.outcomes.push(new_outcome(&framework.name, &control.id, &control.title));
        outcome
    }

    fn of_name(&mut self, name: &str, control: String, framework: Option<u32>) -> u32 {
        let defined = framework.and_then(|at| self.rulesets.control_with_id(at, &control));
        if let Some(at) = defined {
            return self.of_ruleset(at);
        }
        let found = self.others.get(name).and_then(|controls| controls.get(&control));
        if let Some(outcome) = found {
            return *outcome;
        }
        let outcome = self.outcomes.len() as u32;
        self.outcomes.push(new_outcome(name, &control, ""));
        self.others.entry(name.to_owned()).or_default().insert(control, outcome);
        outcome
    }
}

fn new_outcome(framework: &str, control: &str, title: &str) -> ControlOutcome {
    ControlOutcome {
        framework: framework.to_owned(),
        control_id: control.to_owned(),
        title: if title.is_empty() { format!("{framework} {control}") } else { title.to_owned() },
        findings: Vec::new(),
    }
}

/// The scanner's own name for what a finding tests, from the first source that has one.
fn native_id(entry: &Entry) -> Option<&str> {
    entry.all_sources().find_map(|(tool, id)| native_of_source(tool, id))
}

fn native_of_source<'a>(tool: &str, id: &'a str) -> Option<&'a str> {
    let tool = tool.to_lowercase();
    if tool.contains("prowler")
        && let Some(check) = check_name(id)
    {
        return Some(check);
    }
    let own = (tool.contains("checkov") && id.starts_with("CKV"))
        || (tool.contains("trivy") && id.starts_with("CVE"));
    own.then_some(id)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn native_ids_follow_the_vectors() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/findings-unit-vectors.json");
        let vectors: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let cases = vectors["control_id"].as_array().unwrap();
        assert!(cases.len() >= 8);
        for case in cases {
            let field = |at: usize| case[at].as_str().unwrap();
            let framework = field(2);
            let control = match native_of_source(field(0), field(1)) {
                Some(native) => format!("{framework}/{native}"),
                None => format!("{framework}-aggregate"),
            };
            assert_eq!(control, field(3));
        }
    }
}
