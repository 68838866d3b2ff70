//! Schemas for clients with a narrow dialect of JSON Schema.
//!
//! Function calling interfaces differ in what they read: lists of types, references and
//! combinators at the root are the first things they refuse. The portable profile says the same
//! with less, and where it cannot, it errs on the safe side: what a client writes by a portable
//! argument schema is accepted by the full one, and an answer that fits the full reply schema fits
//! the portable one. Arguments are always validated by the full schema.
//!
//! | in the full schema | in portable arguments | in a portable reply |
//! |---|---|---|
//! | list of types | `anyOf` of single types | the same |
//! | `anyOf`, `oneOf` at the root | its first object | any object |
//! | `oneOf` elsewhere | `anyOf` | the same |
//! | `allOf` | one schema that says all | what its first part says |
//! | null in an optional property | left out: absence says it | `anyOf` with null |
//! | null elsewhere | `anyOf` with null | the same |
//! | `const` | `enum` of one | the same |
//! | `$ref` | written out; a type inside itself [`RECURSION`] deep, then nothing fits: an optional property is left out, a list is empty | written out as deep, then anything fits |
//! | `format`, `title`, `examples`, a null `default` | left out | the same |

mod alternatives;

use serde_json::{Map, Value, json};

use self::alternatives::{Alternative, Reader};
use super::sort_keys;

/// How often a type is written out inside itself.
pub(super) const RECURSION: usize = 3;
/// Most places that are written; beyond, a place counts as too deep.
const MAX_PLACES: usize = 20_000;

/// How much of JSON Schema the listed schemas of tools use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SchemaProfile {
    /// Everything that describes the arguments best.
    #[default]
    Full,
    /// What clients with a narrow dialect read: no list of types, no format, no combinator at the
    /// root, no reference, and no null where absence says it.
    Portable,
}

type Object = Map<String, Value>;

/// Which way a portable schema may err.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// It accepts no more than the full one.
    Arguments,
    /// It accepts no less.
    Reply,
}

/// What may be left out at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The value may be missing, which says null too.
    Optional,
    Always,
}

/// The portable form of an argument schema. One that cannot be said at all takes no arguments.
pub(crate) fn portable_input(schema: &Object) -> Object {
    let mut writer = Writer::new(schema, Side::Arguments);
    let root = writer.root(schema);
    root.unwrap_or_else(|| empty_object(Value::Bool(false)))
}

/// The portable form of a reply schema.
pub(crate) fn portable_output(schema: &Object) -> Object {
    let mut writer = Writer::new(schema, Side::Reply);
    let root = writer.root(schema);
    root.unwrap_or_else(|| empty_object(Value::Bool(true)))
}

fn empty_object(others: Value) -> Object {
    let mut object = Object::new();
    object.insert("additionalProperties".to_owned(), others);
    object.insert("properties".to_owned(), json!({}));
    object.insert("type".to_owned(), Value::from("object"));
    object
}

struct Writer<'s> {
    reader: Reader<'s>,
    side: Side,
    places: usize,
}

impl<'s> Writer<'s> {
    fn new(document: &'s Object, side: Side) -> Self {
        Self { reader: Reader::new(document, side == Side::Arguments), side, places: 0 }
    }

    /// One object without combinators.
    fn root(&mut self, schema: &Object) -> Option<Object> {
        let schema = Value::Object(schema.clone());
        let mut alternatives = self.reader.read(&schema, &[])?;
        alternatives.retain(|one| one.kind() == Some("object"));
        if self.side == Side::Reply && alternatives.len() != 1 {
            return None;
        }
        let written = alternatives.iter().find_map(|one| self.alternative(one));
        written.map(|object| self.annotated(object, &schema))
    }

    /// A schema at a place inside; `None` when nothing can fit.
    fn node(&mut self, schema: &Value, place: Place, refs: &[String]) -> Option<Value> {
        self.places += 1;
        let too_many = self.places > MAX_PLACES;
        let alternatives = if too_many { None } else { self.reader.read(schema, refs) };
        let Some(mut alternatives) = alternatives else { return self.cut() };
        if self.side == Side::Arguments && place == Place::Optional {
            alternatives.retain(|one| one.kind() != Some("null"));
        }
        let mut written: Vec<Object> =
            alternatives.iter().filter_map(|one| self.alternative(one)).collect();
        written.dedup();
        let object = match written.len() {
            0 => return self.cut(),
            1 => written.remove(0),
            _ => {
                let branches = written.into_iter().map(Value::Object).collect();
                Object::from_iter([("anyOf".to_owned(), Value::Array(branches))])
            }
        };
        Some(Value::Object(self.annotated(object, schema)))
    }

    /// What stands where the writer cannot go on.
    fn cut(&self) -> Option<Value> {
        match self.side {
            Side::Arguments => None,
            Side::Reply => Some(json!({})),
        }
    }

    /// The schema with the texts and the default that are said about its place.
    fn annotated(&self, mut object: Object, place: &Value) -> Object {
        if let Some(text) = place.get("description") {
            object.insert("description".to_owned(), text.clone());
        }
        if let Some(default) = place.get("default").filter(|default| !default.is_null()) {
            object.insert("default".to_owned(), default.clone());
        }
        sort_keys(object)
    }

    fn alternative(&mut self, one: &Alternative) -> Option<Object> {
        let mut written = one.schema.clone();
        match one.kind() {
            Some("object") => self.object(one, &mut written)?,
            Some("array") => self.array(one, &mut written)?,
            _ => {}
        }
        Some(sort_keys(written))
    }

    fn object(&mut self, one: &Alternative, written: &mut Object) -> Option<()> {
        let required = one.schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
        if let Some(Value::Object(properties)) = one.schema.get("properties") {
            let mut kept = Object::new();
            let mut left_out = false;
            for (name, schema) in properties {
                let place = if is_required(name) { Place::Always } else { Place::Optional };
                match self.node(schema, place, &one.refs) {
                    Some(schema) => _ = kept.insert(name.clone(), schema),
                    None if place == Place::Always => return None,
                    None => left_out = true,
                }
            }
            written.insert("properties".to_owned(), Value::Object(kept));
            if left_out {
                // A property that nothing fits must not come in as an undeclared one.
                written.insert("additionalProperties".to_owned(), Value::Bool(false));
                return Some(());
            }
        }
        if let Some(others @ Value::Object(_)) = one.schema.get("additionalProperties") {
            let others = self.node(others, Place::Always, &one.refs).unwrap_or(Value::Bool(false));
            written.insert("additionalProperties".to_owned(), others);
        }
        Some(())
    }

    fn array(&mut self, one: &Alternative, written: &mut Object) -> Option<()> {
        if let Some(Value::Array(first)) = one.schema.get("prefixItems") {
            let first = first.iter().map(|item| self.node(item, Place::Always, &one.refs));
            let first: Value = first.collect::<Option<Vec<_>>>()?.into();
            written.insert("prefixItems".to_owned(), first);
        }
        let Some(items @ Value::Object(_)) = one.schema.get("items") else { return Some(()) };
        match self.node(items, Place::Always, &one.refs) {
            Some(items) => _ = written.insert("items".to_owned(), items),
            None if one.schema.get("minItems").and_then(Value::as_u64) > Some(0) => return None,
            None => {
                written.insert("items".to_owned(), json!({}));
                written.insert("maxItems".to_owned(), Value::from(0));
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests;
