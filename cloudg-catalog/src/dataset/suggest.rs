//! What somebody may have meant by a reference that matches nothing.

use hashbrown::HashSet;

use super::Inventory;
use crate::text::{fold, fuzzy};

/// Most suggestions of one answer.
const MAX_SUGGESTIONS: usize = 5;
/// How alike a name has to be.
const CUTOFF: f64 = 0.5;

/// An asset that resembles a reference, by index.
pub type Suggestion = usize;

impl Inventory {
    /// At most five assets: first those whose name or ARN contains the reference in any letter
    /// case, in dataset order, then those with the most similar names, best first. None for an
    /// empty reference.
    pub fn suggest(&self, reference: &str) -> Vec<Suggestion> {
        if reference.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut ids = HashSet::new();
        for asset in self.containing(&fold::lower(reference)) {
            if ids.insert(self.assets.id(asset)) {
                found.push(asset);
            }
            if found.len() == MAX_SUGGESTIONS {
                return found;
            }
        }
        for asset in self.resembling(reference) {
            if ids.insert(self.assets.id(asset)) {
                found.push(asset);
            }
        }
        found.truncate(MAX_SUGGESTIONS);
        found
    }

    fn containing<'a>(&'a self, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
        let holds = move |text: &str| fold::lower_contains(text, needle);
        (0..self.assets.len()).filter(move |&asset| {
            holds(self.assets.name(asset)) || self.assets.real_arn(asset).is_some_and(holds)
        })
    }

    /// The first asset of each of the names most like the reference.
    fn resembling(&self, reference: &str) -> Vec<usize> {
        let mut seen = HashSet::new();
        let mut names = Vec::new();
        let mut firsts = Vec::new();
        for asset in 0..self.assets.len() {
            let name = self.assets.name(asset);
            if seen.insert(name) {
                names.push(name);
                firsts.push(asset);
            }
        }
        fuzzy::close_match_positions(reference, names, MAX_SUGGESTIONS, CUTOFF)
            .into_iter()
            .map(|index| firsts[index])
            .collect()
    }
}
