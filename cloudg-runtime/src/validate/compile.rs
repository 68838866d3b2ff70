//! From JSON Schema to nodes.

use std::collections::HashMap;

use regex::Regex;
use serde_json::{Map, Number, Value};

use super::node::{
    ArrayRule, Bound, Field, LiteralRule, Node, ObjectRule, Others, Program, Range, StringRule,
};

/// Deepest nesting of a schema.
const MAX_DEPTH: usize = 64;

/// Keywords that say nothing about which values are accepted.
const ANNOTATIONS: [&str; 13] = [
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "examples",
    "format",
    "readOnly",
    "title",
    "writeOnly",
];

/// Why a schema cannot be enforced.
///
/// ```
/// use cloudg_runtime::Validator;
/// use serde_json::json;
///
/// let schema = json!({"properties": {"even": {"type": "integer", "multipleOf": 2}}, "type": "object"});
/// let error = Validator::compile(&schema).err().expect("this is not enforced");
/// assert!(error.to_string().contains("multipleOf"), "{error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A keyword is not supported, or not beside the others at this place.
    #[error("schema keyword `{keyword}` is not supported at `{place}`")]
    Unsupported {
        /// The keyword.
        keyword: String,
        /// JSON pointer of the schema that holds it.
        place: String,
    },
    /// A keyword has a value of the wrong form.
    #[error("schema keyword `{keyword}` has an invalid value at `{place}`")]
    Malformed {
        /// The keyword.
        keyword: String,
        /// JSON pointer of the schema that holds it.
        place: String,
    },
    /// A reference points nowhere.
    #[error("schema reference `{target}` at `{place}` points nowhere")]
    Reference {
        /// What it points to.
        target: String,
        /// JSON pointer of the schema that holds it.
        place: String,
    },
    /// The schema is nested too deeply.
    #[error("the schema is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// Compiles `schema` with everything it refers to.
pub(super) fn compile(schema: &Value) -> Result<Program, SchemaError> {
    let mut compiler = Compiler { document: schema, targets: HashMap::new(), pending: Vec::new() };
    let root = compiler.node(schema, &Place::root())?;
    let mut definitions = Vec::new();
    while let Some(target) = compiler.pending.get(definitions.len()).cloned() {
        // Only targets that exist are put on the list.
        let schema = target_of(schema, &target).unwrap_or(&Value::Null);
        let place = Place { pointer: target.trim_start_matches('#').to_owned(), depth: 0 };
        definitions.push(compiler.node(schema, &place)?);
    }
    Ok(Program { root, definitions })
}

struct Compiler<'schema> {
    document: &'schema Value,
    targets: HashMap<String, usize>,
    /// Targets in order of first use; their nodes get the same indexes.
    pending: Vec<String>,
}

/// Where in the schema the compiler is.
struct Place {
    pointer: String,
    depth: usize,
}

impl Place {
    fn root() -> Self {
        Self { pointer: String::new(), depth: 0 }
    }

    fn at(&self, key: &str) -> Self {
        let key = key.replace('~', "~0").replace('/', "~1");
        Self { pointer: format!("{}/{key}", self.pointer), depth: self.depth + 1 }
    }

    fn unsupported(&self, keyword: &str) -> SchemaError {
        SchemaError::Unsupported { keyword: keyword.to_owned(), place: self.pointer.clone() }
    }

    fn malformed(&self, keyword: &str) -> SchemaError {
        SchemaError::Malformed { keyword: keyword.to_owned(), place: self.pointer.clone() }
    }
}

type Object = Map<String, Value>;

impl Compiler<'_> {
    fn node(&mut self, schema: &Value, place: &Place) -> Result<Node, SchemaError> {
        if place.depth > MAX_DEPTH {
            return Err(SchemaError::TooDeep);
        }
        match schema {
            Value::Bool(true) => Ok(Node::Any),
            Value::Bool(false) => Ok(Node::Never),
            Value::Object(object) => self.object_schema(object, place),
            _ => Err(place.malformed("schema")),
        }
    }

    fn object_schema(&mut self, schema: &Object, place: &Place) -> Result<Node, SchemaError> {
        let mut parts = Vec::new();
        if let Some(target) = schema.get("$ref") {
            parts.push(self.reference(target, place)?);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = schema.get(keyword) {
                let branches = branches.as_array().ok_or_else(|| place.malformed(keyword))?;
                parts.push(self.union(branches, &place.at(keyword))?);
            }
        }
        if let Some(all) = schema.get("allOf") {
            let all = all.as_array().ok_or_else(|| place.malformed("allOf"))?;
            for (index, part) in all.iter().enumerate() {
                parts.push(self.node(part, &place.at("allOf").at(&index.to_string()))?);
            }
        }
        parts.extend(self.typed(schema, place)?);
        Ok(match parts.len() {
            0 => Node::Any,
            1 => parts.remove(0),
            _ => Node::All(parts),
        })
    }

    /// The node for `const`, `enum` or `type` and the keywords that belong to it.
    fn typed(&mut self, schema: &Object, place: &Place) -> Result<Option<Node>, SchemaError> {
        let node = if let Some(value) = schema.get("const") {
            Some(literal(vec![value.clone()]))
        } else if let Some(values) = schema.get("enum") {
            let values = values.as_array().ok_or_else(|| place.malformed("enum"))?;
            Some(literal(values.clone()))
        } else {
            match schema.get("type") {
                None => None,
                Some(Value::String(name)) => Some(self.named_type(name, schema, place)?),
                Some(Value::Array(names)) => Some(self.type_list(names, schema, place)?),
                Some(_) => return Err(place.malformed("type")),
            }
        };
        let known = if node.is_some() { type_keywords(schema) } else { Vec::new() };
        let combinators = ["$ref", "allOf", "anyOf", "oneOf"];
        let unknown = schema.keys().map(String::as_str).find(|key| {
            !ANNOTATIONS.contains(key) && !combinators.contains(key) && !known.contains(key)
        });
        unknown.map_or(Ok(node), |keyword| Err(place.unsupported(keyword)))
    }

    fn type_list(
        &mut self,
        names: &[Value],
        schema: &Object,
        place: &Place,
    ) -> Result<Node, SchemaError> {
        let mut branches = Vec::new();
        for name in names {
            let name = name.as_str().ok_or_else(|| place.malformed("type"))?;
            branches.push(self.named_type(name, schema, place)?);
        }
        Ok(union_of(branches))
    }

    fn named_type(
        &mut self,
        name: &str,
        schema: &Object,
        place: &Place,
    ) -> Result<Node, SchemaError> {
        match name {
            "null" => Ok(Node::Null),
            "boolean" => Ok(Node::Boolean),
            "string" => Ok(Node::String(string_rule(schema, place)?)),
            "integer" => Ok(Node::Integer(Box::new(range(schema, place)?))),
            "number" => Ok(Node::Number(Box::new(range(schema, place)?))),
            "array" => {
                let items = match schema.get("items") {
                    Some(items) => self.node(items, &place.at("items"))?,
                    None => Node::Any,
                };
                let min = count(schema, "minItems", place)?;
                let max = count(schema, "maxItems", place)?;
                Ok(Node::Array(Box::new(ArrayRule { items, min, max })))
            }
            "object" => Ok(Node::Object(Box::new(self.object_rule(schema, place)?))),
            _ => Err(place.malformed("type")),
        }
    }

    fn object_rule(&mut self, schema: &Object, place: &Place) -> Result<ObjectRule, SchemaError> {
        let required = match schema.get("required") {
            None => &[][..],
            Some(names) => names.as_array().ok_or_else(|| place.malformed("required"))?,
        };
        let mut fields = Vec::new();
        if let Some(properties) = schema.get("properties") {
            let properties = properties.as_object().ok_or_else(|| place.malformed("properties"))?;
            let place = place.at("properties");
            for (name, property) in properties {
                fields.push(Field {
                    name: name.clone(),
                    node: self.node(property, &place.at(name))?,
                    required: required.iter().any(|wanted| wanted == name),
                    default: property.get("default").cloned(),
                });
            }
        }
        let undeclared = required
            .iter()
            .any(|wanted| !fields.iter().any(|field| wanted.as_str() == Some(field.name.as_str())));
        if undeclared {
            return Err(place.malformed("required"));
        }
        let others = match schema.get("additionalProperties") {
            None | Some(Value::Bool(true)) => Others::Keep,
            Some(Value::Bool(false)) => Others::Forbid,
            Some(values) => {
                Others::Check(Box::new(self.node(values, &place.at("additionalProperties"))?))
            }
        };
        Ok(ObjectRule { fields, others })
    }

    fn union(&mut self, branches: &[Value], place: &Place) -> Result<Node, SchemaError> {
        let mut nodes = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            nodes.push(self.node(branch, &place.at(&index.to_string()))?);
        }
        Ok(union_of(nodes))
    }

    fn reference(&mut self, target: &Value, place: &Place) -> Result<Node, SchemaError> {
        let target = target.as_str().ok_or_else(|| place.malformed("$ref"))?;
        if target_of(self.document, target).is_none() {
            let place = place.pointer.clone();
            return Err(SchemaError::Reference { target: target.to_owned(), place });
        }
        let next = self.pending.len();
        let index = *self.targets.entry(target.to_owned()).or_insert(next);
        if index == next {
            self.pending.push(target.to_owned());
        }
        Ok(Node::Reference(index))
    }
}

/// The keywords that are enforced beside the type, enumeration or constant of `schema`.
fn type_keywords(schema: &Object) -> Vec<&'static str> {
    let mut known = vec!["const", "enum", "type"];
    if schema.contains_key("const") || schema.contains_key("enum") {
        return known;
    }
    let has = |name: &str| match schema.get("type") {
        Some(Value::String(only)) => only == name,
        Some(Value::Array(names)) => names.iter().any(|one| one == name),
        _ => false,
    };
    if has("string") {
        known.extend(["maxLength", "minLength", "pattern"]);
    }
    if has("integer") || has("number") {
        known.extend(["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"]);
    }
    if has("array") {
        known.extend(["items", "maxItems", "minItems"]);
    }
    if has("object") {
        known.extend(["additionalProperties", "properties", "required"]);
    }
    known
}

fn target_of<'schema>(document: &'schema Value, target: &str) -> Option<&'schema Value> {
    document.pointer(target.strip_prefix('#')?)
}

/// A union without what does not need to be one: `null` beside something is an optional, and
/// branches of fixed values are one enumeration.
fn union_of(nodes: Vec<Node>) -> Node {
    let n_before = nodes.len();
    let mut rest: Vec<Node> =
        nodes.into_iter().filter(|node| !matches!(node, Node::Null)).collect();
    let nullable = rest.len() < n_before;
    let inner = if rest.len() == 1 {
        rest.remove(0)
    } else if !rest.is_empty() && rest.iter().all(|node| matches!(node, Node::Literal(_))) {
        let values = rest.into_iter().flat_map(|node| match node {
            Node::Literal(rule) => rule.values,
            _ => Vec::new(),
        });
        literal(values.collect())
    } else if rest.is_empty() && nullable {
        return Node::Null;
    } else {
        Node::Union(rest)
    };
    if nullable { Node::Optional(Box::new(inner)) } else { inner }
}

fn string_rule(schema: &Object, place: &Place) -> Result<StringRule, SchemaError> {
    let pattern = match schema.get("pattern") {
        None => None,
        Some(Value::String(source)) => {
            // `$` of this engine is the absolute end, as `pattern` needs it.
            let regex = Regex::new(source).map_err(|_| place.malformed("pattern"))?;
            Some((source.clone(), regex))
        }
        Some(_) => return Err(place.malformed("pattern")),
    };
    let min = count(schema, "minLength", place)?;
    let max = count(schema, "maxLength", place)?;
    Ok(StringRule { min, max, pattern })
}

fn range(schema: &Object, place: &Place) -> Result<Range, SchemaError> {
    Ok(Range {
        minimum: bound(schema, "minimum", place)?,
        above: bound(schema, "exclusiveMinimum", place)?,
        maximum: bound(schema, "maximum", place)?,
        below: bound(schema, "exclusiveMaximum", place)?,
    })
}

fn bound(schema: &Object, keyword: &str, place: &Place) -> Result<Option<Bound>, SchemaError> {
    match schema.get(keyword) {
        None => Ok(None),
        Some(Value::Number(number)) => Ok(Some(Bound::new(number))),
        Some(_) => Err(place.malformed(keyword)),
    }
}

fn count(schema: &Object, keyword: &str, place: &Place) -> Result<Option<u64>, SchemaError> {
    match schema.get(keyword) {
        None => Ok(None),
        Some(value) => value.as_u64().map(Some).ok_or_else(|| place.malformed(keyword)),
    }
}

fn literal(values: Vec<Value>) -> Node {
    let names: Vec<String> = values.iter().map(quoted).collect();
    let listed = match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    };
    Node::Literal(LiteralRule { values, message: format!("Input should be {listed}") })
}

fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{text}'"),
        Value::Number(number) => Number::to_string(number),
        other => other.to_string(),
    }
}
