//! Output schemas of types that answer.

use cloudg_runtime::{open_object, output_schema_of};
use schemars::JsonSchema;
use serde_json::Value;

use std::collections::BTreeMap;

const RECORDED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/tools.json"));

#[track_caller]
fn check<T: JsonSchema>(tool: &str) {
    let tools: Vec<Value> = serde_json::from_str(RECORDED).expect("recorded tools are a list");
    let tool = tools.iter().find(|entry| entry["name"] == tool).expect("a recorded tool");
    assert_eq!(output_schema_of::<T>().to_string(), tool["outputSchema"].to_string());
}

#[derive(serde::Serialize, JsonSchema)]
#[schemars(transform = open_object)]
struct CountReply {
    dataset: String,
    group_by: String,
    total: usize,
    groups: BTreeMap<String, usize>,
}

#[derive(serde::Serialize, JsonSchema)]
struct AssetEntry {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    provider: String,
    region: Option<String>,
    account_id: Option<String>,
    arn: Option<String>,
    internet_exposed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_findings: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_severity: Option<String>,
    uri: String,
}

#[derive(serde::Serialize, JsonSchema)]
#[schemars(transform = open_object)]
struct FindReply {
    dataset: String,
    total: usize,
    offset: usize,
    returned: usize,
    next_cursor: Option<String>,
    truncated: bool,
    items: Vec<AssetEntry>,
}

#[test]
fn open_answers_are_the_recorded_ones() {
    check::<CountReply>("count_assets");
    check::<FindReply>("find_assets");
}
