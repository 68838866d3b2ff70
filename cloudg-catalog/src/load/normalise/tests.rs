use super::*;
use crate::model::Timestamp;

fn finding(id: &str, tool: &str, source: &str, resource: &str, title: &str) -> FindingRecord {
    FindingRecord {
        id: id.to_owned(),
        resource_id: resource.to_owned(),
        resource_arn: None,
        severity: Severity::Medium,
        title: title.to_owned(),
        description: String::new(),
        source_tool: tool.to_owned(),
        evidence: None,
        remediation: None,
        source_finding_id: Some(source.to_owned()).filter(|id| !id.is_empty()),
        compliance_frameworks: Vec::new(),
        cvss_score: None,
        detected_at: Timestamp { local_micros: 0, offset_minutes: None },
        is_suppressed: false,
    }
}

/// `id severity tools frameworks` of every finding that remains.
fn rows(findings: Vec<FindingRecord>) -> Vec<String> {
    let (findings, _) = normalise(findings, &BTreeSet::new(), Rulesets::none());
    let row = |f: &FindingRecord| {
        let frameworks = f.compliance_frameworks.join("+");
        format!("{} {} {} {frameworks}", f.id, f.severity.as_str(), f.source_tool)
    };
    findings.iter().map(row).collect()
}

#[test]
fn duplicates_of_one_scanner_merge_into_the_first_place() {
    let mut worse = finding("c", "trivy", "CVE-1", "img", "CVE-1: p2");
    worse.severity = Severity::High;
    let list = vec![
        finding("a", "trivy", "CVE-1", "img", "CVE-1: p1"),
        finding("b", "trivy", "CVE-2", "img", "CVE-2: p1"),
        worse,
    ];
    assert_eq!(rows(list), ["c HIGH trivy ", "b MEDIUM trivy "]);
}

#[test]
fn equivalent_checks_of_two_scanners_merge_under_one_title() {
    let list = |title: &str| {
        let prowler = "prowler-aws-s3_bucket_default_encryption-1";
        vec![
            finding("a", "prowler", prowler, "r", "Encryption at rest"),
            finding("b", "checkov", "CKV_AWS_19", "r", title),
            finding("c", "checkov", "CKV_AWS_1", "r", "Encryption at rest"),
        ]
    };
    let merged = rows(list("[Checkov/t] Encryption At Rest."));
    assert_eq!(merged.len(), 2);
    assert!(merged[0].starts_with("a MEDIUM prowler, checkov"));
    assert_eq!(rows(list("Another title")).len(), 3);
}

#[test]
fn findings_without_checks_merge_by_title_and_unreadable_titles_stay_apart() {
    let list = vec![
        finding("a", "x", "", "r", "Open port!"),
        finding("b", "y", "", "r", "open PORT"),
        finding("c", "x", "", "r", "開いた"),
        finding("d", "x", "", "r", "閉じた"),
    ];
    assert_eq!(rows(list), ["a MEDIUM x, y ", "c MEDIUM x ", "d MEDIUM x "]);
}

#[test]
fn a_merge_keeps_what_the_lost_finding_knew() {
    let mut lost = finding("b", "trivy", "CVE-1", "img", "t");
    lost.evidence = Some("seen".to_owned());
    lost.cvss_score = Some(9.1);
    lost.is_suppressed = true;
    lost.compliance_frameworks = vec!["CVE".to_owned()];
    let list = vec![finding("a", "trivy", "CVE-1", "img", "t"), lost];
    let list = list.into_iter().map(KnownFinding::from).collect();
    let normalised = normalise_tracked(list, &BTreeSet::new(), Rulesets::none());
    let kept = &normalised.survivors[0].known.finding;
    assert_eq!((kept.evidence.as_deref(), kept.cvss_score), (Some("seen"), Some(9.1)));
    assert_eq!((kept.severity, kept.is_suppressed), (Severity::Critical, false));
    assert_eq!(normalised.survivors[0].absorbed, ["b"]);
    let record = &normalised.compliance()[0];
    assert_eq!((record.control_id.as_str(), record.finding_ids.len()), ("CVE/CVE-1", 1));
    assert_eq!(record.control_title.as_deref(), Some("CVE CVE/CVE-1"));
}

#[test]
fn scores_raise_severities() {
    let raised = |score, severity| {
        let mut finding = finding("a", "x", "1", "r", "t");
        finding.cvss_score = Some(score);
        finding.severity = severity;
        raise_severity(&mut finding);
        finding.severity
    };
    assert_eq!(raised(9.0, Severity::Info), Severity::Critical);
    assert_eq!(raised(8.9, Severity::Low), Severity::High);
    assert_eq!(raised(7.0, Severity::Critical), Severity::Critical);
    assert_eq!(raised(6.9, Severity::Low), Severity::Low);
}

#[test]
fn frameworks_come_from_checks_then_words_then_fallbacks() {
    let shipped = |finding| {
        let (found, _) = normalise(vec![finding], &BTreeSet::new(), Rulesets::shipped());
        found[0].compliance_frameworks.clone()
    };
    let exact = shipped(finding("a", "x", "see/iam_root_mfa_enabled", "r", "Password policy"));
    assert!(exact.iter().all(|name| name.ends_with("-AWS")), "{exact:?}");
    let words = shipped(finding("a", "x", "", "r", "S3 bucket is PUBLIC"));
    assert!(words.contains(&"CIS-AWS".to_owned()), "{words:?}");
    assert!(shipped(finding("a", "x", "", "r", "nothing")).is_empty());
    let fallback = rows(vec![finding("a", "x", "", "r", "Use MFA for ROOT: root mfa")]);
    assert_eq!(fallback, ["a MEDIUM x CIS+NIST-800-53"]);
}

#[test]
fn a_failing_control_is_not_passed_by_another_check() {
    let failed = finding("a", "prowler", "prowler-aws-iam_root_mfa_enabled-1", "r", "t");
    let passed: BTreeSet<String> = ["iam_root_mfa_enabled".to_owned()].into();
    let with_failure = normalise(vec![failed], &passed, Rulesets::shipped()).1;
    assert!(!with_failure.is_empty());
    assert!(with_failure.iter().all(|record| record.status == ComplianceStatus::Fail));
    let passes = normalise(Vec::new(), &passed, Rulesets::shipped()).1;
    assert_eq!(passes.len(), with_failure.len());
    assert!(passes.iter().all(|record| record.status == ComplianceStatus::Pass));
    let ids: BTreeSet<&str> = passes.iter().map(|record| record.id.as_str()).collect();
    assert_eq!(ids.len(), passes.len());
}

#[test]
fn normalising_again_changes_nothing() {
    let list = vec![
        finding("a", "prowler", "prowler-aws-s3_bucket_default_encryption-1", "r", "Encryption"),
        finding("b", "checkov", "CKV_AWS_19", "r", "encryption"),
        finding("c", "x", "", "r", "mfa missing"),
    ];
    let once = normalise(list, &BTreeSet::new(), Rulesets::shipped()).0;
    let twice = normalise(once.clone(), &BTreeSet::new(), Rulesets::shipped()).0;
    assert_eq!(once, twice);
}

#[test]
fn groups_come_in_the_order_of_their_first_finding_and_stay_when_done_again() {
    let worst =
        FindingRecord { severity: Severity::Critical, ..finding("a2", "trivy", "y", "r", "T1") };
    let list = vec![
        finding("b", "prowler", "x2", "r", "T2"),
        finding("a1", "prowler", "x1", "r", "T1"),
        worst,
    ];
    let once = normalise(list, &BTreeSet::new(), Rulesets::shipped()).0;
    let ids = |list: &[FindingRecord]| -> Vec<String> {
        list.iter().map(|finding| finding.id.clone()).collect()
    };
    assert_eq!(ids(&once), ["a2", "b", "a1"]);
    let twice = normalise(once.clone(), &BTreeSet::new(), Rulesets::shipped()).0;
    assert_eq!(ids(&twice), ids(&once));
}

/// The findings of the vectors' dataset.
fn dataset(vectors: &serde_json::Value) -> Vec<FindingRecord> {
    let list = vectors["dataset"]["findings"].as_array().unwrap();
    let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let read = |value: &serde_json::Value| FindingRecord {
        id: text(&value["id"]).unwrap(),
        resource_id: text(&value["resource_id"]).unwrap(),
        resource_arn: text(&value["resource_arn"]),
        severity: Severity::from_name(value["severity"].as_str().unwrap()).unwrap(),
        title: text(&value["title"]).unwrap(),
        description: text(&value["description"]).unwrap(),
        source_tool: text(&value["source_tool"]).unwrap(),
        source_finding_id: text(&value["source_finding_id"]),
        compliance_frameworks: value["compliance_frameworks"]
            .as_array()
            .map(|names| names.iter().filter_map(text).collect())
            .unwrap_or_default(),
        cvss_score: value["cvss_score"].as_f64(),
        is_suppressed: value["is_suppressed"] == true,
        ..finding("", "", "", "", "")
    };
    list.iter().map(read).collect()
}

#[test]
fn a_dataset_follows_the_vectors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/findings-vectors.json");
    let vectors: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (found, _) = normalise(dataset(&vectors), &BTreeSet::new(), Rulesets::shipped());
    let cases = vectors["normalise_cases"].as_array().unwrap();
    let listing = cases.iter().find(|case| case["tool"] == "list_findings").unwrap();
    let items = listing["structuredContent"]["items"].as_array().unwrap();
    assert_eq!(items.len(), found.len());
    for item in items {
        let finding = found.iter().find(|finding| item["id"] == *finding.id).unwrap();
        assert_eq!(item["severity"], finding.severity.as_str());
        assert_eq!(item["source_tool"], *finding.source_tool);
        let frameworks = serde_json::to_value(&finding.compliance_frameworks).unwrap();
        assert_eq!(frameworks, item["compliance_frameworks"], "{}", item["id"]);
    }
}
