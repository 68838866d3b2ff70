//! What files load as: every recorded load in a fresh workspace.

use std::collections::BTreeMap;

use cloudg_catalog::dataset::Dataset;
use serde_json::{Map, Value, json};

use crate::support::{Estate, array, object, text, vectors};

/// Facts of a load that the answer of `load_dataset` gives.
const ANSWERED: [&str; 8] = [
    "loaded",
    "kind",
    "source",
    "providers",
    "total_assets",
    "total_edges",
    "total_findings",
    "has_organization",
];

/// What a case with `want_instead` must give.
enum Wanted {
    /// The error code.
    Error(i32),
    /// The facts recorded for another case, with these in their place; `finding` holds those of
    /// its only finding.
    Like(&'static str, Value),
}

#[test]
fn files_load_as_recorded() {
    let vectors = vectors("loader-vectors.json");
    let cases = array(&vectors["load"]);
    let recorded: BTreeMap<&str, &Value> =
        cases.iter().map(|case| (text(&case["name"]), &case["reference"])).collect();
    assert_eq!((cases.len(), recorded.len()), (85, 85), "names are unique");
    let corrections: BTreeMap<_, _> = corrections().into();
    let corrected: Vec<&str> = cases
        .iter()
        .filter(|case| case.get("want_instead").is_some())
        .map(|case| text(&case["name"]))
        .collect();
    let mut known: Vec<&str> = corrected.clone();
    known.sort_unstable();
    assert!(known.iter().eq(corrections.keys()), "a correction for each of {corrected:?}");

    let mut failures = Vec::new();
    for case in cases {
        let name = text(&case["name"]);
        let expected = match corrections.get(name) {
            Some(wanted) => wanted.facts(&recorded),
            None => case["reference"].clone(),
        };
        let loaded = load(case, &expected);
        if loaded != expected {
            failures.push(format!("{name}\n  expected {expected}\n  loaded   {loaded}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

impl Wanted {
    fn facts(&self, recorded: &BTreeMap<&str, &Value>) -> Value {
        match self {
            Self::Error(code) => json!({ "error_code": code }),
            Self::Like(name, changes) => {
                let mut facts = recorded[name].clone();
                for (key, value) in object(changes) {
                    match key.as_str() {
                        "finding" => {
                            for (key, value) in object(value) {
                                facts["findings"][0][key] = value.clone();
                            }
                        }
                        _ => facts[key] = value.clone(),
                    }
                }
                facts
            }
        }
    }
}

/// What `want_instead` says in words, as facts.
fn corrections() -> [(&'static str, Wanted); 22] {
    use Wanted::{Error, Like};
    const INVALID: i32 = -32602;
    let one_asset = |kind: &str| json!({"kind": kind, "total_assets": 1, "providers": ["aws"]});
    let scout = json!({"loaded": "scoutsuite_results", "source": "$ROOT/scoutsuite_results.json"});
    let checkov = json!({"title": "[Checkov/t] CKV_AWS_18", "description": ""});
    // Nothing but an id and a package: the severity is unknown.
    let trivy = json!({
        "severity": "INFO",
        "title": "[Trivy] CVE-1: p ()",
        "evidence": "Image: img:1, Target: t, Package: p@",
        "remediation": "No fix available for CVE-1 in p. Consider alternative packages.",
        "cvss_score": null,
        "risk_score": 0.5,
    });
    [
        ("bom", Like("duplicate keys", json!({}))),
        ("json lines first scalar", Error(INVALID)),
        ("one ASFF object", Like("ASFF wrapper, one line", json!({}))),
        ("ASFF wrapper, pretty", Like("ASFF wrapper, one line", json!({}))),
        ("checkov failed_checks null", Like("checkov unparseable", json!({}))),
        ("checkov null check_name", Like("checkov object", json!({ "finding": checkov }))),
        ("checkov unparseable", Error(INVALID)),
        ("trivy vulnerabilities null", Like("trivy cvss null", json!({}))),
        ("trivy results null", Like("trivy cvss null", json!({}))),
        ("trivy cvss null", Like("trivy", json!({ "finding": trivy }))),
        ("scoutsuite plain json", Like("scoutsuite", scout)),
        ("scoutsuite null rationale", Like("scoutsuite", json!({"finding": {"description": ""}}))),
        ("wrong kind", Error(INVALID)),
        ("map with findings", Like("everything", json!({"kind": "inventory"}))),
        ("map: assets null", Like("duplicate keys", json!({"kind": "inventory"}))),
        ("map: unresolved null", Like("duplicate keys", one_asset("inventory"))),
        ("map is an array", Error(INVALID)),
        ("map: string asset", Error(INVALID)),
        ("generic: organization string", Error(INVALID)),
        ("generic: providers string", Error(INVALID)),
        ("empty directory, prowler", Error(INVALID)),
        ("trailing newline name", Error(INVALID)),
    ]
}

/// Loads the files of a case and gives the facts that `expected` has.
fn load(case: &Value, expected: &Value) -> Value {
    let estate = Estate::empty();
    for (path, content) in object(&case["files"]) {
        estate.write(path, text(content));
    }
    let result = estate.call("load_dataset", case["args"].clone());
    let (datasets, active) = estate.workspace.list();
    if let Some(code) = result.error_code() {
        assert!(datasets.is_empty() && active.is_none(), "a failed load changes nothing: {case}");
        let data = result.error_data().filter(|_| expected.get("error_data").is_some());
        let mut facts = json!({ "error_code": code });
        if let Some(data) = data {
            facts["error_data"] = data.clone();
        }
        return facts;
    }
    let [dataset] = datasets.as_slice() else { panic!("one dataset: {case}") };
    assert_eq!(active.as_deref(), Some(dataset.name()), "the first dataset is active: {case}");
    let answer = result.structured.unwrap();
    let mut facts: Map<String, Value> =
        ANSWERED.iter().map(|&key| (key.to_owned(), answer[key].clone())).collect();
    let root = estate.root().display().to_string();
    facts["source"] = text(&facts["source"]).replace(&root, "$ROOT").into();
    facts.insert("compliance".to_owned(), compliance(dataset));
    if expected.get("edges").is_some() {
        facts.insert("edges".to_owned(), edges(dataset));
    }
    if !dataset.findings().is_empty() {
        facts.insert("findings".to_owned(), findings(dataset));
    }
    Value::Object(facts)
}

fn compliance(dataset: &Dataset) -> Value {
    let results = dataset.finding_set().compliance.iter();
    results
        .map(|result| json!([result.framework, result.control_id, result.status.as_str()]))
        .collect()
}

fn edges(dataset: &Dataset) -> Value {
    let edges = dataset.edges();
    let endpoint = |symbol| edges.endpoints().get(symbol);
    let edge = |edge| {
        let properties = Some(edges.properties(edge)).filter(|text| !text.is_empty());
        let properties: Value = serde_json::from_str(properties.unwrap_or("{}")).unwrap();
        json!({
            "source_id": endpoint(edges.source(edge)),
            "target_id": endpoint(edges.target(edge)),
            "edge_type": edges.edge_type(edge).as_str(),
            "ports": edges.ports(edge),
            "port_range": edges.port_range(edge),
            "protocol": edges.protocol(edge),
            "cidr": edges.cidr(edge),
            "direction": edges.direction(edge),
            "description": edges.description(edge),
            "relationship": edges.relationship(edge),
            "properties": properties,
        })
    };
    (0..edges.len()).map(edge).collect()
}

fn findings(dataset: &Dataset) -> Value {
    let findings = dataset.findings();
    let finding = |finding| {
        json!({
            "resource_id": findings.resource_id(finding),
            "resource_arn": findings.resource_arn(finding),
            "severity": findings.severity(finding).as_str(),
            "title": findings.title(finding),
            "description": findings.description(finding),
            "evidence": findings.evidence(finding),
            "remediation": findings.remediation(finding),
            "source_tool": findings.source_tool(finding),
            "source_finding_id": findings.source_finding_id(finding),
            "compliance_frameworks": findings.frameworks(finding).collect::<Vec<_>>(),
            "cvss_score": findings.cvss_score(finding),
            "is_suppressed": !dataset.finding_set().is_open(finding),
            "risk_score": findings.risk_score(finding),
        })
    };
    (0..findings.len()).map(finding).collect()
}
