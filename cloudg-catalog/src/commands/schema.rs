//! The schema of an argument as a person thinks of it: kinds of values, and words for them.

use serde_json::{Map, Value};

/// Longest chain of references and alternatives that is followed.
const MAX_DEPTH: usize = 16;
/// Most values of a closed list that are named.
const MAX_LISTED: usize = 8;

/// A schema, and the document that its references point into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schema<'s> {
    node: &'s Value,
    root: &'s Map<String, Value>,
}

/// A kind of JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    Number,
    Boolean,
    List,
    Object,
    Null,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "string" => Self::Text,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "boolean" => Self::Boolean,
            "array" => Self::List,
            "object" => Self::Object,
            "null" => Self::Null,
            _ => return None,
        })
    }

    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }
}

impl<'s> Schema<'s> {
    /// What the argument or key of that name takes; `None` where there is none.
    pub(super) fn member(root: &'s Map<String, Value>, name: &str) -> Option<Self> {
        root.get("properties")?.get(name).map(|node| Self { node, root })
    }

    /// All arguments or keys, in the order of the schema.
    pub(super) fn members(root: &'s Map<String, Value>) -> Vec<(&'s str, Self)> {
        let members = root.get("properties").and_then(Value::as_object);
        let members = members.into_iter().flatten();
        members.map(|(name, node)| (name.as_str(), Self { node, root })).collect()
    }

    /// A key of the schema itself.
    pub(super) fn key(self, key: &str) -> Option<&'s Value> {
        self.node.get(key)
    }

    /// The kinds of values that fit; none where anything does.
    pub(super) fn kinds(self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for kind in self.alternatives().into_iter().flat_map(Self::own_kinds) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// What the elements of a list are; `None` where it is no list or its elements may be anything.
    pub(super) fn items(self) -> Option<Self> {
        let items = self.alternatives().into_iter().find_map(|one| one.node.get("items"));
        items.map(|node| Self { node, root: self.root })
    }

    /// The values of a closed list, blank ones left out; none where it is open.
    pub(super) fn values(self) -> Vec<String> {
        self.alternatives().into_iter().flat_map(Self::own_values).collect()
    }

    /// What fits, in words: `text`, `integer 1-500`, `list of text`.
    pub(super) fn words(self) -> String {
        let mut words: Vec<String> = Vec::new();
        for one in self.alternatives() {
            let word = one.own_words();
            if !word.is_empty() && !words.contains(&word) {
                words.push(word);
            }
        }
        if words.is_empty() { "any JSON".to_owned() } else { words.join(" or ") }
    }

    fn alternatives(self) -> Vec<Self> {
        let mut found = Vec::new();
        self.collect(MAX_DEPTH, &mut found);
        found
    }

    fn collect(self, depth: usize, found: &mut Vec<Self>) {
        if depth == 0 {
            return;
        }
        if let Some(target) = self.node["$ref"].as_str().and_then(|path| self.target(path)) {
            return target.collect(depth - 1, found);
        }
        let nested = ["anyOf", "oneOf", "allOf"].into_iter().find_map(|key| self.node.get(key));
        match nested.and_then(Value::as_array) {
            None => found.push(self),
            Some(nodes) => {
                for node in nodes {
                    Self { node, root: self.root }.collect(depth - 1, found);
                }
            }
        }
    }

    /// What a local reference points to.
    fn target(self, path: &str) -> Option<Self> {
        let mut steps = path.strip_prefix("#/")?.split('/');
        let mut node = self.root.get(steps.next()?)?;
        for step in steps {
            node = node.get(step.replace("~1", "/").replace("~0", "~"))?;
        }
        Some(Self { node, root: self.root })
    }

    fn own_kinds(self) -> Vec<Kind> {
        match self.node.get("type") {
            Some(Value::String(name)) => Kind::named(name).into_iter().collect(),
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).filter_map(Kind::named).collect()
            }
            _ => self.constants().map(Kind::of).collect(),
        }
    }

    fn constants(self) -> impl Iterator<Item = &'s Value> {
        let list = self.node.get("enum").and_then(Value::as_array);
        list.into_iter().flatten().chain(self.node.get("const"))
    }

    fn own_values(self) -> Vec<String> {
        let values = self.constants().filter(|value| !value.is_null());
        let values =
            values.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        values.filter(|value| !value.is_empty()).collect()
    }

    fn own_words(self) -> String {
        let values = self.own_values();
        if !values.is_empty() {
            return format!("one of {}", listed(&values));
        }
        let kinds = self.own_kinds();
        let words =
            kinds.into_iter().filter(|kind| *kind != Kind::Null).map(|kind| self.word(kind));
        words.collect::<Vec<_>>().join(" or ")
    }

    fn word(self, kind: Kind) -> String {
        match kind {
            Kind::Text => with("text", &self.range("minLength", "maxLength"), " characters"),
            Kind::Integer => with("integer", &self.range("minimum", "maximum"), ""),
            Kind::Number => with("number", &self.range("minimum", "maximum"), ""),
            Kind::Boolean => "true or false".to_owned(),
            Kind::List => {
                let items = self.items().map_or_else(|| "any JSON".to_owned(), Self::words);
                with(&format!("list of {items}"), &self.range("minItems", "maxItems"), " entries")
            }
            Kind::Object => {
                match self.node.get("additionalProperties").filter(|one| one.is_object()) {
                    Some(node) => {
                        format!("object of {}", Self { node, root: self.root }.words())
                    }
                    None => "object".to_owned(),
                }
            }
            Kind::Null => String::new(),
        }
    }

    /// `1-500`, `from 1`, `up to 500`, or nothing; a size of at least one is no news.
    fn range(self, low: &str, high: &str) -> String {
        let is_size = low != "minimum";
        let bound = |key: &str| self.node.get(key).filter(|bound| bound.is_number());
        match (bound(low), bound(high)) {
            (Some(low), Some(high)) => format!("{low}-{high}"),
            (Some(low), None) if !is_size || low.as_u64() > Some(1) => format!("from {low}"),
            (None, Some(high)) => format!("up to {high}"),
            _ => String::new(),
        }
    }
}

fn with(word: &str, range: &str, unit: &str) -> String {
    match (range.is_empty(), unit.is_empty()) {
        (true, _) => word.to_owned(),
        (false, true) => format!("{word} {range}"),
        (false, false) => format!("{word}, {range}{unit}"),
    }
}

/// The first values, and how many there are where that is not all.
pub(super) fn listed(values: &[String]) -> String {
    if values.len() <= MAX_LISTED {
        return values.join(", ");
    }
    format!("{}, … ({} in all)", values[..MAX_LISTED].join(", "), values.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(schema: &Value, words: &str) {
        let root = json!({"properties": {"x": schema}, "$defs": {"size": {"type": "integer"}}});
        let root = root.as_object().expect("an object");
        assert_eq!(
            Schema::member(root, "x").map(Schema::words).as_deref(),
            Some(words),
            "{schema}"
        );
    }

    #[test]
    fn schemas_in_words() {
        check(&json!({"type": "string"}), "text");
        check(&json!({"type": "string", "minLength": 1}), "text");
        check(&json!({"type": "string", "minLength": 3, "maxLength": 9}), "text, 3-9 characters");
        check(&json!({"type": "integer", "minimum": 1, "maximum": 500}), "integer 1-500");
        check(&json!({"type": "number", "minimum": 1}), "number from 1");
        check(&json!({"type": "number", "maximum": 2.5}), "number up to 2.5");
        check(&json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]}), "true or false");
        check(&json!({"type": ["integer", "null"]}), "integer");
        let list = json!({"type": "array", "items": {"type": "string"}, "maxItems": 5});
        check(&list, "list of text, up to 5 entries");
        check(
            &json!({"type": "object", "additionalProperties": list}),
            &format!("object of {}", "list of text, up to 5 entries"),
        );
        check(&json!({"enum": ["", "PASS", "FAIL"], "type": "string"}), "one of PASS, FAIL");
        check(&json!({"$ref": "#/$defs/size"}), "integer");
        check(&json!({"anyOf": [{"$ref": "#/$defs/size"}, {"type": "string"}]}), "integer or text");
        check(&json!({}), "any JSON");
        check(&json!({"$ref": "#/properties/x"}), "any JSON");
        let many: Vec<String> = (0..12).map(|n| n.to_string()).collect();
        check(&json!({"enum": many}), "one of 0, 1, 2, 3, 4, 5, 6, 7, … (12 in all)");
    }
}
