use std::collections::HashMap;

use serde_json::{Value, json};

use super::*;
use crate::compliance::Rulesets;
use crate::load::detect;
use crate::load::normalise::{KnownFinding, Survivor, normalise, normalise_tracked};
use crate::model::ComplianceRecord;

const NOW: Timestamp = Timestamp { local_micros: 1_000_000, offset_minutes: Some(0) };

fn vectors(name: &str) -> Value {
    let path = format!("{}/../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn scan(scanner: Scanner, content: &[u8]) -> Result<ScanOutcome, ScanError> {
    parse(scanner, &[ScanFile { display_path: "dir/report.json", bytes: content }], NOW)
}

/// The finding as the vectors show it.
fn shown(finding: &FindingRecord) -> Value {
    json!({
        "resource_id": finding.resource_id,
        "resource_arn": finding.resource_arn,
        "severity": finding.severity.as_str(),
        "title": finding.title,
        "description": finding.description,
        "evidence": finding.evidence,
        "remediation": finding.remediation,
        "source_tool": finding.source_tool,
        "source_finding_id": finding.source_finding_id,
        "compliance_frameworks": finding.compliance_frameworks,
        "cvss_score": finding.cvss_score,
        "is_suppressed": finding.is_suppressed,
    })
}

fn without_risk(list: &Value) -> Value {
    let strip = |finding: &Value| {
        let mut finding = finding.clone();
        finding.as_object_mut().unwrap().remove("risk_score");
        finding
    };
    list.as_array().map_or_else(|| json!([]), |list| list.iter().map(strip).collect())
}

fn shown_compliance(records: &[ComplianceRecord]) -> Value {
    let row = |record: &ComplianceRecord| {
        json!([record.framework, record.control_id, record.status.as_str()])
    };
    records.iter().map(row).collect()
}

/// The scanner of a case, by its argument, its file names or its content.
fn scanner_of(case: &Value) -> Option<Scanner> {
    if let Some(kind) = case["args"]["kind"].as_str() {
        return detect::Kind::from_name(kind).and_then(detect::Kind::scanner);
    }
    let (path, content) = case["files"].as_object()?.iter().next()?;
    let name = path.rsplit('/').next()?;
    let kind = detect::kind_from_name(name)
        .or_else(|| detect::classify(content.as_str()?.as_bytes()).ok().map(|found| found.kind));
    kind?.scanner()
}

fn load(case: &Value, scanner: Scanner) -> Result<(Value, Value), ScanError> {
    let files: Vec<ScanFile<'_>> = case["files"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(path, _)| !path.ends_with(".keep"))
        .map(|(path, text)| ScanFile {
            display_path: path,
            bytes: text.as_str().unwrap().as_bytes(),
        })
        .collect();
    let outcome = parse(scanner, &files, NOW)?;
    let (findings, compliance) =
        normalise(outcome.findings, &outcome.passed_checks, Rulesets::shipped());
    Ok((findings.iter().map(shown).collect(), shown_compliance(&compliance)))
}

#[test]
fn loads_follow_the_vectors() {
    let vectors = vectors("loader-vectors.json");
    let mut seen = HashMap::new();
    for case in vectors["load"].as_array().unwrap() {
        let Some(scanner) = scanner_of(case) else { continue };
        let name = case["name"].as_str().unwrap();
        // How deep directories are searched is not decided here.
        if name == "depth 7" {
            continue;
        }
        *seen.entry(scanner).or_insert(0) += 1;
        let found = load(case, scanner);
        match case["want_instead"].as_str() {
            Some(want) if want.starts_with("error") => assert!(found.is_err(), "{name}"),
            Some(want) => {
                let expect = want.split(|c: char| !c.is_ascii_digit()).find(|n| !n.is_empty());
                let count = found.unwrap().0.as_array().unwrap().len().to_string();
                assert_eq!(Some(count.as_str()), expect, "{name}: {want}");
            }
            None => {
                let (findings, compliance) = found.unwrap();
                assert_eq!(findings, without_risk(&case["reference"]["findings"]), "{name}");
                assert_eq!(compliance, case["reference"]["compliance"], "{name}");
            }
        }
    }
    assert!(seen[&Scanner::Prowler] >= 8, "{seen:?}");
    assert!(seen[&Scanner::ScoutSuite] >= 4, "{seen:?}");
    assert!(seen[&Scanner::Checkov] >= 6, "{seen:?}");
    assert!(seen[&Scanner::Trivy] >= 5, "{seen:?}");
}

/// The content of a report of the ingest vectors: some are described beside their name.
fn ingest_input(vectors: &Value, path: &str) -> String {
    let inputs = vectors["inputs"].as_object().unwrap();
    let (name, value) = inputs.iter().find(|(name, _)| name.starts_with(path)).unwrap();
    if name.contains("JSON Lines") {
        let lines: Vec<String> = value.as_array().unwrap().iter().map(Value::to_string).collect();
        return lines.join("\r\n");
    }
    if name.contains("scoutsuite_results =") {
        return format!("scoutsuite_results =\n{value};\n");
    }
    value.to_string()
}

fn ingest(vectors: &Value, case: &Value) -> ScanOutcome {
    let mut all = ScanOutcome::default();
    for (tool, paths) in case["arguments"]["reports"].as_object().unwrap() {
        for path in paths.as_array().unwrap() {
            let content = ingest_input(vectors, path.as_str().unwrap());
            let outcome = scan(Scanner::from_name(tool).unwrap(), content.as_bytes()).unwrap();
            all.findings.extend(outcome.findings);
            all.passed_checks.extend(outcome.passed_checks);
        }
    }
    all
}

#[test]
fn ingested_findings_follow_the_vectors() {
    let vectors = vectors("ingest-vectors.json");
    let mut compared = 0;
    for case in vectors["cases"].as_array().unwrap() {
        let outcome = ingest(&vectors, case);
        let Some(expect) = case.get("findings") else { continue };
        let mut expect = without_risk(expect);
        // Frameworks come in the order of the record, which this case does not keep.
        if case["arguments"]["dataset"] == "p2" {
            expect[0]["compliance_frameworks"] = json!(["CIS", "NIST-800-53", "PCI-DSS"]);
        }
        let found: Value = outcome.findings.iter().map(shown).collect();
        assert_eq!(found, expect, "{}", case["arguments"]);
        compared += 1;
    }
    assert!(compared >= 7);
}

#[test]
fn merged_reports_follow_the_vectors() {
    let vectors = vectors("ingest-vectors.json");
    let cases = vectors["cases"].as_array().unwrap();
    let case = cases.iter().find(|case| case.get("findings_unordered_frameworks").is_some());
    let case = case.unwrap();
    let outcome = ingest(&vectors, case);
    let known = outcome.findings.into_iter().map(KnownFinding::from).collect();
    let normalised = normalise_tracked(known, &outcome.passed_checks, Rulesets::shipped());
    let row = |survivor: &Survivor| {
        let finding = &survivor.known.finding;
        let mut frameworks = finding.compliance_frameworks.clone();
        frameworks.sort();
        json!({
            "resource_id": finding.resource_id,
            "severity": finding.severity.as_str(),
            "title": finding.title,
            "source_tool": finding.source_tool,
            "source_finding_id": finding.source_finding_id,
            "compliance_frameworks": frameworks,
        })
    };
    let rows: Value = normalised.survivors.iter().map(row).collect();
    assert_eq!(rows, case["findings_unordered_frameworks"]);
    let mut controls: HashMap<String, HashMap<String, Vec<String>>> = HashMap::new();
    for record in normalised.compliance() {
        let statuses = controls.entry(record.framework).or_default();
        statuses.entry(record.status.as_str().to_owned()).or_default().push(record.control_id);
    }
    controls.values_mut().flat_map(HashMap::values_mut).for_each(|list| list.sort());
    assert_eq!(serde_json::to_value(controls).unwrap(), case["controls_by_framework_and_status"]);
    let absorbed = normalised.survivors.iter().map(|survivor| survivor.absorbed.len());
    assert_eq!(absorbed.sum::<usize>(), 2);
}

const FAIL: &str = r#"{"class_uid":2004,"status_code":"FAIL","severity":"High","finding_info":{"title":"T","uid":"u"},"resources":[{"uid":"arn:r"}]}"#;

#[test]
fn lines_end_in_any_way_and_bad_ones_are_listed() {
    let text = format!("\u{feff}{FAIL}\r\n\r\nnot json\r\n[1]\n{{\"zzz\":1}}\n{FAIL}");
    let outcome = scan(Scanner::Prowler, text.as_bytes()).unwrap();
    assert_eq!(outcome.findings.len(), 2);
    let skipped: Vec<String> = outcome
        .skipped
        .iter()
        .map(|skipped| format!("{} {}", skipped.place, skipped.reason.code()))
        .collect();
    assert_eq!(skipped, ["line 3 not-json", "line 4 not-an-object", "line 5 unknown-record"]);
    assert_eq!(outcome.skipped[0].reason.to_string(), "invalid JSON at line 3, column 2");
}

#[test]
fn equal_findings_get_different_ids_that_stay_the_same() {
    let text = format!("[{FAIL},{FAIL}]");
    let first = scan(Scanner::Prowler, text.as_bytes()).unwrap();
    let again = scan(Scanner::Prowler, text.as_bytes()).unwrap();
    assert_ne!(first.findings[0].id, first.findings[1].id);
    assert_eq!(first.findings, again.findings);
    let one = scan(Scanner::Prowler, FAIL.as_bytes()).unwrap();
    assert_eq!(one.findings[0].id, first.findings[0].id);
    let mut joined = one.findings;
    assign_ids(&mut joined, |id| id == first.findings[0].id);
    assert_eq!(joined[0].id, first.findings[1].id);
}

#[test]
fn what_is_of_another_format_is_an_error() {
    let foreign = [
        "",
        " \n",
        "{bad",
        "{}",
        "[1,2]",
        "123",
        r#"{"assets":[]}"#,
        r#"[{"zzz":1}]"#,
        r#"{"Resources":{"Bucket":{}},"AWSTemplateFormatVersion":"2010-09-09"}"#,
        r#"{"version":"2.1.0","runs":[]}"#,
        "a;b;c\n1;2;3\n",
    ];
    for scanner in Scanner::ALL {
        for content in foreign {
            let error = scan(scanner, content.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(scanner.title()), "{error}");
            assert!(!error.contains("zzz") && !error.contains("bad"), "{error}");
        }
    }
    let lines = scan(Scanner::Prowler, b"{\"name\":1}\n{\"name\":2}\n").unwrap_err();
    assert!(lines.to_string().ends_with("JSON of another format"), "{lines}");
    let none = parse(Scanner::Trivy, &[], NOW).unwrap_err();
    assert_eq!(none.to_string(), "there is no Trivy report to read here");
}

#[test]
fn reports_without_failing_checks_load() {
    let clean = [
        (Scanner::Prowler, "[]"),
        (Scanner::Prowler, r#"{"Findings":[]}"#),
        (Scanner::Prowler, r#"[{"class_uid":1,"status_code":"PASS"}]"#),
        (Scanner::ScoutSuite, "scoutsuite_results = {\"services\":{}}"),
        (Scanner::ScoutSuite, r#"{"services":null}"#),
        (Scanner::Checkov, "[]"),
        (Scanner::Checkov, r#"{"passed":0,"failed":0,"checkov_version":"3.0"}"#),
        (Scanner::Checkov, r#"{"check_type":"t","results":null}"#),
        (Scanner::Trivy, r#"{"SchemaVersion":2,"ArtifactName":"a"}"#),
        (Scanner::Trivy, r#"{"Results":[{"Target":"t","Secrets":null,"Vulnerabilities":null}]}"#),
    ];
    for (scanner, content) in clean {
        let outcome = scan(scanner, content.as_bytes()).unwrap();
        assert_eq!((outcome.findings.len(), outcome.skipped.len()), (0, 0), "{content}");
    }
}

#[test]
fn nulls_are_missing_everywhere() {
    let nulls = [
        (
            Scanner::Prowler,
            r#"{"ProductArn":null,"Id":null,"Severity":null,"Title":null,"Description":null,"Resources":null,"Compliance":null,"Remediation":null,"ProductFields":null,"GeneratorId":null}"#,
        ),
        (
            Scanner::Prowler,
            r#"{"class_uid":1,"finding_info":null,"metadata":null,"resources":[null],"severity":null,"status":null,"status_code":null,"status_detail":null,"unmapped":{"compliance":null},"cloud":null,"remediation":null,"time":null}"#,
        ),
        (
            Scanner::ScoutSuite,
            r#"{"services":{"a":null,"s3":{"findings":{"k":{"flagged_items":null,"level":null,"description":null,"rationale":null,"remediation":null,"compliance":null,"items":["r"]}}}}}"#,
        ),
        (
            Scanner::Checkov,
            r#"{"check_type":null,"results":{"failed_checks":[{"check_id":null,"check_name":null,"resource":null,"severity":null,"file_path":null,"file_line_range":null,"guideline":null}]}}"#,
        ),
        (
            Scanner::Trivy,
            r#"{"ArtifactName":null,"Results":[{"Target":null,"Type":null,"Vulnerabilities":[{"VulnerabilityID":null,"PkgName":null,"CVSS":{"nvd":null},"Severity":null,"Description":null,"FixedVersion":null}],"Misconfigurations":null,"Secrets":null}]}"#,
        ),
    ];
    for (scanner, content) in nulls {
        let outcome = scan(scanner, content.as_bytes()).unwrap();
        assert_eq!((outcome.findings.len(), outcome.skipped.len()), (1, 0), "{content}");
    }
    let trivy = scan(Scanner::Trivy, nulls[4].1.as_bytes()).unwrap();
    assert_eq!(trivy.findings[0].resource_id, "dir/report.json");
}

#[test]
fn a_bad_record_spoils_only_itself() {
    let text = r#"{"check_type":"t","results":{"failed_checks":[7,{"check_id":5},{"check_id":"CKV_1","check_name":"n"}]}}"#;
    let outcome = scan(Scanner::Checkov, text.as_bytes()).unwrap();
    assert_eq!(outcome.findings.len(), 1);
    let reasons: Vec<String> = outcome.skipped.iter().map(|s| s.reason.to_string()).collect();
    assert_eq!(reasons, ["not a JSON object", "`check_id` has a wrong type"]);
}

#[test]
fn scores_out_of_range_are_left_out() {
    let text = r#"{"Results":[{"Vulnerabilities":[{"VulnerabilityID":"CVE-1","CVSS":{"a":{"V3Score":99},"b":{"V3Score":7.1}}},{"VulnerabilityID":"CVE-2","CVSS":{"a":{"V3Score":-1}}}]}]}"#;
    let outcome = scan(Scanner::Trivy, text.as_bytes()).unwrap();
    let scores: Vec<Option<f64>> = outcome.findings.iter().map(|f| f.cvss_score).collect();
    assert_eq!(scores, [Some(7.1), None]);
}

#[test]
fn a_bad_file_does_not_spoil_the_others() {
    let file = |display_path, bytes| ScanFile { display_path, bytes };
    let files = [
        file("a.json", b"\xff\xfe{\0".as_slice()),
        file("b.json", FAIL.as_bytes()),
        file("c.json", b"{\"x\":1}"),
    ];
    let outcome = parse(Scanner::Prowler, &files, NOW).unwrap();
    assert_eq!((outcome.findings.len(), outcome.files_used), (1, 1));
    let skipped: Vec<_> = outcome.skipped.iter().map(|s| (s.file, s.reason.code())).collect();
    assert_eq!(skipped, [(0, "not-utf8"), (2, "wrong-format")]);
}

#[test]
fn deep_records_are_errors_or_read_but_never_fatal() {
    let nested = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
    let record = |n| format!(r#"{{"class_uid":1,"status_detail":{}}}"#, nested(n));
    for text in [record(900), format!("[{}]", record(900)), format!("{}\n{FAIL}", record(900))] {
        assert!(!scan(Scanner::Prowler, text.as_bytes()).unwrap().findings.is_empty());
    }
    for scanner in Scanner::ALL {
        let error = scan(scanner, record(200_000).as_bytes()).unwrap_err();
        let ScanError::NothingUsable { reason, .. } = error else { panic!("{error}") };
        assert_eq!(reason.code(), "too-deep");
    }
    let lines = format!("{}\n{FAIL}\n", record(5_000));
    let outcome = scan(Scanner::Prowler, lines.as_bytes()).unwrap();
    assert_eq!(outcome.findings.len(), 1);
    assert_eq!(outcome.skipped[0].reason.code(), "too-deep");
}

#[test]
fn times_of_the_scanner_are_used() {
    let text = r#"[{"class_uid":1,"time":1739539650},{"class_uid":1,"time_dt":"2025-02-14T13:27:30Z"},{"ProductArn":"p","CreatedAt":"bad","UpdatedAt":"2025-02-14T13:27:30Z"},{"class_uid":1}]"#;
    let outcome = scan(Scanner::Prowler, text.as_bytes()).unwrap();
    let micros: Vec<i64> = outcome.findings.iter().map(|f| f.detected_at.local_micros).collect();
    let at = 1_739_539_650_000_000;
    assert_eq!(micros, [at, at, at, NOW.local_micros]);
}

#[test]
fn scoutsuite_assignments_are_found_anywhere() {
    let body =
        r#"{"services":{"s3":{"findings":{"k = {x}":{"flagged_items":1,"items":["a",5,null]}}}}}"#;
    for text in [
        format!("var x;\nscoutsuite_results ={body};\n"),
        body.to_owned(),
        format!("x = 1;y= {body}"),
    ] {
        let outcome = scan(Scanner::ScoutSuite, text.as_bytes()).unwrap();
        let ids: Vec<&str> = outcome.findings.iter().map(|f| f.resource_id.as_str()).collect();
        assert_eq!(ids, ["a", "5", ""], "{text}");
        assert_eq!(outcome.findings[1].resource_arn.as_deref(), Some(""));
    }
    let torn = scan(Scanner::ScoutSuite, b"scoutsuite_results =\n{\"a\":\nhunter2}").unwrap_err();
    assert!(torn.to_string().ends_with("invalid JSON at line 3, column 1"), "{torn}");
}

#[test]
fn codes_are_unique() {
    let json = |kind| SkipReason::NotJson(JsonError { kind, line: 1, column: 1 });
    let codes = [
        json(JsonErrorKind::Empty).code(),
        json(JsonErrorKind::TooDeep).code(),
        json(JsonErrorKind::NotUtf8).code(),
        json(JsonErrorKind::Syntax).code(),
        SkipReason::WrongFormat.code(),
        SkipReason::NotAnObject.code(),
        SkipReason::UnknownRecord.code(),
        SkipReason::WrongType("x").code(),
        SkipReason::NoItems.code(),
    ];
    let distinct: BTreeSet<&str> = codes.into_iter().collect();
    assert_eq!(distinct.len(), codes.len());
}

#[test]
fn torn_and_damaged_files_fail_in_order() {
    let samples = [
        (Scanner::Prowler, format!("[{FAIL},\n {FAIL}]")),
        (Scanner::Prowler, r#"{"Findings":[{"ProductArn":"é\"","Title":"t"}]}"#.to_owned()),
        (Scanner::ScoutSuite, r#"{"services":{"s":{"findings":{}}}}"#.to_owned()),
        (Scanner::Checkov, r#"[{"check_type":"t","results":{"failed_checks":[]}}]"#.to_owned()),
        (Scanner::Trivy, r#"{"Results":[{"Secrets":[{"RuleID":"ü"}]}]}"#.to_owned()),
    ];
    for (scanner, sample) in samples {
        let bytes = sample.as_bytes();
        assert!(scan(scanner, bytes).is_ok(), "{sample}");
        for end in 0..bytes.len() {
            assert!(scan(scanner, &bytes[..end]).is_err(), "{scanner:?} cut at {end}");
        }
        for at in 0..bytes.len() {
            for byte in *b"\0\"\\{[:, 1\xff" {
                let mut damaged = bytes.to_vec();
                damaged[at] = byte;
                let is_json = json::text(&damaged).is_ok_and(|t| json::check_syntax(t).is_ok());
                let is_read = scan(scanner, &damaged).is_ok();
                assert!(is_json || !is_read, "{scanner:?} byte {byte} at {at}");
            }
        }
    }
}
