//! JSON values that mostly fit a schema, for properties of schemas.

use proptest::{collection::vec, option, prelude::*};
use serde_json::{Map, Value, json};

/// How deep values follow a schema that refers to itself.
const DEPTH: u32 = 5;

/// Values that mostly fit `schema`; some do not.
pub(crate) fn values_of(schema: &Value) -> BoxedStrategy<Value> {
    fitting(schema, schema, DEPTH)
}

fn fitting(root: &Value, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
    if depth == 0 {
        return odd();
    }
    let inner = |schema: &Value| fitting(root, schema, depth - 1);
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return inner(root.pointer(target.trim_start_matches('#')).unwrap_or(&Value::Null));
    }
    if let Some(value) = schema.get("const") {
        return Just(value.clone()).boxed();
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return prop_oneof![9 => prop::sample::select(values.clone()), 1 => odd()].boxed();
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(branches)) = schema.get(key) {
            let branches: Vec<_> = branches.iter().map(inner).collect();
            return proptest::strategy::Union::new(branches).boxed();
        }
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let of_kind = |kind: &str| match kind {
        "string" => text(),
        "integer" => number(schema),
        "number" => {
            prop_oneof![number(schema), (-9.0..9.0).prop_map(|float: f64| json!(float))].boxed()
        }
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "array" => vec(inner(&schema["items"]), 0..3).prop_map(Value::from).boxed(),
        "object" => object(root, schema, depth),
        _ => Just(Value::Null).boxed(),
    };
    if kinds.is_empty() {
        return odd();
    }
    let fits = proptest::strategy::Union::new(kinds.into_iter().map(of_kind).collect::<Vec<_>>());
    prop_oneof![19 => fits, 1 => odd()].boxed()
}

fn object(root: &Value, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
    let mut members: Vec<BoxedStrategy<Option<(String, Value)>>> = Vec::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let required =
            schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
        let name = name.clone();
        let member =
            fitting(root, property, depth - 1).prop_map(move |value| (name.clone(), value));
        let given = if required { 0.98 } else { 0.4 };
        members.push(option::weighted(given, member).boxed());
    }
    let other = match schema.get("additionalProperties") {
        Some(others @ Value::Object(_)) => fitting(root, others, depth - 1),
        _ => odd(),
    };
    let declares = !members.is_empty();
    let other = other.prop_map(|value| ("other".to_owned(), value));
    members.push(option::weighted(if declares { 0.1 } else { 0.6 }, other).boxed());
    members
        .prop_map(|members| Value::Object(members.into_iter().flatten().collect::<Map<_, _>>()))
        .boxed()
}

fn text() -> BoxedStrategy<Value> {
    prop::sample::select(vec!["", "a", "abc", "A-1", "x y", "2026-01-01", "abcdefgh"])
        .prop_map(Value::from)
        .boxed()
}

fn number(schema: &Value) -> BoxedStrategy<Value> {
    let bound = |key: &str, default: i64| schema[key].as_i64().unwrap_or(default);
    let (low, high) = (bound("minimum", -5), bound("maximum", 50));
    (low.saturating_sub(1)..=high.max(low).saturating_add(1)).prop_map(Value::from).boxed()
}

/// Values that fit by accident.
fn odd() -> BoxedStrategy<Value> {
    let values = vec![
        json!(null),
        json!(true),
        json!(0),
        json!("a"),
        json!("5"),
        json!([]),
        json!({}),
        json!({"name": "a"}),
        json!([null]),
    ];
    prop::sample::select(values).boxed()
}
