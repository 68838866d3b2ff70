//! The frameworks of a finding: exact by its checks, else by words.

use std::borrow::Cow;

use hashbrown::HashSet;
use rayon::prelude::*;

use super::merge::Entry;
use crate::compliance::{ControlRef, Rulesets, fallback_frameworks};

/// An entry with the controls its checks are mapped to, each once, in order.
#[derive(Debug)]
pub(super) struct Matched<'r> {
    pub(super) entry: Entry,
    pub(super) exact: Cow<'r, [ControlRef]>,
}

/// Finds controls and frameworks of every entry.
pub(super) fn assign(entries: Vec<Entry>, rulesets: &Rulesets) -> Vec<Matched<'_>> {
    entries.into_par_iter().map(|entry| assign_one(entry, rulesets)).collect()
}

fn assign_one(mut entry: Entry, rulesets: &Rulesets) -> Matched<'_> {
    let exact = exact_controls(&entry, rulesets);
    let names = &mut entry.finding.compliance_frameworks;
    let mut previous = None;
    for at in exact.iter() {
        // Controls of one framework mostly follow each other.
        if previous.replace(at.framework) == Some(at.framework) {
            continue;
        }
        let name = &rulesets.frameworks()[at.framework as usize].name;
        if !names.iter().any(|known| known == name) {
            names.push(name.clone().into_owned());
        }
    }
    if names.is_empty() {
        let text = format!("{} {}", entry.finding.title, entry.finding.description).to_lowercase();
        entry.finding.compliance_frameworks = by_words(&text, rulesets);
    }
    Matched { entry, exact }
}

fn by_words(lowered: &str, rulesets: &Rulesets) -> Vec<String> {
    let found = rulesets.frameworks_of_text(lowered);
    if found.is_empty() {
        return fallback_frameworks(lowered).into_iter().map(str::to_owned).collect();
    }
    let name = |at: u32| rulesets.frameworks()[at as usize].name.clone().into_owned();
    found.into_iter().map(name).collect()
}

/// The controls of every check that a part of a source id names.
fn exact_controls<'r>(entry: &Entry, rulesets: &'r Rulesets) -> Cow<'r, [ControlRef]> {
    let mut found: Cow<'r, [ControlRef]> = Cow::Borrowed(&[]);
    let mut seen: HashSet<&str> = HashSet::new();
    let mut known: HashSet<ControlRef> = HashSet::new();
    for (_, id) in entry.all_sources() {
        let parts = id.split(|c: char| matches!(c, '-' | '/' | ':') || c.is_whitespace());
        for part in parts {
            let controls = rulesets.controls_of_check(part);
            if controls.is_empty() || !seen.insert(part) {
                continue;
            }
            if found.is_empty() {
                found = Cow::Borrowed(controls);
                continue;
            }
            if known.is_empty() {
                known.extend(found.iter().copied());
            }
            let list = found.to_mut();
            list.extend(controls.iter().copied().filter(|at| known.insert(*at)));
        }
    }
    found
}
