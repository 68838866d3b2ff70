//! Accepting findings, and taking that back.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use hashbrown::{HashMap, HashSet};

use crate::dataset::{Dataset, FindingSet};

/// What became of each id, in the order they were given; a repeated id counts once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The flag changed.
    pub changed: Vec<String>,
    /// The flag was as asked for.
    pub unchanged: Vec<String>,
    /// No finding has the id.
    pub not_found: Vec<String>,
}

/// Suppresses the findings with these ids. A finding that is suppressed already takes the new
/// reason. `None` where nothing at all changes.
pub fn suppress(dataset: &Dataset, ids: &[String], reason: &str) -> (Option<Dataset>, Outcome) {
    apply(dataset, ids, |draft, finding, id| {
        draft.reasons.insert(id.to_owned(), reason.to_owned());
        !draft.suppressed.put(finding)
    })
}

/// Opens the findings with these ids again; their reasons are dropped.
pub fn unsuppress(dataset: &Dataset, ids: &[String]) -> (Option<Dataset>, Outcome) {
    apply(dataset, ids, |draft, finding, id| {
        draft.reasons.remove(id);
        let was_suppressed = draft.suppressed.contains(finding);
        draft.suppressed.remove(finding);
        was_suppressed
    })
}

struct Draft {
    suppressed: FixedBitSet,
    reasons: BTreeMap<String, String>,
}

/// Applies `set` to each finding; it tells whether the flag changed.
fn apply(
    dataset: &Dataset,
    ids: &[String],
    set: impl Fn(&mut Draft, usize, &str) -> bool,
) -> (Option<Dataset>, Outcome) {
    let current = dataset.finding_set();
    let places = places(current, ids);
    let mut suppressed = current.suppressed.clone();
    suppressed.grow(current.findings.len());
    let mut draft = Draft { suppressed, reasons: current.reasons.clone() };
    let mut outcome = Outcome::default();
    let mut seen = HashSet::new();
    for id in ids.iter().filter(|id| seen.insert(id.as_str())) {
        let list = match places.get(id.as_str()) {
            None => &mut outcome.not_found,
            Some(&finding) if set(&mut draft, finding, id) => &mut outcome.changed,
            Some(_) => &mut outcome.unchanged,
        };
        list.push(id.clone());
    }
    let is_same = outcome.changed.is_empty() && draft.reasons == current.reasons;
    let next = (!is_same).then(|| dataset.with_suppressions(draft.suppressed, draft.reasons));
    (next, outcome)
}

/// The last finding with each of the ids.
fn places<'a>(set: &FindingSet, ids: &'a [String]) -> HashMap<&'a str, usize> {
    let mut wanted: HashMap<&str, Option<usize>> =
        ids.iter().map(|id| (id.as_str(), None)).collect();
    for finding in 0..set.findings.len() {
        if let Some(place) = wanted.get_mut(set.findings.id(finding)) {
            *place = Some(finding);
        }
    }
    wanted.into_iter().filter_map(|(id, place)| Some((id, place?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests::dataset_of;

    #[test]
    fn a_repeated_id_counts_once() {
        let finding = serde_json::json!({
            "id": "f", "resource_id": "", "severity": "LOW", "title": "", "description": "",
            "source_tool": "",
        });
        let dataset = dataset_of(&serde_json::json!({"assets": [], "findings": [finding]}));
        let ids = ["f", "?", "f", "?"].map(str::to_owned);
        let (next, outcome) = suppress(&dataset, &ids, "accepted");
        assert_eq!((outcome.changed, outcome.unchanged.len()), (vec!["f".to_owned()], 0));
        assert_eq!(outcome.not_found, ["?"]);
        assert_eq!(next.map(|next| next.finding_set().suppressed.count_ones(..)), Some(1));
    }
}
