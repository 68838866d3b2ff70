//! The normal form of a schema.

use serde_json::{Map, Value, json};

/// What becomes of the width of an integer type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// It bounds the value.
    Bounds,
    /// It is left out, with the bounds that follow from it.
    Ignored,
}

/// Brings `schema` into normal form. Idempotent.
pub(super) fn normal(schema: Value, width: Width) -> Value {
    match schema {
        Value::Bool(true) => Value::Object(Map::new()),
        Value::Object(object) => Value::Object(normal_object(object, width)),
        other => other,
    }
}

/// The same schema with its own keys in alphabetical order; nested schemas are left as they are.
pub(crate) fn sort_keys(object: Map<String, Value>) -> Map<String, Value> {
    let mut entries: Vec<_> = object.into_iter().collect();
    entries.sort_by(|(left, _), (right, _)| left.cmp(right));
    entries.into_iter().collect()
}

fn normal_object(mut object: Map<String, Value>, width: Width) -> Map<String, Value> {
    object.remove("$schema");
    object.remove("title");
    apply_format(&mut object, width);
    visit_children(&mut object, width);
    default_nullable_properties(&mut object);
    collapse_strings(&mut object);
    single_member(&mut object);
    sort_keys(split_null(object))
}

/// Replaces `format` by the bounds it stands for.
fn apply_format(object: &mut Map<String, Value>, width: Width) {
    let Some(Value::String(format)) = object.remove("format") else { return };
    let bounds = match format.as_str() {
        "int8" => (Some(i64::from(i8::MIN)), Some(i64::from(i8::MAX))),
        "int16" => (Some(i64::from(i16::MIN)), Some(i64::from(i16::MAX))),
        "int32" => (Some(i64::from(i32::MIN)), Some(i64::from(i32::MAX))),
        "uint8" => (Some(0), Some(i64::from(u8::MAX))),
        "uint16" => (Some(0), Some(i64::from(u16::MAX))),
        "uint32" => (Some(0), Some(i64::from(u32::MAX))),
        "uint64" | "uint128" | "uint" => (Some(0), None),
        _ => (None, None),
    };
    for (key, bound) in [("minimum", bounds.0), ("maximum", bounds.1)] {
        let Some(bound) = bound.map(Value::from) else { continue };
        match width {
            Width::Bounds => {
                object.entry(key).or_insert(bound);
            }
            Width::Ignored if object.get(key) == Some(&bound) => {
                object.remove(key);
            }
            Width::Ignored => {}
        }
    }
}

/// Normalises every schema inside this one; values such as `default` and `enum` are not schemas.
fn visit_children(object: &mut Map<String, Value>, width: Width) {
    for (key, value) in object.iter_mut() {
        match (key.as_str(), value) {
            (
                "properties" | "patternProperties" | "$defs" | "dependentSchemas",
                Value::Object(members),
            ) => {
                members.values_mut().for_each(|member| replace(member, width));
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(members)) => {
                members.iter_mut().for_each(|member| replace(member, width));
            }
            // `true` and `false` stay here: `additionalProperties: true` is how an open object is said.
            (
                "additionalProperties"
                | "unevaluatedProperties"
                | "propertyNames"
                | "items"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else",
                member @ Value::Object(_),
            ) => replace(member, width),
            _ => {}
        }
    }
    if object.get("items") == Some(&Value::Bool(true)) {
        object.insert("items".to_owned(), json!({}));
    }
}

fn replace(schema: &mut Value, width: Width) {
    *schema = normal(std::mem::take(schema), width);
}

/// Serde reads a missing optional field as null, so the schema says so.
fn default_nullable_properties(object: &mut Map<String, Value>) {
    let required: Vec<Value> = match object.get("required") {
        Some(Value::Array(names)) => names.clone(),
        _ => Vec::new(),
    };
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    for (name, property) in properties {
        let Value::Object(property) = property else { continue };
        let optional = !required.iter().any(|entry| entry == name);
        if optional && accepts_null(property) && !property.contains_key("default") {
            property.insert("default".to_owned(), Value::Null);
            *property = sort_keys(std::mem::take(property));
        }
    }
}

/// Whether one branch of a schema in normal form is the null type.
pub(super) fn accepts_null(object: &Map<String, Value>) -> bool {
    match object.get("anyOf") {
        Some(Value::Array(branches)) => branches.iter().any(|branch| *branch == null_type()),
        _ => false,
    }
}

pub(super) fn null_type() -> Value {
    json!({"type": "null"})
}

/// Joins alternatives that are all fixed strings into one `enum`.
///
/// schemars describes documented variants one by one; their texts have no place in an `enum`.
fn collapse_strings(object: &mut Map<String, Value>) {
    for key in ["oneOf", "anyOf"] {
        let Some(Value::Array(branches)) = object.get(key) else { continue };
        let mut strings = Vec::new();
        if branches.iter().all(|branch| collect_strings(branch, &mut strings)) {
            object.remove(key);
            object.insert("enum".to_owned(), Value::Array(strings));
            object.insert("type".to_owned(), Value::from("string"));
        }
    }
}

/// Appends the strings that `branch` fixes; false when it allows anything else.
fn collect_strings(branch: &Value, strings: &mut Vec<Value>) -> bool {
    let Value::Object(branch) = branch else { return false };
    let plain = branch.keys().all(|key| {
        matches!(key.as_str(), "const" | "enum" | "type" | "description" | "deprecated")
    });
    let members: Vec<Value> = match (branch.get("const"), branch.get("enum")) {
        (Some(member), None) => vec![member.clone()],
        (None, Some(Value::Array(members))) => members.clone(),
        _ => return false,
    };
    let fixed = plain && members.iter().all(Value::is_string);
    strings.extend(members);
    fixed
}

/// Writes a set of one as `const`, and names the type of fixed strings.
fn single_member(object: &mut Map<String, Value>) {
    if let Some(Value::Array(members)) = object.get("enum")
        && let [member] = members.as_slice()
    {
        let member = member.clone();
        object.remove("enum");
        object.insert("const".to_owned(), member);
    }
    let is_string = match (object.get("const"), object.get("enum")) {
        (Some(member), _) => member.is_string(),
        (None, Some(Value::Array(members))) => members.iter().all(Value::is_string),
        _ => false,
    };
    if is_string && !object.contains_key("type") {
        object.insert("type".to_owned(), Value::from("string"));
    }
}

/// Splits a list of types into branches. With null the constraints stay in the first branch;
/// what is said about the value as a whole stays outside.
fn split_null(mut object: Map<String, Value>) -> Map<String, Value> {
    let Some(Value::Array(types)) = object.get("type").cloned() else { return object };
    let mut outer = Map::new();
    for key in ["$defs", "default", "description", "deprecated", "examples"] {
        if let Some(value) = object.remove(key) {
            outer.insert(key.to_owned(), value);
        }
    }
    if let Some(Value::Array(members)) = object.get_mut("enum") {
        members.retain(|member| !member.is_null());
    }
    let branches: Vec<Value> = types
        .into_iter()
        .map(|kind| if kind == "null" { null_type() } else { branch(&object, kind) })
        .collect();
    match <[Value; 1]>::try_from(branches) {
        Ok([Value::Object(only)]) => outer.extend(only),
        Ok([other]) => {
            outer.insert("anyOf".to_owned(), Value::Array(vec![other]));
        }
        Err(branches) => {
            outer.insert("anyOf".to_owned(), Value::Array(branches));
        }
    }
    outer
}

fn branch(object: &Map<String, Value>, kind: Value) -> Value {
    let mut branch = object.clone();
    branch.insert("type".to_owned(), kind);
    single_member(&mut branch);
    Value::Object(sort_keys(branch))
}
