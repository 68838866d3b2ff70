//! The schema of a structured answer, which is an object whatever the handler returns.

use serde_json::{Map, Value, json};

use super::normal::sort_keys;
use crate::reply::WRAPPER;

/// References followed from one schema to tell what it describes; more go round in circles.
const MAX_STEPS: usize = 64;

/// What the values of a schema are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Objects, all of them.
    Object,
    /// None is an object.
    Other,
    /// Some are objects, or it does not tell.
    Either,
}

impl Form {
    fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Either }
    }

    fn of(schema: &Value, definitions: &Value, steps: usize) -> Self {
        let text = |key: &str| schema.get(key).and_then(Value::as_str);
        let list = |key: &str| schema.get(key).and_then(Value::as_array);
        if let Some(name) = text("$ref").and_then(|target| target.strip_prefix("#/$defs/")) {
            return match steps < MAX_STEPS {
                true => Self::of(&definitions[name], definitions, steps + 1),
                false => Self::Either,
            };
        }
        if let Some(kind) = text("type") {
            return Self::of_type(kind == "object");
        }
        let among = list("anyOf").or_else(|| list("oneOf")).map(|branches| {
            branches.iter().map(|branch| Self::of(branch, definitions, steps + 1)).reduce(Self::or)
        });
        let words = || list("enum").map(|words| words.iter().map(Self::of_value).reduce(Self::or));
        let word = || schema.get("const").map(|word| Some(Self::of_value(word)));
        among.or_else(words).or_else(word).flatten().unwrap_or(Self::Either)
    }

    fn of_value(value: &Value) -> Self {
        Self::of_type(value.is_object())
    }

    fn of_type(is_object: bool) -> Self {
        if is_object { Self::Object } else { Self::Other }
    }
}

/// The schema of what a tool answers, for what its handler returns: objects stay as they are, all
/// else stands in an object of its own. The root says that it is an object, as clients demand.
pub(super) fn answer(returned: Value) -> Value {
    let Value::Object(mut returned) = returned else { return json!({"type": "object"}) };
    let definitions = returned.remove("$defs");
    let form =
        Form::of(&Value::Object(returned.clone()), definitions.as_ref().unwrap_or(&Value::Null), 0);
    let mut answer = match form {
        Form::Object => returned,
        Form::Other => wrapped(returned),
        Form::Either if returned.is_empty() => Map::new(),
        Form::Either => {
            let wrapped = wrapped(returned.clone());
            Map::from_iter([("anyOf".to_owned(), json!([returned, wrapped]))])
        }
    };
    answer.insert("type".to_owned(), Value::from("object"));
    if let Some(definitions) = definitions {
        answer.insert("$defs".to_owned(), definitions);
    }
    Value::Object(sort_keys(answer))
}

fn wrapped(returned: Map<String, Value>) -> Map<String, Value> {
    let properties = Map::from_iter([(WRAPPER.to_owned(), Value::Object(returned))]);
    Map::from_iter([
        ("properties".to_owned(), Value::Object(properties)),
        ("required".to_owned(), json!([WRAPPER])),
        ("type".to_owned(), Value::from("object")),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(returned: Value, expected: &Value) {
        let described = returned.to_string();
        assert_eq!(answer(returned).to_string(), expected.to_string(), "{described}");
    }

    #[test]
    fn an_object_is_its_own_answer() {
        let point = json!({"properties": {"x": {"type": "integer"}}, "type": "object"});
        check(point.clone(), &point);
        check(
            json!({"$defs": {"Point": point}, "$ref": "#/$defs/Point"}),
            &json!({"$defs": {"Point": point}, "$ref": "#/$defs/Point", "type": "object"}),
        );
        check(
            json!({"anyOf": [point, point]}),
            &json!({"anyOf": [point, point], "type": "object"}),
        );
    }

    #[test]
    fn anything_else_stands_under_a_key() {
        let under = |schema: Value| json!({"properties": {"result": schema}, "required": ["result"], "type": "object"});
        for schema in [
            json!({"type": "integer"}),
            json!({"items": {"type": "object"}, "type": "array"}),
            json!({"enum": ["a", "b"]}),
            json!({"const": 1}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ] {
            check(schema.clone(), &under(schema));
        }
        let tree = json!({"items": {"$ref": "#/$defs/Tree"}, "type": "array"});
        check(
            json!({"$defs": {"Tree": tree}, "$ref": "#/$defs/Tree"}),
            &json!({
                "$defs": {"Tree": tree},
                "properties": {"result": {"$ref": "#/$defs/Tree"}},
                "required": ["result"],
                "type": "object"
            }),
        );
    }

    #[test]
    fn what_may_be_both_is_described_both_ways() {
        let either = json!({"anyOf": [{"type": "object"}, {"type": "null"}]});
        let wrapped =
            json!({"properties": {"result": either}, "required": ["result"], "type": "object"});
        check(either.clone(), &json!({"anyOf": [either, wrapped], "type": "object"}));
        check(json!({}), &json!({"type": "object"}));
        check(json!(true), &json!({"type": "object"}));
        let circle = json!({"$defs": {"A": {"$ref": "#/$defs/A"}}, "$ref": "#/$defs/A"});
        assert_eq!(answer(circle)["anyOf"].as_array().map(Vec::len), Some(2));
    }
}
