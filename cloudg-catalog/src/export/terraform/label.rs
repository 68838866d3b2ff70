//! Names of resources within a Terraform configuration.

use hashbrown::{HashMap, HashSet};

/// Most characters of a label, before what tells repeats apart.
const MAX_LENGTH: usize = 64;

/// The name of an asset as a Terraform identifier: what is no ASCII letter, digit or `_` becomes
/// `_`, leading digits go, runs of `_` become one, none at the ends. Never empty, never with a digit
/// first.
pub fn label(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let replaced: String = name.chars().map(plain).collect();
    let parts = replaced.trim_start_matches(|c: char| c.is_ascii_digit()).split('_');
    let mut label = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
    if label.starts_with(|c: char| c.is_ascii_digit()) {
        label.insert_str(0, "r_");
    }
    // Only ASCII is left, so every byte is a character.
    label.truncate(MAX_LENGTH);
    if label.is_empty() { "resource".to_owned() } else { label }
}

/// Hands out labels, each once for each type of resource.
#[derive(Debug, Default)]
pub(super) struct Labels {
    taken: HashSet<(&'static str, String)>,
    /// The last number behind a label, so that many assets of one name stay cheap.
    numbers: HashMap<(&'static str, String), usize>,
}

impl Labels {
    /// The label of an asset; `_1`, `_2` and so on where its label is taken.
    pub(super) fn take(&mut self, resource_type: &'static str, name: &str) -> String {
        let base = label(name);
        if self.taken.insert((resource_type, base.clone())) {
            return base;
        }
        let number = self.numbers.entry((resource_type, base.clone())).or_default();
        loop {
            *number += 1;
            let numbered = format!("{base}_{number}");
            if self.taken.insert((resource_type, numbered.clone())) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn labels_are_as_recorded() {
        const VECTORS: &str = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/vectors/findings-unit-vectors.json"
        ));
        let vectors: Value = serde_json::from_str(VECTORS).expect("JSON");
        let cases = vectors["terraform_label"].as_array().expect("list");
        assert!(cases.len() > 8);
        for case in cases {
            let (name, recorded) =
                (case[0].as_str().expect("text"), case[1].as_str().expect("text"));
            // The recording lets a digit come first, which Terraform refuses.
            let is_refused = recorded.starts_with(|c: char| c.is_ascii_digit());
            let expected = if is_refused { format!("r_{recorded}") } else { recorded.to_owned() };
            assert_eq!(label(name), expected, "{name}");
        }
        assert_eq!(label("-1abc"), "r_1abc");
        assert_eq!(label("'; rm -rf /"), "rm_rf");
        assert_eq!(label("\n${x}"), "x");
    }

    #[test]
    fn a_label_is_given_once_for_a_type() {
        let mut labels = Labels::default();
        let mut take = |kind, name| labels.take(kind, name);
        assert_eq!(take("a", "x"), "x");
        assert_eq!(take("a", "x_1"), "x_1");
        assert_eq!(take("a", "x"), "x_2");
        assert_eq!(take("a", "x"), "x_3");
        assert_eq!(take("b", "x"), "x");
    }
}
