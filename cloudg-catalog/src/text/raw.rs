//! JSON that is kept as text until somebody asks for it.

use serde_json::{Map, Value};

use crate::text::json;

/// The value of a text that was well-formed and not too deep when it was loaded; the empty text is
/// the empty object. A number beyond what a float holds becomes null, like every value that JSON
/// readers do not agree on.
pub fn parse(text: &str) -> Value {
    if text.is_empty() {
        return Value::Object(Map::new());
    }
    let parsed = json::parse_text(text);
    let mut value = parsed.or_else(|_| json::parse_text(&mend(text))).unwrap_or_default();
    if text.contains(['e', 'E']) {
        drop_infinite(&mut value);
    }
    value
}

/// [`parse`] for text that is an object.
pub fn parse_object(text: &str) -> Map<String, Value> {
    match parse(text) {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// Whether a value counts as set: not null, false, zero, or empty.
pub fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}

/// Replaces halves of surrogate pairs, which a scan for well-formedness lets pass, by the character
/// that stands for what cannot be decoded.
fn mend(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        mended.push_str(before);
        let length = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(Half::High), Some(Half::Low)) => 12,
            (Some(_), _) => {
                mended.push_str("\\ufffd");
                rest = &escape[6..];
                continue;
            }
            // A backslash escapes one character, which is ASCII in a well-formed text.
            (None, _) => 2.min(escape.len()),
        };
        mended.push_str(&escape[..length]);
        rest = &escape[length..];
    }
    mended + rest
}

enum Half {
    High,
    Low,
}

/// Which half of a surrogate pair the escape at the start of a text stands for.
fn surrogate(text: &str) -> Option<Half> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Half::High),
        0xdc00..=0xdfff => Some(Half::Low),
        _ => None,
    }
}

fn drop_infinite(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let text = number.as_str();
            let is_float = text.contains(['.', 'e', 'E']);
            if is_float && text.parse::<f64>().is_ok_and(f64::is_infinite) {
                *value = Value::Null;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_infinite),
        Value::Object(members) => members.values_mut().for_each(drop_infinite),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_unless_nothing_can_hold_them() {
        let value = parse(r#"{"big":123456789012345678901234567890,"f":1.50,"inf":[1e400]}"#);
        let expected = r#"{"big":123456789012345678901234567890,"f":1.50,"inf":[null]}"#;
        assert_eq!(value.to_string(), expected);
        assert_eq!(parse(""), Value::Object(Map::new()));
    }

    #[test]
    fn halves_of_pairs_are_replaced_and_pairs_kept() {
        let text = r#"{"keep":1,"a":"\\ud800 \ud800\udc00 \ud800","\udc00":"\ud800\n"}"#;
        let expected = r#"{"keep":1,"a":"\\ud800 𐀀 �","�":"�\n"}"#;
        assert_eq!(parse(text).to_string(), expected);
    }
}
