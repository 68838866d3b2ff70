//! Arguments against schemas: no panic, answers are stable, problems are bounded.
#![no_main]

use std::sync::LazyLock;

use cloudg_runtime::{MAX_PROBLEMS, Validator};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

static SCHEMAS: LazyLock<Vec<(Value, Validator)>> = LazyLock::new(|| {
    schemas()
        .into_iter()
        .map(|schema| {
            let validator = Validator::compile(&schema).expect("the schemas here compile");
            (schema, validator)
        })
        .collect()
});

// The first byte chooses the schema, the rest is the JSON of the arguments; a text that is none
// is tried as a schema instead.
fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    let Ok(arguments) = serde_json::from_slice::<Value>(text) else { return };
    if *choice == u8::MAX {
        if let Ok(validator) = Validator::compile(&arguments) {
            check(&validator, &Value::Bool(true), json!({"a": 1, "b": [null, "x"]}));
        }
        return;
    }
    let (schema, validator) = &SCHEMAS[usize::from(*choice) % SCHEMAS.len()];
    check(validator, schema, arguments);
});

fn check(validator: &Validator, schema: &Value, arguments: Value) {
    match validator.check(Some(arguments.clone())) {
        Ok(map) => {
            let again = validator.check(Some(Value::Object(map.clone())));
            assert_eq!(again.as_ref().ok(), Some(&map), "coerced values stay as they are");
            if schema["additionalProperties"] == false {
                let declared = schema["properties"].as_object().expect("properties");
                assert!(map.keys().all(|key| declared.contains_key(key)));
            }
        }
        Err(problems) => {
            assert!(!problems.is_empty() && problems.len() <= MAX_PROBLEMS + 1);
            let error = validator.validate(Some(arguments)).expect_err("the same answer twice");
            assert!(!error.to_string().is_empty());
        }
    }
}

fn schemas() -> Vec<Value> {
    let object = |properties: Value, required: Value| {
        json!({"additionalProperties": false, "properties": properties, "required": required,
            "type": "object"})
    };
    vec![
        object(json!({}), json!([])),
        object(
            json!({
                "path": {"type": "string", "minLength": 1},
                "limit": {"type": "integer", "default": 50, "minimum": 1, "maximum": 500},
                "descending": {"type": "boolean", "default": false},
                "fields": {"anyOf": [{"items": {"type": "string"}, "type": "array"},
                    {"type": "null"}], "default": null},
                "sort_by": {"enum": ["name", "risk"], "type": "string", "default": "name"},
            }),
            json!(["path"]),
        ),
        object(
            json!({
                "score": {"type": "number", "minimum": 0, "exclusiveMaximum": 10.5},
                "exact": {"const": 5},
                "ports": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3},
                "either": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "boolean"}]},
                "map": {"type": "object", "additionalProperties": {"type": "number"}},
                "any": {},
            }),
            json!([]),
        ),
        json!({
            "$defs": {"Tree": {"type": "object", "additionalProperties": false, "properties": {
                "label": {"type": "string", "maxLength": 4, "pattern": "^[a-z]*$"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}, "default": []},
            }, "required": ["label"]}},
            "additionalProperties": false,
            "properties": {"tree": {"$ref": "#/$defs/Tree"}},
            "required": ["tree"],
            "type": "object",
        }),
        json!({"additionalProperties": {"type": "integer"},
            "properties": {"known": {"type": "null"}}, "type": "object"}),
    ]
}
