//! Schemas of answers that stay valid when a client or a policy leaves parts out.

use schemars::Schema;
use serde_json::{Map, Value};

use super::normal::{Width, accepts_null, normal, null_type, sort_keys};

/// Opens the schema of an answer: no property is required, every one but a list or a map may be
/// null (its default), and every object may hold more than is declared. Lists and maps are null
/// only as an `Option`. Applies to nested objects too.
///
/// A hook for schemars, to be named on the outermost type only:
///
/// ```
/// #[derive(schemars::JsonSchema)]
/// #[schemars(transform = cloudg_runtime::open_object)]
/// struct CountReply {
///     total: u64,
///     names: Vec<String>,
/// }
///
/// assert_eq!(
///     cloudg_runtime::output_schema_of::<CountReply>().to_string(),
///     r#"{"additionalProperties":true,"properties":{"total":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null},"names":{"items":{"type":"string"},"type":"array"}},"type":"object"}"#,
/// );
/// ```
pub fn open_object(schema: &mut Schema) {
    let opened = open(normal(schema.clone().to_value(), Width::Ignored));
    if let Value::Object(object) = opened {
        *schema = object.into();
    }
}

fn open(schema: Value) -> Value {
    let Value::Object(mut object) = schema else { return schema };
    for key in ["items", "additionalProperties"] {
        if let Some(member) = object.get_mut(key) {
            *member = open(std::mem::take(member));
        }
    }
    for key in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        if let Some(Value::Array(members)) = object.get_mut(key) {
            members.iter_mut().for_each(|member| *member = open(std::mem::take(member)));
        }
    }
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.values_mut().for_each(|member| *member = optional(open(std::mem::take(member))));
        object.remove("required");
        object.insert("additionalProperties".to_owned(), Value::Bool(true));
    }
    if let Some(Value::Object(definitions)) = object.get_mut("$defs") {
        definitions.values_mut().for_each(|member| *member = open(std::mem::take(member)));
    }
    Value::Object(sort_keys(object))
}

/// Lets a property be null unless it is a list or a map: an empty one already says "nothing".
fn optional(property: Value) -> Value {
    let Value::Object(mut object) = property else { return property };
    object.remove("default");
    if is_container(&object) || object.is_empty() {
        return Value::Object(object);
    }
    let mut outer = Map::new();
    if accepts_null(&object) {
        outer = object;
    } else {
        if let Some(description) = object.remove("description") {
            outer.insert("description".to_owned(), description);
        }
        outer.insert("anyOf".to_owned(), Value::Array(vec![Value::Object(object), null_type()]));
    }
    outer.insert("default".to_owned(), Value::Null);
    Value::Object(sort_keys(outer))
}

fn is_container(object: &Map<String, Value>) -> bool {
    let kind = object.get("type").and_then(Value::as_str);
    kind == Some("array") || (kind == Some("object") && !object.contains_key("properties"))
}
