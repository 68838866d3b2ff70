//! The result of a call as a client gets it, and the texts of every kind of failure.

use serde_json::{Value, json};

use crate::support::{Estate, array, object, text};

/// The wire form of a call without the time it took.
fn wire(estate: &Estate, tool: &str, arguments: Value) -> Value {
    let mut wire = estate.call(tool, arguments).to_wire();
    if let Some(duration) = wire["_meta"].get_mut("cloudg/duration_ms") {
        assert!(duration.is_u64(), "{duration}");
        *duration = 0.into();
    }
    wire
}

/// Checks a failure to the letter, its code and that there is no other data.
#[track_caller]
fn fails(estate: &Estate, tool: &str, arguments: Value, message: &str, data: Option<Value>) {
    let mut meta = json!({"cloudg/error_code": -32602});
    if let Some(data) = data {
        meta["cloudg/error_data"] = data;
    }
    let expected = json!({
        "content": [{"type": "text", "text": message}],
        "isError": true,
        "_meta": meta,
    });
    assert_eq!(wire(estate, tool, arguments).to_string(), expected.to_string());
}

#[test]
fn a_summary_as_a_client_gets_it() {
    let estate = Estate::sample();
    let wire = wire(&estate, "dataset_summary", json!({"dataset": "sample"}));
    let keys = |value: &Value| object(value).keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(keys(&wire), "content isError structuredContent _meta");
    let [block, link] = array(&wire["content"]) else { panic!("a text and a link") };
    assert_eq!(keys(block), "type text");
    let summary = &wire["structuredContent"];
    assert_eq!(text(&block["text"]), serde_json::to_string_pretty(summary).unwrap());
    let expected = r#"{"type":"resource_link","uri":"cloudg://datasets/sample/summary","name":"sample summary","mimeType":"application/json"}"#;
    assert_eq!(link.to_string(), expected);
    assert_eq!(wire["isError"], json!(false));
    assert_eq!(wire["_meta"].to_string(), r#"{"cloudg/duration_ms":0}"#);
    let order = "dataset kind source loaded_at version providers total_assets total_edges \
                 total_findings open_findings suppressed_findings severity_breakdown accounts \
                 regions internet_exposed cross_account_edges unlinked_assets \
                 unresolved_references compliance_frameworks assets_by_type assets_by_provider \
                 edges_by_type has_organization coverage_records organization";
    assert_eq!(keys(summary), order);
    let severities = keys(&summary["severity_breakdown"]);
    assert_eq!(severities, "CRITICAL HIGH MEDIUM LOW INFO");
    let loaded_at = text(&summary["loaded_at"]);
    assert!(loaded_at.len() == 25 && loaded_at.ends_with("+00:00"), "{loaded_at}");
}

#[test]
fn a_load_links_its_summary_and_an_asset_its_neighbours() {
    let estate = Estate::sample();
    estate.write("x.json", r#"{"assets": []}"#);
    let loaded = wire(&estate, "load_dataset", json!({"path": "x.json"}));
    let expected = r#"{"type":"resource_link","uri":"cloudg://datasets/x/summary","name":"x summary","title":"Dataset summary","mimeType":"application/json"}"#;
    assert_eq!(loaded["content"][1].to_string(), expected);
    let asset = wire(&estate, "get_asset", json!({"dataset": "sample", "ref": "booking-jump"}));
    let links: Vec<String> = array(&asset["content"])[1..].iter().map(Value::to_string).collect();
    let expected = [
        r#"{"type":"resource_link","uri":"cloudg://assets/jump","name":"booking-jump","title":"EC2 booking-jump","mimeType":"application/json"}"#,
        r#"{"type":"resource_link","uri":"cloudg://assets/jump/neighbors","name":"booking-jump neighbors","mimeType":"application/json"}"#,
    ];
    assert_eq!(links, expected);
}

#[test]
fn a_long_text_is_cut_and_the_structure_is_not() {
    let estate = Estate::empty();
    let asset = json!({
        "id": "big", "name": "big", "asset_type": "EC2", "provider": "AWS",
        "metadata": {"filler": "x".repeat(150_000), "more": "é".repeat(49_000)},
    });
    estate.write("big.json", &json!({"assets": [asset]}).to_string());
    estate.answer("load_dataset", json!({"path": "big.json"}));
    let result = estate.call(
        "get_asset_metadata",
        json!({"ref": "big", "max_chars": 200_000, "keys": ["filler"]}),
    );
    assert!(!result.text().ends_with("[truncated by cloudg mcp layer]"));
    estate.write(
        "wide.json",
        &json!({"assets": [], "unresolved_references": ["x".repeat(250_000)]}).to_string(),
    );
    estate.answer("load_dataset", json!({"path": "wide.json"}));
    let result = estate.call("unresolved_references", json!({}));
    assert!(result.text().ends_with("\n... [truncated by cloudg mcp layer]"));
    let structured = result.structured.unwrap();
    assert_eq!(text(&structured["items"][0]).len(), 250_000);
}

#[test]
fn an_unknown_dataset() {
    let estate = Estate::sample();
    estate.answer("snapshot_dataset", json!({"new_name": "report"}));
    let message = "No such dataset. 2 dataset(s) are loaded: see datasets in the error data, or \
                   call list_datasets.";
    let data = json!({"value": "prod", "datasets": [{"dataset": "sample"}, {"dataset": "report"}]});
    for (tool, arguments) in [
        ("select_dataset", json!({"name": "prod"})),
        ("unload_dataset", json!({"name": "prod"})),
        ("diff_datasets", json!({"base": "prod"})),
        ("diff_datasets", json!({"base": "sample", "target": "prod"})),
        ("snapshot_dataset", json!({"new_name": "x", "dataset": "prod"})),
        ("dataset_summary", json!({"dataset": "prod"})),
        ("find_assets", json!({"dataset": "prod", "fields": ["nope"]})),
        ("get_asset", json!({"dataset": "prod", "ref": "x"})),
    ] {
        fails(&estate, tool, arguments, message, Some(data.clone()));
    }
}

#[test]
fn nothing_is_loaded() {
    let estate = Estate::empty();
    let message = "No dataset is loaded. Call load_dataset(path=...) with an inventory-map.json / \
                   findings.json / scanner report, or map_inventory to collect live data.";
    let needing = [
        ("snapshot_dataset", json!({"new_name": "x"})),
        ("dataset_summary", json!({})),
        ("find_assets", json!({})),
        ("get_asset", json!({"ref": "x"})),
        ("get_asset_metadata", json!({"ref": "x"})),
        ("count_assets", json!({})),
        ("list_asset_types", json!({})),
        ("list_accounts", json!({})),
        ("list_regions", json!({})),
        ("list_tags", json!({})),
        ("coverage_report", json!({})),
        ("unresolved_references", json!({})),
        ("organization_topology", json!({})),
        ("suppress_findings", json!({"finding_ids": ["f"], "reason": "known"})),
        ("unsuppress_findings", json!({"finding_ids": ["f"]})),
        ("compliance_summary", json!({})),
        ("list_controls", json!({"framework": "cis"})),
        ("control_status", json!({"framework": "cis", "control_id": "1.1"})),
        ("compliance_gaps", json!({})),
    ];
    for (tool, arguments) in needing {
        fails(&estate, tool, arguments, message, None);
    }
    let status = estate.answer("workspace_status", json!({}));
    assert_eq!(array(&status["next_steps"]).len(), 2);
    assert_eq!(status["active_dataset"], Value::Null);
    assert_eq!(estate.answer("list_datasets", json!({}))["total"], json!(0));
}

#[test]
fn a_reference_that_nothing_matches() {
    let estate = Estate::sample();
    let result = estate.call("get_asset", json!({"ref": "booking-web-9"}));
    let suggestions = array(&result.error_data().unwrap()["suggestions"]).to_vec();
    let names: Vec<&str> = suggestions.iter().map(|hint| text(&hint["name"])).collect();
    assert_eq!(names[..2], ["booking-web-2", "booking-web-1"], "the best first, ties from the end");
    let number = suggestions.len();
    let message = format!(
        "No asset matches the reference in this dataset. {number} close matches, see suggestions \
         in the error data. Use find_assets(query=...) to search by name, ARN or tag."
    );
    let data = json!({"value": "booking-web-9", "dataset": "sample", "suggestions": suggestions});
    fails(&estate, "get_asset", json!({"ref": "booking-web-9"}), &message, Some(data));

    // One match and none.
    let one = "No asset matches the reference in this dataset. 1 close match, see suggestions in \
               the error data. Use find_assets(query=...) to search by name, ARN or tag.";
    let detail = estate.answer("get_asset", json!({"ref": "booking-jump"}));
    let (arn, account) = (text(&detail["arn"]), text(&detail["account_id"]));
    let part = &arn[1..arn.len() - 1];
    let data = json!({
        "value": part, "dataset": "sample",
        "suggestions": [{
            "id": "jump", "name": "booking-jump", "arn": arn, "type": "EC2",
            "account_id": account, "dataset": "sample",
        }],
    });
    fails(&estate, "get_asset_metadata", json!({"ref": part}), one, Some(data));
    let none = "No asset matches the reference in this dataset. Use find_assets(query=...) to \
                search by name, ARN or tag.";
    let data = json!({"value": "§§§", "dataset": "sample", "suggestions": []});
    fails(&estate, "get_asset", json!({"ref": "§§§"}), none, Some(data));
}

#[test]
fn a_name_of_several_assets() {
    let estate = Estate::empty();
    let asset = |number: usize| json!({"id": format!("a{number}"), "name": "Twin", "asset_type": "EC2", "provider": "AWS"});
    let assets: Vec<Value> = (0..23).map(asset).collect();
    estate.write("twins.json", &json!({ "assets": assets }).to_string());
    estate.answer("load_dataset", json!({"path": "twins.json"}));
    for reference in ["Twin", "TWIN"] {
        let result = estate.call("get_asset", json!({ "ref": reference }));
        assert_eq!(result.error_code(), Some(&json!(-32602)));
        assert!(!result.text().contains(reference), "the text repeats no value: {}", result.text());
        assert!(result.text().starts_with("23 assets share this name."), "{}", result.text());
        let ids = |most| (0..most).map(|number| format!("a{number}")).collect::<Vec<_>>();
        let hint = |id: String| {
            json!({
                "id": id, "name": "Twin", "arn": null, "type": "EC2", "account_id": null,
                "dataset": "twins",
            })
        };
        let candidates: Vec<Value> = ids(5).into_iter().map(hint).collect();
        let data = json!({
            "value": reference, "dataset": "twins", "ambiguous": ids(20), "candidates": candidates,
        });
        assert_eq!(result.error_data().map(Value::to_string), Some(data.to_string()));
    }
}

#[test]
fn cursors_of_something_else() {
    let estate = Estate::sample();
    let first = json!({"sort_by": "risk", "limit": 3});
    let cursor = estate.answer("find_assets", first)["next_cursor"].take();
    let shape = text(&cursor).split_once('.').unwrap();
    assert!(shape.0 == "c3" && shape.1.len() == 12, "{cursor}");
    let stale = "Stale cursor: the query arguments or the dataset changed since it was issued. \
                 Repeat the call without cursor to start again.";
    let invalid = "Invalid cursor. Pass the next_cursor value from the previous result unchanged, \
                   or omit cursor to start from the first page.";
    let by_name = json!({"sort_by": "name", "limit": 3, "cursor": cursor});
    fails(&estate, "find_assets", by_name, stale, None);
    for malformed in ["eyJvZmZzZXQiOjN9", "c3", "c.054790bd1d07", "c3.054790BD1D07", " "] {
        fails(&estate, "find_assets", json!({"cursor": malformed}), invalid, None);
    }
    for tool in ["list_accounts", "unresolved_references"] {
        fails(&estate, tool, json!({"cursor": cursor}), stale, None);
        fails(&estate, tool, json!({"cursor": "c1234567890.054790bd1d07"}), invalid, None);
    }
}

#[test]
fn an_unknown_field() {
    let estate = Estate::sample();
    let message = "Unknown field(s) owner. Valid fields: id, name, type, provider, region, \
                   account_id, arn, internet_exposed, open_findings, max_severity, tags, uri";
    fails(&estate, "find_assets", json!({"fields": ["owner"]}), message, None);
    // Before the filters are looked at.
    let both = json!({"fields": ["owner"], "provider": "ibm"});
    fails(&estate, "find_assets", both, message, None);
}

#[test]
fn an_unknown_value() {
    let estate = Estate::sample();
    let severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"];
    let data = json!({"value": "SEVERE", "valid": severities, "close_matches": []});
    let message = "Unknown severity. Valid values: CRITICAL, HIGH, MEDIUM, LOW, INFO";
    fails(&estate, "find_assets", json!({"min_severity": "SEVERE"}), message, Some(data));
    let providers = ["AWS", "AZURE", "GCP"];
    let data = json!({"value": "azur", "valid": providers, "close_matches": ["AZURE"]});
    let message = "Unknown provider. Did you mean AZURE? Valid values: AWS, AZURE, GCP";
    fails(&estate, "count_assets", json!({"provider": "azur"}), message, Some(data));
    let result =
        estate.call("find_assets", json!({"asset_types": ["ec2", "s3 bucket", "S3BUCKET"]}));
    assert!(
        result.text().starts_with("Unknown asset type. Did you mean S3_BUCKET"),
        "{}",
        result.text()
    );
    assert!(result.text().ends_with(", ..."), "{}", result.text());
    assert_eq!(result.error_data().unwrap()["value"], json!("S3BUCKET"));
}

#[test]
fn arguments_that_break_the_schema() {
    let estate = Estate::sample();
    let cases = [
        (
            json!({"limit": "ten"}),
            "limit",
            "Input should be a valid integer, unable to parse string as an integer",
            "int_parsing",
        ),
        (json!({"name": "web-1"}), "name", "Extra inputs are not permitted", "extra_forbidden"),
    ];
    for (arguments, loc, msg, kind) in cases {
        let data = json!([{"loc": loc, "msg": msg, "type": kind}]);
        let message = format!("Invalid arguments: {loc}: {msg}");
        fails(&estate, "find_assets", arguments, &message, Some(data));
    }
    // Before anything else is looked at.
    let result = estate.call("get_asset", json!({"dataset": "nope"}));
    assert_eq!(result.error_data().unwrap()[0]["type"], json!("missing"));
}

#[test]
fn paths_and_names_of_loads() {
    let estate = Estate::sample();
    estate.write("x.json", r#"{"assets": []}"#);
    let load = |arguments: Value| estate.call("load_dataset", arguments);
    let outside = load(json!({"path": "../x.json", "name": "a b"}));
    assert_eq!(outside.error_code(), Some(&json!(-31001)));
    assert_eq!(outside.error_data(), None);
    let root = estate.root().display().to_string();
    assert!(
        outside.text().contains("../x.json") && outside.text().contains(&root),
        "{}",
        outside.text()
    );
    let missing = load(json!({"path": "y.json", "name": "a b"}));
    assert_eq!((missing.error_code(), missing.error_data()), (Some(&json!(-32602)), None));
    let bad_name = load(json!({"path": "x.json", "name": "a b"}));
    assert_eq!(bad_name.error_data(), Some(&json!({"value": "a b"})));
    let taken = load(json!({"path": "x.json", "name": "sample"}));
    let data = json!({"existing": "sample", "suggested": "sample-2"});
    assert_eq!(taken.error_data(), Some(&data));
    let snapshot = estate.call("snapshot_dataset", json!({"new_name": "sample"}));
    assert_eq!(snapshot.error_data(), Some(&data));
    assert_eq!(estate.workspace.list().0.len(), 1, "nothing was loaded");
}

/// Nothing found, and not everything found, are different answers.
#[test]
fn what_is_empty_or_cut_by_depth_says_so() {
    let estate = Estate::sample();
    for (tool, empty, full) in [
        ("list_findings", json!({"framework": "none such"}), json!({})),
        ("compliance_gaps", json!({"framework": "none such"}), json!({})),
        ("list_controls", json!({"framework": "none such"}), json!({"framework": "cis-aws"})),
        ("get_edges", json!({"relationship": "none such"}), json!({})),
        ("cross_account_edges", json!({"account_id": "none"}), json!({})),
        ("internet_exposure", json!({"asset_types": ["KMS_KEY"]}), json!({})),
        ("rag_chunks", json!({"query": "none such"}), json!({})),
        (
            "dependents",
            json!({"ref": "booking-key"}),
            json!({"ref": "booking-key", "max_depth": 15}),
        ),
    ] {
        let hint = |arguments| estate.answer(tool, arguments).get("hint").cloned();
        assert!(hint(empty).is_some_and(|hint| !text(&hint).is_empty()), "{tool}");
        assert_eq!(hint(full), None, "{tool}");
    }
    let unscanned = Estate::empty();
    unscanned.write("none.json", r#"{"assets": []}"#);
    unscanned.answer("load_dataset", json!({"path": "none.json"}));
    assert!(text(&unscanned.answer("top_risks", json!({}))["hint"]).contains("list_findings"));
}
