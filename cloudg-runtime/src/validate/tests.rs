//! The recorded cases, and what they do not cover.

use serde_json::{Value, json};

use super::*;

fn cases() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/validation-cases.json");
    let text = std::fs::read_to_string(path).expect("the vectors are part of the project");
    serde_json::from_str(&text).expect("the vectors are JSON")
}

fn wire(problems: &[Problem]) -> Value {
    problems
        .iter()
        .map(|problem| json!({"loc": problem.loc, "type": problem.kind, "msg": problem.msg}))
        .collect()
}

fn validator(schema: &Value) -> Validator {
    Validator::compile(schema).expect("the schema compiles")
}

fn problems(schema: &Value, arguments: Value) -> Vec<(String, &'static str)> {
    let found = validator(schema).check(Some(arguments)).expect_err("problems are expected");
    found.into_iter().map(|problem| (problem.loc, problem.kind)).collect()
}

#[test]
fn every_recorded_case() {
    let vectors = cases();
    let list = vectors["cases"].as_array().unwrap();
    for case in list {
        let property = &vectors["schemas"][case["type"].as_str().unwrap()];
        let schema = json!({
            "additionalProperties": false, "properties": {"ARG": property}, "type": "object",
        });
        let answer = validator(&schema).check(Some(json!({"ARG": case["input"]})));
        match answer {
            Ok(map) => {
                assert_eq!(case["ok"], json!(true), "{case}");
                let (got, wanted) = (&map["ARG"], &case["value"]);
                assert_eq!(got, wanted, "{case}");
            }
            Err(found) => assert_eq!(wire(&found), case["errors"], "{case}"),
        }
    }
    assert_eq!(list.len(), 976);
}

#[test]
fn problems_come_in_declared_order_then_unknown_keys_as_received() {
    let schema = json!({
        "additionalProperties": false,
        "properties": {
            "a": {"type": "integer"},
            "b": {"items": {"type": "string"}, "type": "array"},
            "limit": {"default": 5, "minimum": 1, "type": "integer"},
        },
        "required": ["a", "b"],
        "type": "object",
    });
    let found = problems(&schema, json!({"z": 1, "limit": 0, "b": [1, "x", 2], "": 1}));
    let found: Vec<_> = found.iter().map(|(loc, kind)| (loc.as_str(), *kind)).collect();
    assert_eq!(
        found,
        [
            ("a", "missing"),
            ("b.0", "string_type"),
            ("b.2", "string_type"),
            ("limit", "greater_than_equal"),
            ("z", "extra_forbidden"),
            ("", "extra_forbidden"),
        ]
    );
}

#[test]
fn the_error_names_paths_and_never_values() {
    let schema = json!({"additionalProperties": false, "properties": {}, "type": "object"});
    let error = validator(&schema).validate(Some(json!({"": "secret"}))).unwrap_err();
    assert_eq!(error.message, "Invalid arguments: <root>: Extra inputs are not permitted");
    let data = error.data.unwrap().to_string();
    assert_eq!(
        data,
        r#"[{"loc":"","msg":"Extra inputs are not permitted","type":"extra_forbidden"}]"#
    );
}

#[test]
fn defaults_are_filled_in_and_declared_order_is_kept() {
    let schema = json!({
        "properties": {"a": {"default": null}, "b": {"type": "integer"}, "c": {"default": [1]}},
        "type": "object",
    });
    let map = validator(&schema).check(Some(json!({"b": "7", "extra": 1}))).unwrap();
    assert_eq!(Value::from(map).to_string(), r#"{"a":null,"b":7,"c":[1],"extra":1}"#);
    assert!(validator(&schema).check(Some(Value::Null)).is_ok());
    assert!(validator(&schema).check(None).is_ok());
}

#[test]
fn nested_structs_are_validated_with_their_paths() {
    let schema = json!({
        "properties": {"window": {
            "properties": {
                "start": {"type": "string"},
                "end": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null},
            },
            "required": ["start"],
            "type": "object",
        }},
        "required": ["window"],
        "type": "object",
    });
    let found = problems(&schema, json!({"window": {"end": 5}}));
    assert_eq!(found, [("window.start".into(), "missing"), ("window.end".into(), "string_type")]);
    let map = validator(&schema).check(Some(json!({"window": {"start": "x"}}))).unwrap();
    assert_eq!(Value::from(map).to_string(), r#"{"window":{"start":"x","end":null}}"#);
    assert_eq!(problems(&schema, json!({"window": 3})), [("window".into(), "dict_type")]);
}

#[test]
fn recursion_is_followed_and_bounded() {
    let schema = json!({
        "$defs": {"Tree": {
            "properties": {"child": {"anyOf": [{"$ref": "#/$defs/Tree"}, {"type": "null"}]}},
            "type": "object",
        }},
        "properties": {"tree": {"$ref": "#/$defs/Tree"}},
        "type": "object",
    });
    let found = problems(&schema, json!({"tree": {"child": {"child": 3}}}));
    assert_eq!(found, [("tree.child.child".into(), "dict_type")]);
    let mut deep = json!(null);
    for _ in 0..400 {
        deep = json!({ "child": deep });
    }
    let found = problems(&schema, json!({ "tree": deep }));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1, "too_deep");
    let endless = json!({
        "$defs": {"A": {"$ref": "#/$defs/A"}},
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "type": "object",
    });
    assert_eq!(problems(&endless, json!({"a": 1}))[0].1, "too_deep");
}

#[test]
fn unions_take_the_first_branch_that_accepts_or_the_nearest() {
    let schema = json!({"properties": {"v": {"anyOf": [
        {"properties": {"kind": {"const": "a", "type": "string"}, "n": {"type": "integer"}},
         "required": ["kind", "n"], "type": "object"},
        {"type": "string"},
    ]}}, "type": "object"});
    let map = validator(&schema).check(Some(json!({"v": {"kind": "a", "n": "3"}}))).unwrap();
    assert_eq!(map["v"]["n"], json!(3));
    assert_eq!(
        problems(&schema, json!({"v": {"kind": "a", "n": "x"}})),
        [("v.n".into(), "int_parsing")]
    );
    let documented = json!({"properties": {"v": {"oneOf": [
        {"const": "a", "description": "first"}, {"const": "b"},
    ]}}, "type": "object"});
    let found = validator(&documented).check(Some(json!({"v": "c"}))).unwrap_err();
    assert_eq!(found[0].msg, "Input should be 'a' or 'b'");
}

#[test]
fn bounds_compare_exactly_beyond_floats() {
    let schema = json!({"properties": {
        "v": {"maximum": 9_007_199_254_740_993_i64, "type": "integer"},
        "f": {"exclusiveMinimum": 0, "type": "number"},
    }, "type": "object"});
    assert!(validator(&schema).check(Some(json!({"v": 9_007_199_254_740_993_i64}))).is_ok());
    let found = problems(&schema, json!({"v": 9_007_199_254_740_994_i64, "f": 0}));
    assert_eq!(found, [("v".into(), "less_than_equal"), ("f".into(), "greater_than")]);
    let huge = "9".repeat(60);
    assert_eq!(problems(&schema, json!({ "v": huge })), [("v".into(), "less_than_equal")]);
}

#[test]
fn patterns_end_where_the_text_ends() {
    let schema =
        json!({"properties": {"v": {"pattern": "^[a-z]+$", "type": "string"}}, "type": "object"});
    assert!(validator(&schema).check(Some(json!({"v": "abc"}))).is_ok());
    let found = validator(&schema).check(Some(json!({"v": "abc\n"}))).unwrap_err();
    assert_eq!(found[0].msg, "String should match pattern '^[a-z]+$'");
}

#[test]
fn the_number_of_problems_is_bounded() {
    let schema = json!({"properties": {"v": {"items": {"type": "string"}, "type": "array"}}, "type": "object"});
    let found = problems(&schema, json!({"v": vec![0; MAX_PROBLEMS + 7]}));
    assert_eq!(found.len(), MAX_PROBLEMS + 1);
    assert_eq!(found[MAX_PROBLEMS].1, "too_many_problems");
}

#[test]
fn what_cannot_be_enforced_does_not_compile() {
    for (schema, keyword) in [
        (json!({"type": "array", "uniqueItems": true}), "uniqueItems"),
        (json!({"type": "integer", "minLength": 3}), "minLength"),
        (json!({"not": {}}), "not"),
    ] {
        let error = Validator::compile(&schema).err();
        let place = String::new();
        assert_eq!(error, Some(SchemaError::Unsupported { keyword: keyword.into(), place }));
    }
    assert!(Validator::compile(&json!({"$ref": "#/nowhere"})).is_err());
    assert!(Validator::compile(&json!({"type": "object", "required": ["a"]})).is_err());
}
