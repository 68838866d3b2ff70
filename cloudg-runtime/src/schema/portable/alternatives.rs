//! A schema as a list of alternatives, each of one type and without references and combinators on
//! its own level.

use serde_json::{Map, Value, json};

use super::{Object, RECURSION};
use crate::Validator;

/// Most alternatives of one place.
const MAX_ALTERNATIVES: usize = 64;

/// Keywords of each type that are kept, beside `type` and `enum`.
const KEPT: [(&str, &[&str]); 5] = [
    ("string", &["maxLength", "minLength", "pattern"]),
    ("integer", &["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"]),
    ("number", &["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"]),
    ("array", &["items", "maxItems", "minItems", "prefixItems", "uniqueItems"]),
    ("object", &["additionalProperties", "properties", "required"]),
];

/// Keywords that combine other schemas.
const COMBINED: [&str; 4] = ["$ref", "allOf", "anyOf", "oneOf"];

/// Keywords that are read elsewhere or accept everything.
const SILENT: [&str; 16] = [
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "const",
    "default",
    "definitions",
    "deprecated",
    "description",
    "enum",
    "examples",
    "format",
    "readOnly",
    "title",
    "type",
    "writeOnly",
];

/// One way in which a place can be filled.
#[derive(Clone)]
pub(super) struct Alternative {
    /// `type` with its keywords, or `enum`, or nothing: anything.
    pub(super) schema: Object,
    /// What was referred to on the way to it.
    pub(super) refs: Vec<String>,
}

impl Alternative {
    /// The type, where there is one.
    pub(super) fn kind(&self) -> Option<&str> {
        self.schema.get("type").and_then(Value::as_str)
    }
}

/// Takes schemas of one document apart.
pub(super) struct Reader<'s> {
    document: &'s Object,
    /// Whether nothing may be accepted that the schema does not: then a keyword without portable
    /// form leaves no alternative, else it is not said.
    strict: bool,
}

impl<'s> Reader<'s> {
    pub(super) fn new(document: &'s Object, strict: bool) -> Self {
        Self { document, strict }
    }

    /// The alternatives of `schema`, reached through `refs`; `None` when it is inside itself too
    /// often or cannot be said.
    pub(super) fn read(&self, schema: &Value, refs: &[String]) -> Option<Vec<Alternative>> {
        match schema {
            Value::Bool(true) => {
                Some(vec![Alternative { schema: Object::new(), refs: refs.to_vec() }])
            }
            Value::Object(object) => self.object(object, refs),
            _ => None,
        }
    }

    fn object(&self, schema: &Object, refs: &[String]) -> Option<Vec<Alternative>> {
        let mut parts = Vec::new();
        if let Some(Value::String(target)) = schema.get("$ref") {
            parts.push(self.referred(target, refs.to_vec())?);
        }
        for key in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = schema.get(key) else { continue };
            parts.push(self.union(branches, refs)?);
        }
        if let Some(Value::Array(all)) = schema.get("allOf") {
            for part in all {
                parts.push(self.read(part, refs)?);
            }
        }
        let own = self.own(schema, refs)?;
        if !own.is_empty() || parts.is_empty() {
            parts.push(own);
        }
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        // What is wider than all parts together is any one of them.
        let all = if self.strict {
            parts.fold(first, |left, right| meet_all(&left, &right))
        } else {
            first
        };
        Some(all)
    }

    /// The alternatives of all branches. To leave one out accepts less.
    fn union(&self, branches: &[Value], refs: &[String]) -> Option<Vec<Alternative>> {
        let read = branches.iter().map(|branch| self.read(branch, refs));
        if self.strict {
            return Some(read.flatten().flatten().take(MAX_ALTERNATIVES).collect());
        }
        let all: Vec<Alternative> =
            read.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        (all.len() <= MAX_ALTERNATIVES).then_some(all)
    }

    fn referred(&self, target: &str, mut refs: Vec<String>) -> Option<Vec<Alternative>> {
        if refs.iter().filter(|open| *open == target).count() >= RECURSION {
            return None;
        }
        refs.push(target.to_owned());
        let pointer = target.strip_prefix('#')?;
        let mut found = None;
        let mut rest =
            pointer.split('/').skip(1).map(|key| key.replace("~1", "/").replace("~0", "~"));
        if let Some(first) = rest.next() {
            found = self.document.get(&first);
        }
        for key in rest {
            found = found?.get(&key);
        }
        self.read(found?, &refs)
    }

    /// Whether a keyword would get lost that restricts what is accepted.
    fn loses(&self, schema: &Object) -> bool {
        let is_kept = |key: &str| KEPT.iter().any(|(_, kept)| kept.contains(&key));
        let is_known = |key: &str| is_kept(key) || COMBINED.contains(&key) || SILENT.contains(&key);
        self.strict && !schema.keys().all(|key| is_known(key))
    }

    /// The alternatives that `type`, `enum` and `const` give; none when there is no such keyword
    /// and something else says more.
    fn own(&self, schema: &Object, refs: &[String]) -> Option<Vec<Alternative>> {
        if self.loses(schema) {
            return None;
        }
        let alternative = |schema| Alternative { schema, refs: refs.to_vec() };
        if let Some(value) = schema.get("const") {
            return Some(fixed(std::slice::from_ref(value)).map(alternative).collect());
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return Some(fixed(values).map(alternative).collect());
        }
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if types.is_empty() {
            let is_combined = COMBINED.iter().any(|key| schema.contains_key(*key));
            return Some(if is_combined { Vec::new() } else { vec![alternative(Object::new())] });
        }
        Some(types.into_iter().map(|kind| alternative(typed(schema, kind))).collect())
    }
}

/// Fixed values: null apart, the others together.
fn fixed(values: &[Value]) -> impl Iterator<Item = Object> {
    let others: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    let has_null = others.len() < values.len();
    let some = (!others.is_empty()).then(|| {
        let mut schema = Object::new();
        if others.iter().all(Value::is_string) {
            schema.insert("type".to_owned(), Value::from("string"));
        }
        schema.insert("enum".to_owned(), Value::Array(others));
        schema
    });
    let null = has_null.then(|| Object::from_iter([("type".to_owned(), Value::from("null"))]));
    some.into_iter().chain(null)
}

/// The keywords of one type.
fn typed(schema: &Object, kind: &str) -> Object {
    let kept = KEPT.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, kept)| *kept);
    let mut typed = Object::from_iter([("type".to_owned(), Value::from(kind))]);
    for key in kept {
        if let Some(value) = schema.get(*key) {
            typed.insert((*key).to_owned(), value.clone());
        }
    }
    typed
}

/// Every pair of alternatives that can be met at once.
fn meet_all(left: &[Alternative], right: &[Alternative]) -> Vec<Alternative> {
    let pairs = left.iter().flat_map(|left| right.iter().map(move |right| (left, right)));
    let met = pairs.filter_map(|(left, right)| {
        let schema = meet(&left.schema, &right.schema)?;
        let refs = left.refs.iter().chain(&right.refs).cloned().collect();
        Some(Alternative { schema, refs })
    });
    met.take(MAX_ALTERNATIVES).collect()
}

/// One schema that says both; `None` when nothing fits both, or it cannot be said.
fn meet(left: &Object, right: &Object) -> Option<Object> {
    if left.is_empty() || right.is_empty() {
        return Some(if left.is_empty() { right } else { left }.clone());
    }
    for (fixed, other) in [(left, right), (right, left)] {
        if let Some(Value::Array(values)) = fixed.get("enum") {
            let values: Vec<Value> =
                values.iter().filter(|value| accepts(other, value)).cloned().collect();
            let mut met = fixed.clone();
            let is_met = !values.is_empty();
            met.insert("enum".to_owned(), Value::Array(values));
            return is_met.then_some(met);
        }
    }
    let kind = common_type(left.get("type")?.as_str()?, right.get("type")?.as_str()?)?;
    let mut met = left.clone();
    for (key, value) in right {
        let value = match left.get(key) {
            Some(own) if own != value => both(key, own, value)?,
            _ => value.clone(),
        };
        met.insert(key.clone(), value);
    }
    if kind == "object" {
        meet_properties(left, right, &mut met);
    }
    met.insert("type".to_owned(), Value::from(kind));
    Some(met)
}

fn common_type<'t>(left: &'t str, right: &'t str) -> Option<&'t str> {
    match (left, right) {
        (left, right) if left == right => Some(left),
        ("integer", "number") | ("number", "integer") => Some("integer"),
        _ => None,
    }
}

/// The value of a keyword that says what two different values say.
fn both(key: &str, left: &Value, right: &Value) -> Option<Value> {
    let larger = |left: &Value, right: &Value| left.as_f64() >= right.as_f64();
    Some(match key {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" => {
            if larger(left, right) { left } else { right }.clone()
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" => {
            if larger(left, right) { right } else { left }.clone()
        }
        "uniqueItems" => Value::Bool(true),
        "items" => json!({"allOf": [left, right]}),
        "required" => {
            let mut names = left.as_array()?.clone();
            for name in right.as_array()? {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            Value::Array(names)
        }
        // These are met together; what stands here is replaced.
        "properties" | "additionalProperties" | "type" => left.clone(),
        _ => return None,
    })
}

/// Each side also speaks about the properties that only the other declares.
fn meet_properties(left: &Object, right: &Object, met: &mut Object) {
    let anything = Value::Bool(true);
    let others = |side: &Object| side.get("additionalProperties").unwrap_or(&anything).clone();
    let (left_others, right_others) = (others(left), others(right));
    let declared = |side: &Object| match side.get("properties") {
        Some(Value::Object(properties)) => properties.clone(),
        _ => Map::new(),
    };
    let (left, right) = (declared(left), declared(right));
    let mut properties = Map::new();
    for name in left.keys().chain(right.keys().filter(|name| !left.contains_key(*name))) {
        let own = left.get(name).unwrap_or(&left_others);
        let other = right.get(name).unwrap_or(&right_others);
        properties.insert(name.clone(), all_of(own, other));
    }
    met.insert("properties".to_owned(), Value::Object(properties));
    met.insert("additionalProperties".to_owned(), all_of(&left_others, &right_others));
}

fn all_of(left: &Value, right: &Value) -> Value {
    match (left, right) {
        (Value::Bool(false), _) | (_, Value::Bool(false)) => Value::Bool(false),
        (Value::Bool(true), other) | (other, Value::Bool(true)) => other.clone(),
        (left, right) if left == right => left.clone(),
        (left, right) => json!({"allOf": [left, right]}),
    }
}

/// Whether a value fits a schema as it is, without being changed.
fn accepts(schema: &Object, value: &Value) -> bool {
    let document = json!({"properties": {"value": schema}, "type": "object"});
    let Ok(validator) = Validator::compile(&document) else { return false };
    let checked = validator.check(Some(json!({"value": value})));
    checked.is_ok_and(|checked| checked.get("value") == Some(value))
}
