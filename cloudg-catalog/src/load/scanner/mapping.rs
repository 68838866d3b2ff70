//! The severity and framework tables of the scanners, and the check name in a Prowler id.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::model::Severity;

/// The tables of all scanners.
#[derive(Debug, Deserialize)]
pub(super) struct Mappings {
    pub(super) prowler: Mapping,
    pub(super) scoutsuite: Mapping,
    pub(super) checkov: Mapping,
    pub(super) trivy: Mapping,
}

/// The tables of one scanner; what a scanner does not have is empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Mapping {
    severity: Map<String, Value>,
    severity_default: String,
    framework_markers: Map<String, Value>,
    /// Framework of a check that carries no marker.
    pub(super) framework_default: String,
    /// Level of a record without one.
    pub(super) level_default: String,
    pub(super) vulnerability_frameworks: Vec<String>,
    pub(super) misconfig_frameworks: Vec<String>,
    pub(super) secret_frameworks: Vec<String>,
    secret_severity: String,
    id_providers: Vec<String>,
}

impl Mapping {
    /// The severity of a label, already in the table's letter case.
    pub(super) fn severity(&self, label: &str) -> Severity {
        let name = self.severity.get(label).and_then(Value::as_str);
        severity_named(name.unwrap_or(&self.severity_default))
    }

    /// The severity of a leaked secret.
    pub(super) fn secret_severity(&self) -> Severity {
        severity_named(&self.secret_severity)
    }

    /// The framework of the first marker, in table order, that a lower-cased text contains.
    pub(super) fn framework<'a>(&'a self, lowered: &str) -> Option<&'a str> {
        self.frameworks(lowered).next()
    }

    /// The frameworks of all markers that a lower-cased text contains, in table order.
    pub(super) fn frameworks<'a, 't>(
        &'a self,
        lowered: &'t str,
    ) -> impl Iterator<Item = &'a str> + use<'a, 't> {
        self.framework_markers
            .iter()
            .filter(move |(marker, _)| lowered.contains(marker.as_str()))
            .filter_map(|(_, name)| name.as_str())
    }
}

/// The tables, read once.
pub(super) static MAPPINGS: LazyLock<Mappings> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/scanner-mappings.json"))
        // The text is part of the program, and a test reads it.
        .expect("the embedded scanner mappings are valid")
});

/// The check in the id of a Prowler finding, as in `prowler-aws-CHECK-123456789012-…`; the
/// provider may be missing. `None` where the id has another form.
pub fn check_name(id: &str) -> Option<&str> {
    let mut tokens = id.trim().split('-').peekable();
    if tokens.next() != Some("prowler") {
        return None;
    }
    let first = tokens.next()?;
    let is_provider = MAPPINGS.prowler.id_providers.iter().any(|provider| provider == first);
    let check = if is_provider { tokens.next().unwrap_or(first) } else { first };
    let allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    (!check.is_empty() && check.bytes().all(allowed)).then_some(check)
}

fn severity_named(name: &str) -> Severity {
    Severity::from_name(name).unwrap_or(Severity::Medium)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn every_severity_of_the_tables_is_known() {
        let maps = &*MAPPINGS;
        for mapping in [&maps.prowler, &maps.scoutsuite, &maps.checkov, &maps.trivy] {
            assert!(!mapping.severity.is_empty());
            for (_, name) in &mapping.severity {
                assert!(Severity::from_name(name.as_str().unwrap()).is_some());
            }
            assert!(Severity::from_name(&mapping.severity_default).is_some());
        }
        assert_eq!(maps.trivy.secret_severity(), Severity::High);
        assert_eq!(maps.trivy.severity("UNKNOWN"), Severity::Info);
        assert_eq!(maps.trivy.severity("weird"), Severity::Medium);
    }

    #[test]
    fn check_names_follow_the_vectors() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/data-model-vectors.json");
        let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let cases = vectors["prowler_check_id"].as_array().unwrap();
        assert!(cases.len() >= 13);
        for case in cases {
            let input = case["input"].as_str().unwrap_or_default();
            assert_eq!(check_name(input).unwrap_or_default(), case["check"], "{input}");
        }
    }
}
