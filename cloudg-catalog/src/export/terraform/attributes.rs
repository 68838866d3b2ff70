//! The attributes of one resource: names, types and defaults as Terraform wants them.
//!
//! A value of another type than the attribute is left out, not converted by guess.

use serde_json::{Map, Value, json};

use super::{
    literal::{self, literal},
    table::{ResourceRow, Source},
};
use crate::{
    dataset::Assets,
    text::{json_text, raw},
};

/// Terraform ignores a member of this name.
const COMMENT: &str = "//";
const NO_KEYS: &str = "The inventory does not say what the keys of this table are. Replace hash_key \
                       and attribute before using this resource.";

/// All attributes in their order, `lifecycle` last.
pub(super) fn attributes(assets: &Assets, asset: usize, row: &ResourceRow) -> Map<String, Value> {
    let metadata = raw::parse_object(assets.metadata(asset));
    let mut found = Map::new();
    for rule in &row.attributes {
        match &rule.from {
            Source::TableKeys => found.extend(table_keys(&metadata)),
            source => {
                let value = value(source, assets.name(asset), &metadata);
                found.extend(value.map(|value| (rule.attr.clone(), value)));
            }
        }
    }
    if let Some(attr) = &row.tags {
        let tags = literal::tags(assets.tags(asset));
        if !tags.is_empty() {
            found.insert(attr.clone(), tags.into());
        }
        found.insert("lifecycle".to_owned(), json!({"ignore_changes": [attr]}));
    }
    found
}

/// The value of an attribute, `None` where nothing fits.
fn value(source: &Source, name: &str, metadata: &Map<String, Value>) -> Option<Value> {
    let set = |key: &str| metadata.get(key).filter(|value| raw::is_truthy(value));
    match source {
        Source::Name => Some(literal::text(name)),
        Source::Named(before) => Some(literal::text(&format!("{before}{name}"))),
        Source::Constant(value) => Some(value.clone()),
        Source::Text(key) => set(key).and_then(plain),
        Source::LowerText(key) => {
            set(key)?.as_str().map(|text| literal::text(&text.to_lowercase()))
        }
        Source::Number(key) => number(set(key)?),
        Source::Flag(key) => flag(metadata.get(key)?),
        Source::SetFlag(key) => flag(set(key)?),
        Source::Texts(key) => texts(set(key)?),
        Source::IsInternal(key) => Some((set(key)?.as_str()? == "internal").into()),
        Source::Document(key) => document(set(key)?),
        Source::Rules(key) => rules(set(key)?),
        Source::TableKeys => None,
    }
}

/// A text, or a scalar that Terraform turns into one.
fn plain(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => Some(literal::text(text)),
        Value::Number(_) | Value::Bool(_) => Some(value.clone()),
        _ => None,
    }
}

fn number(value: &Value) -> Option<Value> {
    match value {
        Value::Number(_) => Some(value.clone()),
        Value::String(text) if text.parse::<f64>().is_ok_and(f64::is_finite) => {
            Some(text.as_str().into())
        }
        _ => None,
    }
}

fn flag(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::String(text) => text.to_lowercase().parse::<bool>().ok().map(Value::from),
        _ => None,
    }
}

fn texts(value: &Value) -> Option<Value> {
    let texts: Vec<Value> = value.as_array()?.iter().filter_map(plain).collect();
    (!texts.is_empty()).then(|| texts.into())
}

fn document(value: &Value) -> Option<Value> {
    match value {
        Value::Object(_) => Some(literal::text(&json_text::dumps(value))),
        other => plain(other),
    }
}

/// One entry for each rule and range of addresses.
fn rules(value: &Value) -> Option<Value> {
    let rules = value.as_array()?.iter();
    let ranges = |rule: &Value| rule["IpRanges"].as_array().cloned().unwrap_or_default();
    let entries = rules.flat_map(|rule| {
        ranges(rule).into_iter().filter(Value::is_object).map(move |range| entry(rule, &range))
    });
    let entries: Vec<Value> = entries.collect();
    (!entries.is_empty()).then(|| entries.into())
}

fn entry(rule: &Value, range: &Value) -> Value {
    let port = |key: &str| number(&rule[key]).unwrap_or_else(|| 0.into());
    let text = |value: &Value| plain(value).unwrap_or_else(|| "".into());
    let protocol = match plain(&rule["IpProtocol"]) {
        Some(protocol) if protocol != json!("-1") && protocol != json!(-1) => protocol,
        _ => "all".into(),
    };
    json!({
        "from_port": port("FromPort"),
        "to_port": port("ToPort"),
        "protocol": protocol,
        "cidr_blocks": [text(&range["CidrIp"])],
        "description": text(&range["Description"]),
    })
}

/// Hash key, sort key and their types; a guess with a comment where the metadata has none.
fn table_keys(metadata: &Map<String, Value>) -> Map<String, Value> {
    let rows = |key: &str| metadata.get(key).and_then(Value::as_array).map_or(&[][..], |rows| rows);
    let text = |row: &Value, key: &str| row[key].as_str().map(str::to_owned);
    let key = |kind: &str| {
        let row = rows("key_schema").iter().find(|row| row["KeyType"] == *kind)?;
        text(row, "AttributeName")
    };
    let declared = |name: &str| {
        let definitions = rows("attribute_definitions");
        let row = definitions.iter().find(|row| row["AttributeName"] == *name)?;
        Some(json!({"name": literal(name), "type": literal(&text(row, "AttributeType")?)}))
    };
    let (hash, range) = (key("HASH"), key("RANGE"));
    let names = [hash.as_deref(), range.as_deref()].into_iter().flatten();
    let types: Option<Vec<Value>> = names.map(declared).collect();
    let mut found = Map::new();
    let Some((hash, types)) = hash.zip(types) else {
        found.insert(COMMENT.to_owned(), NO_KEYS.into());
        found.insert("hash_key".to_owned(), "id".into());
        found.insert("attribute".to_owned(), json!([{"name": "id", "type": "S"}]));
        return found;
    };
    found.insert("hash_key".to_owned(), literal::text(&hash));
    found.extend(range.map(|range| ("range_key".to_owned(), literal::text(&range))));
    found.insert("attribute".to_owned(), types.into());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_table_are_used_when_known() {
        let known = json!({
            "key_schema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
            "attribute_definitions": [
                {"AttributeName": "sk", "AttributeType": "N"},
                {"AttributeName": "pk", "AttributeType": "S"},
            ],
        });
        let keys = Value::Object(table_keys(known.as_object().expect("object")));
        let expected = json!({
            "hash_key": "pk", "range_key": "sk",
            "attribute": [{"name": "pk", "type": "S"}, {"name": "sk", "type": "N"}],
        });
        assert_eq!(keys.to_string(), expected.to_string());
        let guess = table_keys(&Map::new());
        assert_eq!(guess.keys().collect::<Vec<_>>(), ["//", "hash_key", "attribute"]);
    }

    #[test]
    fn values_of_another_type_are_left_out() {
        let metadata = json!({
            "text": {"a": 1}, "number": "12", "word": "many", "flag": "True", "list": ["a", {}, "${b}"],
            "zero": 0, "no": false,
        });
        let metadata = metadata.as_object().expect("object");
        let get = |source: Source| value(&source, "n", metadata);
        assert_eq!(get(Source::Text("text".into())), None);
        assert_eq!(get(Source::Number("number".into())), Some(json!("12")));
        assert_eq!(get(Source::Number("word".into())), None);
        assert_eq!(get(Source::Flag("flag".into())), Some(json!(true)));
        assert_eq!(get(Source::Flag("no".into())), Some(json!(false)));
        assert_eq!(get(Source::SetFlag("no".into())), None);
        assert_eq!(get(Source::Texts("list".into())), Some(json!(["a", "$${b}"])));
        assert_eq!(get(Source::Text("zero".into())), None);
    }
}
