//! Which rulesets are in force.

use std::sync::OnceLock;

use super::{RulesetFile, Rulesets};

/// The rulesets of a server: the shipped ones, those of its operator, both, or none. They are put
/// together on first use.
#[derive(Debug, Default)]
pub struct RulesetSource {
    without_shipped: bool,
    files: Vec<RulesetFile>,
    joined: OnceLock<Rulesets>,
}

impl RulesetSource {
    /// The shipped rulesets, then these files: a control that is defined already keeps its title
    /// and severity, and gains checks and patterns.
    pub fn shipped_and(files: Vec<RulesetFile>) -> Self {
        Self { files, ..Self::default() }
    }

    /// These files in place of the shipped ones; no rulesets at all where there is none.
    pub fn only(files: Vec<RulesetFile>) -> Self {
        Self { without_shipped: true, files, ..Self::default() }
    }

    /// The rulesets, with their indexes.
    pub fn get(&self) -> &Rulesets {
        match (self.without_shipped, self.files.is_empty()) {
            (false, true) => Rulesets::shipped(),
            (true, true) => Rulesets::none(),
            (without_shipped, false) => self.joined.get_or_init(|| {
                let shipped = match without_shipped {
                    true => Vec::new(),
                    false => super::ruleset::shipped_files(),
                };
                Rulesets::from_files(shipped.into_iter().chain(self.files.iter().cloned()))
            }),
        }
    }
}
