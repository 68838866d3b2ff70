//! Patterns for findings that no ruleset knows.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::patterns::PatternIndex;

#[derive(Deserialize)]
struct Table {
    fallback_rules: Map<String, Value>,
}

struct Fallback {
    frameworks: Vec<String>,
    patterns: PatternIndex,
}

static FALLBACK: LazyLock<Fallback> = LazyLock::new(|| {
    let table: Table = serde_json::from_str(include_str!("../../data/normaliser.json"))
        // The text is part of the program, and a test reads it.
        .expect("the embedded fallback patterns are valid");
    let rules = (0_u32..).zip(table.fallback_rules.values());
    let patterns = PatternIndex::new(rules.flat_map(|(group, rules)| {
        let rules = rules.as_array().into_iter().flatten();
        rules.filter_map(move |rule| Some((group, rule.get("pattern")?.as_str()?)))
    }));
    Fallback {
        frameworks: table.fallback_rules.into_iter().map(|(name, _)| name).collect(),
        patterns,
    }
});

/// The frameworks found in a lower-cased text, in table order.
pub(super) fn search(lowered: &str) -> Vec<&'static str> {
    let fallback = &*FALLBACK;
    let groups = fallback.patterns.search(lowered);
    groups.into_iter().map(|group| fallback.frameworks[group as usize].as_str()).collect()
}
