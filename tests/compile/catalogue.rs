//! Tools of the catalogue, declared once more to show that their declarations can say everything:
//! schemas, hints and labels are compared with the recorded ones.

#![allow(dead_code, reason = "declared to be described, never called")]

mod inventory_tools;
mod workspace_tools;

use cloudg_runtime::{Hints, ToolSpec};
use serde_json::Value;

const RECORDED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/tools.json"));

fn recorded() -> Vec<Value> {
    let tools: Vec<Value> = serde_json::from_str(RECORDED).expect("recorded tools are a list");
    let ours = ["workspace", "inventory"];
    tools.into_iter().filter(|tool| ours.iter().any(|ours| tool["category"] == *ours)).collect()
}

fn declared(name: &str) -> &'static ToolSpec {
    inventory::iter::<ToolSpec>()
        .find(|spec| spec.name == name && spec.source.file.contains("catalogue"))
        .unwrap_or_else(|| panic!("{name} is not declared"))
}

#[test]
fn input_schemas_are_the_recorded_ones() {
    assert_eq!(recorded().len(), 19);
    for tool in recorded() {
        let name = tool["name"].as_str().expect("a name");
        let schema = crate::schema_of(&declared(name).input_schema);
        assert_eq!(schema.to_string(), tool["inputSchema"].to_string(), "{name}");
    }
}

#[test]
fn labels_and_hints_are_the_recorded_ones() {
    for tool in recorded() {
        let name = tool["name"].as_str().expect("a name");
        let spec = declared(name);
        let hint = |key: &str| tool["annotations"][key].as_bool();
        let hints = Hints {
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
        };
        assert_eq!(spec.hints, hints, "{name}");
        assert_eq!(spec.title.as_deref(), tool["title"].as_str(), "{name}");
        assert_eq!(spec.category, tool["category"].as_str().expect("a category"), "{name}");
        assert_eq!(spec.sensitivity.as_str(), tool["sensitivity"], "{name}");
        assert_eq!(serde_json::json!(spec.tags), tool["tags"], "{name}");
    }
}
