//! The compliance tools: recorded answers, and what must hold for odd results and findings.

use serde_json::{Value, json};

use crate::support::{Estate, array, object, text, vectors};

/// Tools of the recorded file that this module answers for, with those that change the dataset.
const TOOLS: [&str; 7] = [
    "list_frameworks",
    "compliance_summary",
    "list_controls",
    "control_status",
    "compliance_gaps",
    "suppress_findings",
    "unsuppress_findings",
];

#[test]
fn answers_are_as_recorded() {
    let recorded = vectors("findings-vectors.json");
    let estate = load(&recorded["dataset"], "vec");
    let cases = array(&recorded["cases"]).iter();
    let mut n_compliance = 0;
    for case in cases.filter(|case| TOOLS.contains(&text(&case["tool"]))) {
        n_compliance += usize::from(!text(&case["tool"]).ends_with("suppress_findings"));
        let result = estate.call(text(&case["tool"]), case["arguments"].clone());
        let wire = result.to_wire();
        if let Some(code) = case.get("error_code") {
            assert_eq!(wire["_meta"]["cloudg/error_code"], *code, "{case}");
            assert_eq!(wire["_meta"]["cloudg/error_data"], case["error_data"], "{case}");
            continue;
        }
        let mut expected = case["structuredContent"].clone();
        for (key, value) in case.get("ours").map(object).into_iter().flatten() {
            expected[key.as_str()] = value.clone();
        }
        let mut answer = wire["structuredContent"].clone();
        if answer.get("hint").is_some() && expected.get("hint").is_some() {
            answer["hint"] = expected["hint"].clone();
        }
        assert_eq!(answer.to_string(), expected.to_string(), "{case}");
        if let Some(links) = case.get("links") {
            assert_eq!(json!(array(&wire["content"])[1..]), *links, "{case}");
        }
    }
    assert_eq!(n_compliance, 10);
}

#[test]
fn frameworks_and_their_controls_need_no_dataset() {
    let estate = Estate::empty();
    let answer = estate.answer("list_frameworks", json!({}));
    let mut expected = vectors("compliance-frameworks.json")["frameworks"].take();
    let rows = expected.as_array_mut().unwrap();
    rows.sort_by(|a, b| text(&a["framework"]).cmp(text(&b["framework"])));
    assert_eq!(answer, json!({"total": rows.len(), "items": rows}));
    let page = estate
        .answer("list_controls", json!({"framework": "soc2-aws", "source": "ruleset", "limit": 2}));
    assert_eq!(page["frameworks"], json!(["SOC2-AWS"]));
    assert_eq!(array(&page["items"]).len(), 2);
    assert!(!text(&page["items"][0]["title"]).is_empty());
    let next = json!({
        "framework": "soc2-aws", "source": "ruleset", "cursor": page["next_cursor"],
    });
    let rest = estate.answer("list_controls", next);
    assert_eq!(rest["offset"], json!(2));
    let stale = json!({
        "framework": "pci", "source": "ruleset", "cursor": page["next_cursor"],
    });
    assert!(estate.call("list_controls", stale).text().starts_with("Stale cursor"));
}

#[test]
fn an_unknown_framework_lists_the_known_ones() {
    let estate = Estate::empty();
    let result =
        estate.call("list_controls", json!({"framework": "zzz", "source": "ruleset"})).to_wire();
    let data = &result["_meta"]["cloudg/error_data"];
    assert_eq!(data["value"], json!("zzz"));
    assert_eq!(array(&data["known"]).len(), 28);
    assert!(text(&result["content"][0]["text"]).contains("CIS-AWS"));
}

/// A framework name is one segment of an address.
#[test]
fn a_framework_is_quoted_in_its_address() {
    let estate = load(&odd(), "odd");
    let rows = estate.answer("compliance_summary", json!({"framework": "a/b"}));
    assert_eq!(rows["frameworks"][0]["uri"], json!("cloudg://compliance/A%2Fb%3Ac"));
}

#[test]
fn a_control_is_failed_unless_its_findings_are_suppressed() {
    let estate = load(&odd(), "odd");
    let status = |id: &str| {
        let answer = estate.answer("control_status", json!({"framework": "A/b", "control_id": id}));
        text(&answer["status"]).to_owned()
    };
    // Listed findings that do not exist make nothing good.
    assert_eq!(status("gone"), "FAIL");
    assert_eq!(status("1"), "FAIL");
    // The same control by its suffix after a dash, never after a digit or a dot.
    assert_eq!(status("5.2"), "MANUAL");
    let missed = estate.call("control_status", json!({"framework": "A/b", "control_id": "2"}));
    assert!(missed.is_error, "{}", missed.text());
    let both = json!({"finding_ids": ["f1", "f2"], "reason": "accepted"});
    estate.answer("suppress_findings", both);
    assert_eq!(status("1"), "PASS (all findings suppressed)");
    assert_eq!(status("gone"), "FAIL");
}

#[test]
fn a_status_is_cut_when_either_list_is() {
    let estate = load(&odd(), "odd");
    let arguments = json!({"framework": "A/b", "control_id": "1", "limit": 1});
    let answer = estate.answer("control_status", arguments);
    assert_eq!(answer["open_findings"], json!(2));
    assert_eq!(array(&answer["findings"]).len(), 1);
    assert_eq!(answer["truncated"], json!(true));
}

/// The framework of a failing control may contain the separator, and an unmapped resource is told
/// by its ARN before its id.
#[test]
fn gaps_keep_framework_and_control_together() {
    let estate = load(&odd(), "odd");
    let answer = estate.answer("compliance_gaps", json!({}));
    let rows: Vec<String> = array(&answer["items"])
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                row["id"], row["frameworks"], row["failing_controls"], row["gap_findings"]
            )
        })
        .collect();
    assert_eq!(
        rows,
        [r#""vm" ["A/b:c"] ["A/b:c:1"] 1"#, r#""unmapped:arn:gone" ["Tag"] ["A/b:c:1"] 1"#,]
    );
    assert_eq!(answer["items"][1]["unmapped"], json!(true));
    let high = estate.answer("compliance_gaps", json!({"min_severity": "critical"}));
    assert_eq!(high["total"], json!(1));
}

#[test]
fn a_page_is_part_of_the_whole_order() {
    let sample = Estate::sample();
    let whole = sample.answer("compliance_gaps", json!({"limit": 500}));
    let total = array(&whole["items"]).len();
    assert!(total > 4);
    let (mut items, mut cursor) = (Vec::new(), Value::from(""));
    while !cursor.is_null() {
        let mut page = sample.answer("compliance_gaps", json!({"limit": 3, "cursor": cursor}));
        items.extend(array(&page["items"]).iter().cloned());
        cursor = page["next_cursor"].take();
    }
    assert_eq!(json!(items), whole["items"]);
}

/// Results that name the same finding twice, none at all, and ids that end alike.
fn odd() -> Value {
    let asset = json!({"id": "vm", "name": "vm", "asset_type": "EC2", "provider": "AWS"});
    let finding = |id: &str, severity: &str, resource: &str, arn: Value, tags: Value| {
        json!({
            "id": id, "title": id, "description": "d", "severity": severity, "source_tool": "t",
            "resource_id": resource, "resource_arn": arn, "compliance_frameworks": tags,
        })
    };
    let result = |control: &str, status: &str, ids: Value| {
        json!({
            "framework": "A/b:c", "control_id": control, "control_title": null, "status": status,
            "finding_ids": ids,
        })
    };
    json!({
        "assets": [asset],
        "findings": [
            finding("f1", "CRITICAL", "vm", Value::Null, json!([])),
            finding("f2", "LOW", "gone", json!("arn:gone"), json!(["Tag"])),
        ],
        "compliance": [
            result("1", "FAIL", json!(["f1", "f2", "f1"])),
            result("gone", "FAIL", json!(["no such"])),
            result("CIS-5.2", "MANUAL", json!([])),
            result("15.2", "PASS", json!([])),
        ],
    })
}

fn load(dataset: &Value, name: &str) -> Estate {
    let estate = Estate::empty();
    estate.write("estate.json", &dataset.to_string());
    let arguments = json!({"path": "estate.json", "kind": "generic", "name": name});
    estate.answer("load_dataset", arguments);
    estate
}
