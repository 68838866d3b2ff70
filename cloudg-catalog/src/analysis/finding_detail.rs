//! One finding: which one an identifier names, and the controls that it fails.

use crate::{
    dataset::{Dataset, Findings},
    model::ComplianceRecord,
};

/// Most suggestions for an identifier that names nothing.
const MAX_SUGGESTIONS: usize = 5;

/// The last finding with this id, else the only one with this identifier of its scanner.
pub fn find(findings: &Findings, id: &str) -> Option<usize> {
    let all = || 0..findings.len();
    if let Some(finding) = all().rev().find(|&finding| findings.id(finding) == id) {
        return Some(finding);
    }
    let mut named = all().filter(|&finding| findings.source_finding_id(finding) == Some(id));
    named.next().filter(|_| named.next().is_none())
}

/// The first findings whose id contains a text, in dataset order; none for the empty text.
pub fn suggest(findings: &Findings, text: &str) -> Vec<usize> {
    if text.is_empty() {
        return Vec::new();
    }
    let finder = memchr::memmem::Finder::new(text);
    let holds = |finding: &usize| finder.find(findings.id(*finding).as_bytes()).is_some();
    (0..findings.len()).filter(holds).take(MAX_SUGGESTIONS).collect()
}

/// The results that list a finding, in dataset order.
pub fn controls(dataset: &Dataset, finding: usize) -> Vec<&ComplianceRecord> {
    let set = dataset.finding_set();
    let results = set.by_control().results_of(finding).iter();
    results.map(|&result| &set.compliance[result as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests::dataset_of;

    #[test]
    fn ids_come_before_the_identifiers_of_scanners() {
        let finding = |id: &str, source: &str| {
            serde_json::json!({
                "id": id, "source_finding_id": source, "resource_id": "", "severity": "LOW",
                "title": "", "description": "", "source_tool": "",
            })
        };
        let list = [("a", "x"), ("b", "y"), ("c", "y"), ("a", "z"), ("x", "b")];
        let findings: Vec<_> = list.iter().map(|(id, source)| finding(id, source)).collect();
        let dataset = dataset_of(&serde_json::json!({"assets": [], "findings": findings}));
        let found = |id| find(dataset.findings(), id);
        assert_eq!(
            (found("a"), found("b"), found("x"), found("z")),
            (Some(3), Some(1), Some(4), Some(3))
        );
        assert_eq!((found("y"), found(""), found("A")), (None, None, None));
        assert_eq!(suggest(dataset.findings(), "a"), [0, 3]);
        assert!(suggest(dataset.findings(), "").is_empty());
    }
}
