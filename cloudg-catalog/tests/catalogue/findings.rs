//! Findings: the recorded answers, and what ingesting, normalising and suppressing must keep.

use cloudg_catalog::text::uri;
use serde_json::{Value, json};

use crate::support::{Estate, array, object, text, vectors};

/// A workspace with the dataset of the vectors.
fn recorded_dataset(vectors: &Value) -> Estate {
    let estate = Estate::empty();
    estate.write("vec.json", &vectors["dataset"].to_string());
    estate.answer("load_dataset", json!({"path": "vec.json", "name": "vec", "kind": "generic"}));
    estate
}

#[test]
fn answers_are_as_recorded() {
    let vectors = vectors("findings-vectors.json");
    let mut failures = Vec::new();
    for cases in ["cases", "normalise_cases"] {
        let estate = recorded_dataset(&vectors);
        for case in array(&vectors[cases]) {
            if let Some(failure) = difference(&estate, case) {
                failures.push(failure);
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_group_is_named_once_even_by_values_that_read_like_no_value() {
    let estate = Estate::empty();
    let asset = |id: &str, account: Value| json!({"id": id, "name": id, "asset_type": "EC2", "provider": "AWS", "account_id": account});
    let finding = |id: &str, resource: &str, tags: Value| {
        json!({"id": id, "resource_id": resource, "title": id, "description": "d",
            "source_tool": "x", "severity": "HIGH", "compliance_frameworks": tags})
    };
    let dataset = json!({
        "assets": [
            asset("a", Value::Null), asset("b", json!("")), asset("c", json!("unknown")),
            asset("d", json!("unmapped")),
        ],
        "findings": [
            finding("1", "a", json!([])), finding("2", "b", json!(["(none)"])),
            finding("3", "c", json!(["(none)", "CIS"])), finding("4", "d", json!(["CIS", "CIS"])),
            finding("5", "nowhere", json!([])),
        ],
    });
    estate.write("few.json", &dataset.to_string());
    estate.answer("load_dataset", json!({"path": "few.json", "kind": "generic"}));
    let totals = |dimension: &str| {
        let answer = estate.answer("findings_summary", json!({"group_by": dimension}));
        let groups = object(&answer["groups"]).iter();
        groups.map(|(key, group)| format!("{key} {}", group["total"])).collect::<Vec<_>>()
    };
    assert_eq!(totals("account"), ["unknown 3", "unmapped 2"]);
    assert_eq!(totals("framework"), ["(none) 4", "CIS 2"]);
}

/// What is wrong with the answer to a case.
fn difference(estate: &Estate, case: &Value) -> Option<String> {
    let tool = text(&case["tool"]);
    let result = estate.call(tool, case["arguments"].clone());
    let (expected, given) = match case.get("error_code") {
        Some(code) => {
            let data = case.get("error_data").unwrap_or(&Value::Null).clone();
            let given = result.error_data().cloned().unwrap_or_default();
            (json!([code, data]), json!([result.error_code(), given]))
        }
        None => {
            let mut expected = case["structuredContent"].clone();
            if let Some(ours) = case.get("ours") {
                object(ours).iter().for_each(|(key, value)| expected[key] = value.clone());
            }
            let links = case.get("links").cloned().unwrap_or(json!([]));
            (json!([expected, links]), json!([result.structured, links_of(&result)]))
        }
    };
    let mut expected = expected;
    settle(&mut expected, &given);
    // As text, so that the order of keys counts.
    let (expected, given) = (expected.to_string(), given.to_string());
    let asked = &case["arguments"];
    (expected != given)
        .then(|| format!("{tool} {asked}\n  expected {expected}\n  given    {given}"))
}

fn links_of(result: &cloudg_runtime::ToolResult) -> Value {
    let blocks = result.content.iter().map(cloudg_runtime::ContentBlock::to_wire);
    blocks.filter(|block| block["type"] == "resource_link").collect()
}

/// Takes over what is recorded as free: times and cursors; and texts that are our own.
fn settle(expected: &mut Value, given: &Value) {
    match (&mut *expected, given) {
        (Value::String(recorded), Value::String(_))
            if ["<now>", "<cursor>"].contains(&recorded.as_str()) =>
        {
            *expected = given.clone();
        }
        (Value::Array(recorded), Value::Array(given)) => {
            recorded.iter_mut().zip(given).for_each(|(recorded, given)| settle(recorded, given));
        }
        (Value::Object(recorded), Value::Object(given)) => {
            for (key, value) in recorded {
                let Some(given) = given.get(key) else { continue };
                let is_own = key == "hint" && given.is_string();
                if is_own { *value = given.clone() } else { settle(value, given) }
            }
        }
        _ => {}
    }
}

/// The files of the ingest vectors, under the names that the calls use.
fn write_reports(estate: &Estate, vectors: &Value) {
    for (name, content) in object(&vectors["inputs"]) {
        let file = name.split(' ').next().unwrap();
        let text = if name.contains("JSON Lines") {
            let lines = array(content).iter().map(Value::to_string);
            lines.collect::<Vec<_>>().join("\n")
        } else if file.ends_with(".js") {
            format!("scoutsuite_results =\n{content};")
        } else {
            content.to_string()
        };
        estate.write(file, &text);
    }
}

#[test]
fn reports_are_ingested_as_recorded() {
    let vectors = vectors("ingest-vectors.json");
    let estate = Estate::empty();
    write_reports(&estate, &vectors);
    for case in array(&vectors["cases"]) {
        let given = estate.answer("ingest_reports", case["arguments"].clone());
        assert_eq!(given.to_string(), case["structuredContent"].to_string());
        let list = json!({"include_suppressed": true, "limit": 500});
        let ids: Vec<Value> = array(&estate.answer("list_findings", list)["items"])
            .iter()
            .map(|item| item["id"].clone())
            .collect();
        let details = ids.iter().map(|id| estate.answer("get_finding", json!({"finding_id": id})));
        let details: Vec<Value> = details.collect();
        let (key, is_ordered) = match case.get("findings") {
            Some(_) => ("findings", true),
            None => ("findings_unordered_frameworks", false),
        };
        let expected = array(&case[key]);
        assert_eq!(details.len(), expected.len());
        for finding in expected {
            let is_it = |detail: &&Value| is_recorded(detail, finding, is_ordered);
            assert!(details.iter().any(|detail| is_it(&detail)), "{finding} of {details:?}");
        }
        if let Some(controls) = case.get("controls_by_framework_and_status") {
            check_controls(&estate, controls);
        }
    }
}

/// Whether a finding has all recorded members. Frameworks of OCSF records come in the order of the
/// record, and those that several rulesets give in theirs.
fn is_recorded(detail: &Value, recorded: &Value, is_ordered: bool) -> bool {
    object(recorded).iter().all(|(key, value)| match key.as_str() {
        "compliance_frameworks" if !is_ordered || recorded["source_tool"] == "prowler" => {
            sorted(value) == sorted(&detail[key])
        }
        _ => detail[key] == *value,
    })
}

fn sorted(list: &Value) -> Vec<String> {
    let mut list: Vec<String> = array(list).iter().map(Value::to_string).collect();
    list.sort_unstable();
    list
}

fn check_controls(estate: &Estate, recorded: &Value) {
    for (framework, by_status) in object(recorded) {
        for (status, controls) in object(by_status) {
            let query = json!({"framework": framework, "status": status, "limit": 500});
            let rows = estate.answer("list_controls", query);
            let rows = array(&rows["items"]).iter().filter(|row| row["framework"] == **framework);
            let given: Value = rows.map(|row| row["control_id"].clone()).collect();
            assert_eq!(sorted(&given), sorted(controls), "{framework} {status}");
        }
    }
}

/// The version of a dataset.
fn version(estate: &Estate, dataset: &str) -> u64 {
    estate.workspace.dataset(dataset).unwrap().identity().version
}

/// A workspace with two assets and the reports of the vectors.
fn estate() -> Estate {
    let estate = Estate::empty();
    write_reports(&estate, &vectors("ingest-vectors.json"));
    let asset = |id: &str, arn: &str| json!({"id": id, "name": id, "arn": arn, "asset_type": "S3_BUCKET", "provider": "AWS"});
    let assets = [asset("bucket", "arn:aws:s3:::data"), asset("other", "arn:x")];
    estate.write("x.json", &json!({ "assets": assets }).to_string());
    estate.answer("load_dataset", json!({"path": "x.json", "name": "x"}));
    estate
}

/// Findings with all that is known of them, and the results of controls.
fn content(estate: &Estate) -> String {
    let set = estate.workspace.dataset("").unwrap();
    let set = set.finding_set();
    let records: Vec<_> = (0..set.findings.len()).map(|finding| set.record(finding)).collect();
    format!("{records:?}\n{:?}\n{:?}", set.compliance, set.reasons)
}

#[test]
fn the_same_reports_again_change_nothing() {
    let estate = estate();
    let reports = json!({"reports": {"prowler": ["asff.json", "ocsf.json"], "checkov": ["ck.json"],
        "trivy": ["trivy.json"], "scoutsuite": ["scoutsuite_results_aws.js"]}});
    let first = estate.answer("ingest_reports", reports.clone());
    assert_eq!((&first["matched_to_assets"], &first["parsed"]), (&json!(4), &json!(15)));
    let items = estate.answer("list_findings", json!({"fields": ["detected_at"]}));
    for item in array(&items["items"]) {
        assert!(text(&item["detected_at"]).ends_with("+00:00"), "{item}");
    }
    let id = items["items"][0]["id"].clone();
    estate.answer("suppress_findings", json!({"finding_ids": [id], "reason": " known "}));
    let before = content(&estate);
    let again = estate.answer("ingest_reports", reports);
    assert_eq!(again["findings_before"], again["findings_after"]);
    assert_eq!(content(&estate), before);
    let detail = estate.answer("get_finding", json!({"finding_id": id}));
    assert_eq!(
        (&detail["is_suppressed"], &detail["suppression_reason"]),
        (&json!(true), &json!("known"))
    );
    estate.answer("normalise_findings", json!({}));
    let calm = content(&estate);
    assert_eq!(version(&estate, "x"), 4);
    estate.answer("normalise_findings", json!({}));
    assert_eq!(content(&estate), calm);
}

#[test]
fn appended_findings_have_ids_of_their_own_until_they_are_normalised() {
    let estate = estate();
    let reports = json!({"reports": {"checkov": ["ck.json"]}, "normalise": false});
    estate.answer("ingest_reports", reports.clone());
    estate.answer("ingest_reports", reports);
    let ids = || {
        let list = estate.answer("list_findings", json!({}));
        let ids = array(&list["items"]).iter().map(|item| text(&item["id"]).to_owned());
        ids.collect::<std::collections::BTreeSet<_>>()
    };
    let appended = ids();
    assert_eq!(appended.len(), 6);
    let reply = estate.answer("normalise_findings", json!({}));
    assert_eq!((&reply["findings_before"], &reply["findings_after"]), (&json!(6), &json!(3)));
    assert!(ids().is_subset(&appended));
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_counts() {
    let estate = estate();
    estate.write("scans/good.json", r#"[{"check_type": "t", "results": {"failed_checks": [{"check_id": "CKV_1", "resource": "r"}, 7]}}]"#);
    estate.write("scans/torn.json", "[{");
    let reports = json!({"reports": {
        "Checkov": ["scans", "none.json", "scans/torn.json"], "trivy": ["ck.json"],
    }});
    let reply = estate.answer("ingest_reports", reports);
    assert_eq!(reply["per_path"], json!([{"tool": "Checkov", "path": "scans", "findings": 1}]));
    let errors: Vec<(&str, &str)> = array(&reply["errors"])
        .iter()
        .map(|error| (text(&error["tool"]), text(&error["path"])))
        .collect();
    let expected = [
        ("Checkov", "scans/torn.json"),
        ("Checkov", "none.json"),
        ("Checkov", "scans/torn.json"),
        ("trivy", "ck.json"),
    ];
    assert_eq!(errors, expected);
    assert_eq!(reply["skipped"]["count"], json!(1), "{reply}");
    let root = estate.root().display().to_string();
    assert!(!reply.to_string().contains(&root), "{reply}");
}

#[test]
fn nothing_to_join_leaves_a_dataset_as_it_is() {
    let estate = estate();
    let cursor = estate.answer("find_assets", json!({"limit": 1}))["next_cursor"].take();
    let reports = json!({"reports": {"trivy": ["none.json"], "prowler": []}});
    let reply = estate.answer("ingest_reports", reports.clone());
    assert_eq!((&reply["parsed"], &reply["normalised"]), (&json!(0), &json!(true)));
    assert_eq!(version(&estate, "x"), 0);
    estate.answer("find_assets", json!({"limit": 1, "cursor": cursor}));
    // A new dataset is made all the same.
    let new = json!({"reports": reports["reports"], "new_dataset": true, "activate": false});
    let reply = estate.answer("ingest_reports", new);
    assert_eq!((&reply["dataset"], &reply["active"]), (&json!("ingested"), &json!("x")));
    assert_eq!(version(&estate, "ingested"), 0);
}

#[test]
fn a_refused_path_or_name_stores_nothing() {
    let estate = estate();
    let outside = json!({"reports": {"checkov": ["ck.json", "../ck.json"]}});
    let result = estate.call("ingest_reports", outside);
    assert_eq!((result.error_code(), result.error_data()), (Some(&json!(-31001)), None));
    let unknown = estate.call("ingest_reports", json!({"reports": {"nessus": ["../x"], "b": []}}));
    let message = "Unknown scanner(s) nessus, b. Supported: prowler, scoutsuite, checkov, trivy";
    assert_eq!((unknown.error_code(), unknown.text().as_str()), (Some(&json!(-32602)), message));
    let new = |name: &str| json!({"reports": {"checkov": ["../x"]}, "new_dataset": true, "dataset": name});
    let taken = estate.call("ingest_reports", new("x"));
    assert_eq!(taken.error_data(), Some(&json!({"existing": "x", "suggested": "x-2"})));
    let bad = estate.call("ingest_reports", new("a b"));
    assert_eq!(bad.error_data(), Some(&json!({"value": "a b"})));
    let missing = estate.call("ingest_reports", json!({"reports": {}, "dataset": "nope"}));
    assert_eq!(missing.error_data().unwrap()["value"], json!("nope"));
    assert_eq!((version(&estate, "x"), estate.workspace.list().0.len()), (0, 1));
}

#[test]
fn a_cursor_ends_with_a_suppression_that_changes_something() {
    let estate = Estate::sample();
    let page = estate.answer("list_findings", json!({"limit": 1}));
    let (id, cursor) = (page["items"][0]["id"].clone(), page["next_cursor"].clone());
    let follow = |cursor: &Value| {
        !estate.call("list_findings", json!({"limit": 2, "cursor": cursor})).is_error
    };
    estate.answer("unsuppress_findings", json!({"finding_ids": [id, "?", id]}));
    assert!(follow(&cursor));
    let suppress = json!({"finding_ids": [id, id], "reason": "accepted"});
    let reply = estate.answer("suppress_findings", suppress.clone());
    assert_eq!((&reply["suppressed"], &reply["already_suppressed"]), (&json!([id]), &json!([])));
    assert!(!follow(&cursor));
    let next = estate.answer("list_findings", json!({"limit": 1}))["next_cursor"].take();
    let blank = estate.call("suppress_findings", json!({"finding_ids": [id], "reason": "  a  "}));
    let data = json!([{"loc": "reason", "msg": "String should have at least 3 characters", "type": "string_too_short"}]);
    assert_eq!(blank.error_data(), Some(&data));
    estate.answer("suppress_findings", suppress);
    assert!(follow(&next));
}

#[test]
fn previewed_findings_are_the_ones_that_are_added() {
    let estate = recorded_dataset(&vectors("findings-vectors.json"));
    let ids = |arguments: Value| -> Vec<String> {
        let reply = estate.answer("reachability_findings", arguments);
        array(&reply["items"]).iter().map(|item| text(&item["id"]).to_owned()).collect()
    };
    let previewed = ids(json!({"limit": 500}));
    let reply = estate.answer("reachability_findings", json!({"add_to_dataset": true, "limit": 1}));
    assert_eq!((&reply["added"], &reply["returned"]), (&json!(previewed.len()), &json!(1)));
    for id in &previewed {
        let detail = estate.answer("get_finding", json!({ "finding_id": id }));
        assert_eq!(detail["source_tool"], json!("cloudg-reachability"));
        assert_eq!(detail["uri"], json!(uri::finding_uri(id)));
    }
    let again = estate.answer("reachability_findings", json!({"add_to_dataset": true}));
    assert_eq!((&again["new"], &again["added"]), (&json!(0), &json!(0)));
    assert_eq!(version(&estate, "vec"), 1);
    // Times with and without a zone sort as instants.
    let sorted = estate.answer("list_findings", json!({"sort_by": "detected_at", "limit": 500}));
    let times = array(&sorted["items"]).iter().map(|item| text(&item["detected_at"]));
    let days: Vec<&str> = times.map(|time| &time[..10]).collect();
    assert!(days.is_sorted_by(|a, b| a >= b), "{days:?}");
}
