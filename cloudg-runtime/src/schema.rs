//! JSON Schemas of Rust types, in the one normal form that clients see.
//!
//! schemars describes a type; [`normal`] brings the description into the form every schema of a
//! server has: references inlined (recursion keeps `$defs`), no `$schema`, `title` or `format`, no
//! list of types, sets of strings as `enum`, keys in alphabetical order but members of
//! `properties` in declaration order.

mod answer;
mod definitions;
mod normal;
mod open;
mod portable;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

pub(crate) use definitions::hoist;
pub(crate) use normal::sort_keys;
pub use open::open_object;
pub use portable::SchemaProfile;
pub(crate) use portable::{portable_input, portable_output};

use normal::{Width, normal};

/// The schema of `T` as a caller writes it, in normal form.
///
/// Integers of 8, 16 and 32 bits carry the bounds of their type, other unsigned ones `minimum: 0`.
/// A recursive type keeps its references; its definitions are under `$defs`.
///
/// ```
/// use cloudg_runtime::schema_of;
/// use serde_json::json;
///
/// assert_eq!(schema_of::<u8>(), json!({"maximum": 255, "minimum": 0, "type": "integer"}));
/// assert_eq!(schema_of::<Vec<String>>(), json!({"items": {"type": "string"}, "type": "array"}));
/// ```
pub fn schema_of<T: JsonSchema>() -> Value {
    generate::<T>(SchemaSettings::draft2020_12().for_deserialize(), Width::Bounds)
}

/// The schema of `T` as a handler returns it, in normal form.
///
/// Integers carry no bounds of their Rust type: how wide a number is stored promises nothing.
/// Derive `JsonSchema` with `#[schemars(transform = cloudg_runtime::open_object)]` on the
/// outermost type to make every property optional and every object open.
///
/// ```
/// use cloudg_runtime::output_schema_of;
/// use serde_json::json;
///
/// assert_eq!(output_schema_of::<i32>(), json!({"type": "integer"}));
/// ```
pub fn output_schema_of<T: JsonSchema>() -> Value {
    generate::<T>(SchemaSettings::draft2020_12().for_serialize(), Width::Ignored)
}

/// The schema of the structured answer of a tool whose handler returns a `T`: the one of
/// [`output_schema_of`] for objects, else that of `{"result": …}`, in which the layer puts what is no
/// object. `output = T` of [`tool`](crate::tool) publishes it.
///
/// ```
/// use cloudg_runtime::answer_schema_of;
/// use serde_json::json;
///
/// let number = json!({"type": "integer"});
/// assert_eq!(
///     answer_schema_of::<i32>(),
///     json!({"properties": {"result": number}, "required": ["result"], "type": "object"}),
/// );
/// ```
pub fn answer_schema_of<T: JsonSchema>() -> Value {
    answer::answer(output_schema_of::<T>())
}

/// Generates through `subschema_for`, which refers to a recursive type by its definition, never
/// by `#`: the schema can be placed inside another one.
fn generate<T: JsonSchema>(settings: SchemaSettings, width: Width) -> Value {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut schema = generator.subschema_for::<T>().to_value();
    let definitions = generator.take_definitions(true);
    if let (Value::Object(root), false) = (&mut schema, definitions.is_empty()) {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    normal(schema, width)
}

#[cfg(test)]
mod tests;
