//! Arguments as `KEY=VALUE` words, typed by what the tool takes.

use serde_json::{Map, Value};

use super::{
    failure::Failure,
    schema::{Kind, Schema},
};

/// Splits `KEY=VALUE` words at their first `=`.
pub(super) fn pairs<'a>(
    words: impl IntoIterator<Item = &'a String>,
) -> Result<Vec<(&'a str, &'a str)>, Failure> {
    let pair = |word: &'a String| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key, value)),
        _ => Err(Failure::usage(not_a_pair(word))),
    };
    words.into_iter().map(pair).collect()
}

fn not_a_pair(word: &str) -> String {
    let more = if word.starts_with('{') { "; a JSON object goes with --args" } else { "" };
    format!("`{word}` is not KEY=VALUE, as in ref=web-1{more}")
}

/// The arguments of a call: those of the object, and over them the pairs, read as the schema of the
/// tool wants them. Names that the schema does not have stay text, for the validator to refuse.
pub(super) fn merged(
    mut arguments: Map<String, Value>,
    pairs: &[(&str, &str)],
    schema: &Map<String, Value>,
) -> Result<Value, Failure> {
    let mut given: Vec<(&str, Vec<&str>)> = Vec::new();
    for &(key, text) in pairs {
        match given.iter_mut().find(|(known, _)| *known == key) {
            Some((_, texts)) => texts.push(text),
            None => given.push((key, vec![text])),
        }
    }
    for (key, texts) in given {
        let value = match Schema::member(schema, key) {
            Some(schema) => read(key, &texts, schema)?,
            None => Value::from(texts[0]),
        };
        arguments.insert(key.to_owned(), value);
    }
    Ok(Value::Object(arguments))
}

fn read(key: &str, texts: &[&str], schema: Schema<'_>) -> Result<Value, Failure> {
    let kinds = schema.kinds();
    let is_list = kinds.contains(&Kind::List);
    match texts {
        ["null"] if kinds.contains(&Kind::Null) && !kinds.contains(&Kind::Text) => Ok(Value::Null),
        [one] if !is_list || kinds.contains(&Kind::Text) => single(key, one, schema),
        _ if is_list => list(key, texts, schema),
        many => Err(Failure::usage(format!(
            "`{key}` is given {} times and takes one value, {}",
            many.len(),
            schema.words()
        ))),
    }
}

/// The elements one by one; a JSON array gives all of its own.
fn list(key: &str, texts: &[&str], schema: Schema<'_>) -> Result<Value, Failure> {
    let mut elements = Vec::new();
    for text in texts {
        if text.trim_start().starts_with('[') {
            let Ok(Value::Array(array)) = serde_json::from_str(text) else {
                return Err(unfit(key, text, schema));
            };
            elements.extend(array);
        } else {
            elements.push(match schema.items() {
                Some(items) => single(key, text, items)?,
                None => anything(text),
            });
        }
    }
    Ok(Value::Array(elements))
}

/// One value: text as it is where the schema wants text, everything else as JSON.
fn single(key: &str, text: &str, schema: Schema<'_>) -> Result<Value, Failure> {
    let kinds = schema.kinds();
    if kinds.is_empty() {
        return Ok(anything(text));
    }
    let takes_text = kinds.contains(&Kind::Text);
    if takes_text && kinds.iter().all(|kind| matches!(kind, Kind::Text | Kind::Null)) {
        return Ok(Value::from(text));
    }
    match serde_json::from_str(text) {
        Ok(value) if fits(&value, &kinds) => Ok(value),
        _ if takes_text => Ok(Value::from(text)),
        _ => Err(unfit(key, text, schema)),
    }
}

fn anything(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

/// Whether a value is of one of the kinds; how large it may be is for the validator to say.
fn fits(value: &Value, kinds: &[Kind]) -> bool {
    let has = |kind| kinds.contains(&kind);
    match value {
        Value::Null => has(Kind::Null),
        Value::Bool(_) => has(Kind::Boolean),
        Value::Number(_) => has(Kind::Integer) || has(Kind::Number),
        // Texts are taken as they are, without quotes.
        Value::String(_) => false,
        Value::Array(_) => has(Kind::List),
        Value::Object(_) => has(Kind::Object),
    }
}

fn unfit(key: &str, text: &str, schema: Schema<'_>) -> Failure {
    let as_json = match schema.kinds().as_slice() {
        kinds if kinds.contains(&Kind::Object) => " as JSON",
        kinds if kinds.contains(&Kind::List) => " (a JSON array, or one value for each KEY=VALUE)",
        _ => "",
    };
    Failure::usage(format!("`{key}` takes {}{as_json}, not `{text}`", schema.words()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({"properties": {
            "text": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 500},
            "share": {"type": "number"},
            "flag": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
            "types": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
            "ports": {"type": "array", "items": {"type": "integer"}},
            "reports": {"type": "object"},
            "mixed": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "free": {},
        }})
    }

    fn merge(base: Value, words: &[&str]) -> Result<Value, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let schema = schema();
        let (Value::Object(base), Some(schema)) = (base, schema.as_object()) else {
            panic!("both are objects")
        };
        let merged = pairs(&words).and_then(|pairs| merged(base, &pairs, schema));
        merged.map_err(|failure| match failure {
            Failure::Usage(error) | Failure::Work(error) => error.to_string(),
        })
    }

    #[test]
    fn pairs_are_typed_by_the_schema() {
        let words = [
            "text=5",
            "limit=5",
            "share=0.5",
            "flag=true",
            "types=a,b",
            "types=[\"c\", \"d\"]",
            "ports=22",
            "reports={\"x\": []}",
            "mixed=7",
            "free=[1]",
            "unknown=1",
        ];
        let expected = json!({
            "text": "5", "limit": 5, "share": 0.5, "flag": true, "types": ["a,b", "c", "d"],
            "ports": [22], "reports": {"x": []}, "mixed": 7, "free": [1], "unknown": "1",
        });
        assert_eq!(merge(json!({}), &words), Ok(expected));
        let odd = ["text=a=b", "flag=null", "mixed=seven", "types=", "free=x"];
        let expected =
            json!({"text": "a=b", "flag": null, "mixed": "seven", "types": [""], "free": "x"});
        assert_eq!(merge(json!({}), &odd), Ok(expected));
    }

    #[test]
    fn a_pair_wins_over_the_object() {
        let merged = merge(json!({"limit": 1, "text": "kept"}), &["limit=2"]);
        assert_eq!(merged, Ok(json!({"limit": 2, "text": "kept"})));
    }

    #[test]
    fn what_does_not_fit_names_the_key_and_what_is_wanted() {
        for (word, part) in [
            ("limit=abc", "`limit` takes integer 1-500, not `abc`"),
            ("limit=\"5\"", "`limit` takes integer 1-500"),
            ("flag=yes", "`flag` takes true or false, not `yes`"),
            ("ports=ssh", "`ports` takes integer, not `ssh`"),
            ("ports=[22", "`ports` takes list of integer (a JSON array"),
            ("reports=[]", "`reports` takes object as JSON"),
            ("limit", "`limit` is not KEY=VALUE, as in ref=web-1"),
            ("=x", "is not KEY=VALUE"),
            ("{\"limit\": 5}", "a JSON object goes with --args"),
        ] {
            let error = merge(json!({}), &[word]).expect_err(word);
            assert!(error.contains(part), "{word}: {error}");
        }
        let twice = merge(json!({}), &["limit=1", "limit=2"]).expect_err("one value");
        assert!(twice.contains("given 2 times"), "{twice}");
    }
}
