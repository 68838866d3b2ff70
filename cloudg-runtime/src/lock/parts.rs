//! Parts a definition: what programs rely on, and what only people and models read.

use serde_json::{Map, Value};

/// Keys that hold a text or a picture, where a definition or a schema stands.
pub(super) const TEXTS: [&str; 6] =
    ["$comment", "deprecated", "description", "examples", "icons", "title"];

/// What stands at a place of a definition.
#[derive(Clone, Copy)]
enum Level {
    /// A definition, a schema, an argument, or the hints.
    Described,
    /// Members with names of an author's choice, each a schema.
    Named,
    /// A list of [`Level::Described`].
    Listed,
    /// A value that says nothing about itself.
    Data,
}

/// The level of the member `key` of something described.
fn below(key: &str) -> Level {
    match key {
        "inputSchema"
        | "outputSchema"
        | "annotations"
        | "items"
        | "additionalProperties"
        | "contains"
        | "not"
        | "if"
        | "then"
        | "else"
        | "propertyNames" => Level::Described,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            Level::Named
        }
        "anyOf" | "oneOf" | "allOf" | "prefixItems" | "arguments" => Level::Listed,
        _ => Level::Data,
    }
}

/// A definition or schema without its texts.
pub(super) fn contract_of(definition: &Value) -> Value {
    without_texts(definition, Level::Described)
}

fn without_texts(value: &Value, level: Level) -> Value {
    match (level, value) {
        (Level::Described, Value::Object(object)) => {
            let kept = object.iter().filter(|(key, _)| !TEXTS.contains(&key.as_str()));
            kept.map(|(key, member)| (key.clone(), without_texts(member, below(key)))).collect()
        }
        (Level::Named, Value::Object(object)) => object
            .iter()
            .map(|(key, member)| (key.clone(), without_texts(member, Level::Described)))
            .collect(),
        (Level::Listed, Value::Array(items)) => {
            items.iter().map(|item| without_texts(item, Level::Described)).collect()
        }
        (_, other) => other.clone(),
    }
}

/// The texts of a definition or schema by their JSON pointer.
pub(super) fn texts_of(definition: &Value) -> Value {
    let mut texts = Map::new();
    collect(definition, Level::Described, "", &mut texts);
    Value::Object(texts)
}

fn collect(value: &Value, level: Level, place: &str, texts: &mut Map<String, Value>) {
    match (level, value) {
        (Level::Described, Value::Object(object)) => {
            for (key, member) in object {
                let place = step(place, key);
                if TEXTS.contains(&key.as_str()) {
                    texts.insert(place, member.clone());
                } else {
                    collect(member, below(key), &place, texts);
                }
            }
        }
        (Level::Named, Value::Object(object)) => {
            for (key, member) in object {
                collect(member, Level::Described, &step(place, key), texts);
            }
        }
        (Level::Listed, Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, Level::Described, &step(place, &index.to_string()), texts);
            }
        }
        _ => {}
    }
}

/// The JSON pointer of a member.
pub(super) fn step(place: &str, key: &str) -> String {
    format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"))
}
