//! What is gone, what is said instead, and that it errs on the safe side.

use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use super::*;
use crate::{Validator, testing::values::values_of};

fn vectors(name: &str) -> Value {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/");
    let text = std::fs::read_to_string(format!("{directory}{name}")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn input(schema: &Value) -> Value {
    Value::Object(portable_input(schema.as_object().unwrap()))
}

fn output(schema: &Value) -> Value {
    Value::Object(portable_output(schema.as_object().unwrap()))
}

/// Argument schemas: the recorded tools, the recorded types of arguments, and harder ones.
fn argument_schemas() -> Vec<Value> {
    let tools = vectors("tools.json");
    let mut schemas: Vec<Value> =
        tools.as_array().unwrap().iter().map(|tool| tool["inputSchema"].clone()).collect();
    let types = vectors("validation-cases.json")["schemas"].take();
    for schema in types.as_object().unwrap().values() {
        schemas.push(closed(json!({"ARG": schema}), json!([])));
        let mut required = schema.clone();
        required.as_object_mut().unwrap().shift_remove("default");
        schemas.push(closed(json!({"ARG": required}), json!(["ARG"])));
    }
    schemas.extend(hard_schemas());
    schemas
}

#[expect(clippy::needless_pass_by_value, reason = "called with literals")]
fn closed(properties: Value, required: Value) -> Value {
    json!({
        "additionalProperties": false,
        "properties": properties,
        "required": required,
        "type": "object",
    })
}

/// What the catalogue does not have.
fn hard_schemas() -> Vec<Value> {
    let node = json!({
        "properties": {
            "name": {"type": "string"},
            "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}], "default": null},
            "children": {"items": {"$ref": "#/$defs/Node"}, "type": "array"},
            "by_name": {"additionalProperties": {"$ref": "#/$defs/Node"}, "type": "object"},
        },
        "required": ["name"],
        "type": "object",
    });
    let mut recursive = closed(json!({"tree": {"$ref": "#/$defs/Node"}}), json!(["tree"]));
    recursive["$defs"] = json!({"Node": node});
    let endless = json!({
        "$defs": {"Node": {
            "properties": {"next": {"$ref": "#/$defs/Node"}}, "required": ["next"], "type": "object",
        }},
        "properties": {"first": {"$ref": "#/$defs/Node"}},
        "type": "object",
    });
    vec![
        recursive,
        endless,
        closed(json!({"either": {"type": ["string", "integer", "null"], "minimum": 3}}), json!([])),
        closed(json!({"either": {"type": ["integer", "null"]}}), json!(["either"])),
        closed(json!({"fixed": {"enum": ["a", "b", null, 4]}}), json!(["fixed"])),
        closed(json!({"fixed": {"const": "a", "type": "string"}}), json!([])),
        closed(
            json!({"list": {"items": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}, "type": "array"}}),
            json!([]),
        ),
        json!({"anyOf": [
            closed(json!({"a": {"type": "integer"}}), json!(["a"])),
            closed(json!({"b": {"type": "boolean"}}), json!([])),
        ]}),
        json!({
            "allOf": [
                {"properties": {"a": {"maximum": 5, "type": "integer"}}, "required": ["a"], "type": "object"},
                {"additionalProperties": {"type": "number"}, "properties": {"b": {"type": "string"}}, "type": "object"},
            ],
            "properties": {"a": {"minimum": 2, "type": "number"}, "b": {"enum": ["x", "y"]}},
            "type": "object",
        }),
        closed(
            json!({"both": {"allOf": [{"type": "string", "minLength": 2}, {"enum": ["a", "bb"]}]}}),
            json!([]),
        ),
        closed(
            json!({"one": {"oneOf": [{"type": "string", "pattern": "^a"}, {"properties": {"x": {"type": "integer"}}, "required": ["x"], "type": "object"}]}}),
            json!([]),
        ),
    ]
}

/// Keywords that must be gone, wherever they stand.
fn assert_portable(schema: &Value, is_root: bool, whole: &Value) {
    let Value::Object(object) = schema else { return };
    for key in ["$ref", "$defs", "format", "oneOf", "allOf", "const", "title", "examples"] {
        assert!(!object.contains_key(key), "{key}: {whole}");
    }
    assert!(!object.get("type").is_some_and(Value::is_array), "{whole}");
    assert_ne!(object.get("default"), Some(&Value::Null), "{whole}");
    if is_root {
        assert!(!object.contains_key("anyOf"), "{whole}");
        assert_eq!(object["type"], json!("object"), "{whole}");
    }
    for (key, value) in object {
        match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                properties.values().for_each(|schema| assert_portable(schema, false, whole));
            }
            ("anyOf" | "prefixItems", Value::Array(branches)) => {
                branches.iter().for_each(|schema| assert_portable(schema, false, whole));
            }
            ("items" | "additionalProperties", schema) => assert_portable(schema, false, whole),
            _ => {}
        }
    }
}

#[test]
fn what_narrow_dialects_refuse_is_gone() {
    let schemas = argument_schemas();
    assert!(schemas.len() > 100);
    for schema in &schemas {
        let portable = input(schema);
        assert_portable(&portable, true, &portable);
        let portable = output(schema);
        assert_portable(&portable, true, &portable);
    }
    let tools = vectors("tools.json");
    let outputs = tools.as_array().unwrap().iter().filter_map(|tool| tool.get("outputSchema"));
    let outputs: Vec<&Value> = outputs.filter(|schema| schema.is_object()).collect();
    assert!(outputs.len() > 10);
    for schema in outputs {
        let portable = output(schema);
        assert_portable(&portable, true, &portable);
    }
}

/// Values made from one schema and accepted by `narrow` are accepted by `wide`.
#[track_caller]
fn accepts_no_more(narrow: &Value, wide: &Value, made_from: &Value) -> u32 {
    let validator = |schema: &Value| Validator::compile(schema).expect("the schema compiles");
    let (inner, outer) = (validator(narrow), validator(wide));
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 64, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let accepted = std::cell::Cell::new(0);
    let check = |value: Value| {
        if inner.check(Some(value.clone())).is_ok() {
            accepted.set(accepted.get() + 1);
            let problems = outer.check(Some(value.clone()));
            assert!(problems.is_ok(), "{value}: {problems:?}\nby {narrow}\nnot by {wide}");
        }
        Ok(())
    };
    runner.run(&values_of(made_from), check).unwrap();
    accepted.get()
}

#[test]
fn portable_arguments_are_accepted_in_full() {
    for schema in argument_schemas() {
        let portable = input(&schema);
        let from_portable = accepts_no_more(&portable, &schema, &portable);
        let from_full = accepts_no_more(&portable, &schema, &schema);
        let takes_nothing = schema["properties"].get("first").is_some();
        assert!(takes_nothing || from_portable + from_full > 0, "{portable}");
    }
}

#[test]
fn full_replies_fit_the_portable_schema() {
    for schema in argument_schemas() {
        accepts_no_more(&schema, &output(&schema), &schema);
    }
}

#[test]
fn null_is_absence_where_that_is_possible() {
    let optional = json!({"anyOf": [{"minimum": 0, "type": "integer"}, {"type": "null"}], "default": null, "description": "Port."});
    let check = |required: Value, expected: &str| {
        let schema = closed(json!({"port": optional}), required);
        assert_eq!(input(&schema)["properties"]["port"].to_string(), expected);
    };
    check(json!([]), r#"{"description":"Port.","minimum":0,"type":"integer"}"#);
    check(
        json!(["port"]),
        r#"{"anyOf":[{"minimum":0,"type":"integer"},{"type":"null"}],"description":"Port."}"#,
    );
    let reply = output(&closed(json!({"port": optional}), json!([])));
    assert!(reply["properties"]["port"]["anyOf"].is_array());
}

#[test]
fn recursion_ends() {
    let schemas = hard_schemas();
    let mut place = &input(&schemas[0])["properties"]["tree"];
    let mut depth = 1;
    while let Some(next) = place["properties"].get("next") {
        (place, depth) = (next, depth + 1);
    }
    assert_eq!(depth, RECURSION);
    assert_eq!(
        place["properties"]["children"],
        json!({"items": {}, "maxItems": 0, "type": "array"})
    );
    assert_eq!(place["properties"]["by_name"]["additionalProperties"], json!(false));
    assert_eq!(place["additionalProperties"], json!(false));
    assert_eq!(
        input(&schemas[1]),
        json!({"additionalProperties": false, "properties": {}, "type": "object"})
    );
    assert_eq!(input(&json!({"type": "string"}))["properties"], json!({}));
}
