//! The committed lock, and the portable form of every schema.

use std::fs;

use cloudg_catalog::listing::LISTING;
use cloudg_runtime::{
    Registry, SchemaProfile, Validator,
    lock::{Lock, diff},
};
use serde_json::{Value, json};

use crate::support::{Estate, text};

const LOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/catalog.lock.json");

#[test]
fn the_committed_lock_is_what_is_declared() {
    let written = fs::read_to_string(LOCK).unwrap();
    let declared = Lock::of(&Registry::collected(&LISTING).unwrap());
    let changes = diff(&Lock::parse(&written).unwrap(), &declared);
    assert!(
        written == declared.to_text(),
        "read what changes for clients, then run `just lock`:\n{}",
        changes.to_text()
    );
}

/// Every schema without what narrow dialects refuse, wherever it stands.
#[test]
fn portable_schemas_are_portable() {
    let mut registry = Registry::collected(&LISTING).unwrap();
    registry.set_schema_profile(SchemaProfile::Portable);
    let mut with_output = 0;
    for tool in registry.tools() {
        let wire = tool.to_wire(tool.name(), true);
        let (input, output) = (&wire["inputSchema"], &wire["outputSchema"]);
        assert_portable(input, tool.name());
        assert!(input.get("anyOf").is_none() && input["type"] == json!("object"), "{wire}");
        Validator::compile(input).unwrap();
        let full = tool.input_schema()["properties"].as_object().unwrap();
        let names: Vec<&String> = input["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names, full.keys().collect::<Vec<_>>(), "no argument is lost");
        if output.is_object() {
            assert_portable(output, tool.name());
            with_output += 1;
        }
    }
    assert!(with_output > 0);
}

fn assert_portable(schema: &Value, name: &str) {
    let Value::Object(object) = schema else { return };
    for key in ["$ref", "$defs", "format", "oneOf", "allOf", "const", "title"] {
        assert!(!object.contains_key(key), "{name}: {key}");
    }
    assert!(!object.get("type").is_some_and(Value::is_array), "{name}");
    for (key, value) in object {
        match (key.as_str(), value) {
            ("properties", Value::Object(named)) => {
                named.values().for_each(|schema| assert_portable(schema, name));
            }
            ("anyOf", Value::Array(branches)) => {
                branches.iter().for_each(|schema| assert_portable(schema, name));
            }
            ("items" | "additionalProperties", schema) => assert_portable(schema, name),
            _ => {}
        }
    }
}

/// An answer that the full schema describes fits the portable one too.
#[test]
fn answers_fit_the_portable_schema() {
    let estate = Estate::sample();
    let mut registry = Registry::collected(&LISTING).unwrap();
    registry.set_schema_profile(SchemaProfile::Portable);
    for name in ["workspace_status", "dataset_summary", "find_assets", "count_assets"] {
        let tool = registry.tool(name).unwrap().to_wire(name, true);
        let Some(schema) = tool.get("outputSchema") else { continue };
        let answer = estate.answer(text(&tool["name"]), json!({}));
        let problems = Validator::compile(schema).unwrap().check(Some(answer));
        assert!(problems.is_ok(), "{name}: {problems:?}");
    }
}
