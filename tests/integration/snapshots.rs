//! What the list of tools and the answers on the sample look like. Read the difference before
//! accepting it.

use serde_json::Value;

use crate::binary;

/// Calls a tool on the sample and gives the whole result without what differs between runs. As
/// text, so that the order of keys counts.
fn reply(tool: &str, arguments: &str) -> String {
    let mut result = binary::run(&["call", tool, "--sample", "--raw", "--args", arguments]).json();
    result["_meta"]["cloudg/duration_ms"] = "[duration]".into();
    mask(&mut result["structuredContent"]);
    // The text block is the structured content again.
    result["content"][0]["text"] = "[text]".into();
    serde_json::to_string_pretty(&result).unwrap()
}

/// Masks times of loading and directories of this machine.
fn mask(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(mask),
        Value::Object(members) => {
            for (key, value) in members {
                match key.as_str() {
                    "loaded_at" => *value = "[time]".into(),
                    "allowed_roots" => *value = "[directories]".into(),
                    "output_dir" => *value = "[directory]".into(),
                    _ => mask(value),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn list_of_tools() {
    insta::assert_snapshot!(binary::run(&["tools", "--json"]).stdout);
}

#[test]
fn table_of_tools() {
    insta::assert_snapshot!(binary::run(&["tools", "--category", "workspace"]).stdout);
}

#[test]
fn replies() {
    for (name, tool, arguments) in [
        ("status", "workspace_status", "{}"),
        ("datasets", "list_datasets", "{}"),
        ("summary", "dataset_summary", "{}"),
        ("found", "find_assets", r#"{"internet_exposed": true, "sort_by": "risk", "limit": 3}"#),
        ("found_nothing", "find_assets", r#"{"query": "no such thing"}"#),
        (
            "found_tags",
            "find_assets",
            r#"{"tag": "owner", "fields": ["tags", "name"], "limit": 2}"#,
        ),
        ("asset", "get_asset", r#"{"ref": "booking-jump", "max_relations": 2}"#),
        ("metadata", "get_asset_metadata", r#"{"ref": "booking-web-1", "keys": ["nothing"]}"#),
        ("counts", "count_assets", r#"{"group_by": "account"}"#),
        ("types", "list_asset_types", "{}"),
        ("accounts", "list_accounts", r#"{"limit": 3}"#),
        ("regions", "list_regions", "{}"),
        ("tags", "list_tags", r#"{"top": 3}"#),
        ("coverage", "coverage_report", "{}"),
        ("unresolved", "unresolved_references", "{}"),
        ("organization", "organization_topology", r#"{"include_policies": true}"#),
        ("compliance", "compliance_summary", r#"{"framework": "cis"}"#),
        ("controls", "list_controls", r#"{"framework": "cis", "limit": 2}"#),
        ("gaps", "compliance_gaps", r#"{"min_severity": "HIGH", "limit": 2}"#),
    ] {
        insta::with_settings!({ description => format!("{tool} {arguments}") }, {
            insta::assert_snapshot!(format!("reply_{name}"), reply(tool, arguments));
        });
    }
}

/// The same question gets the same bytes from every process.
#[test]
fn answers_do_not_differ_between_processes() {
    for (tool, arguments) in
        [("list_tags", "{}"), ("find_assets", r#"{"sort_by": "risk"}"#), ("count_assets", "{}")]
    {
        let run = || binary::run(&["call", tool, "--sample", "--args", arguments]);
        assert_eq!(run(), run());
    }
}
