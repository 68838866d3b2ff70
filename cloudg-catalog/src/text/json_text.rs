//! The JSON text that hashes and size limits are defined over: `", "` and `": "` between parts,
//! printable ASCII only, numbers in their shortest form.

use std::fmt::{self, Write};
use std::vec;

use serde_json::{Map, Value};

use cloudg_runtime::number;

/// The text of a value, keys in stored order.
pub fn dumps(value: &Value) -> String {
    written(value, Order::Stored)
}

/// The text of a value, keys of every object in code point order.
pub fn dumps_sorted(value: &Value) -> String {
    written(value, Order::Sorted)
}

/// Number of characters of [`dumps`], which is also its number of bytes, without building it.
pub fn length(value: &Value) -> usize {
    let mut counter = Counter(0);
    // A counter takes everything.
    let _ = write_value(&mut counter, value, Order::Stored);
    counter.0
}

/// Writes a string with its quotes, everything outside printable ASCII escaped.
///
/// # Errors
/// Those of `out`.
pub fn write_string(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut plain_from = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, ' '..='~') && c != '"' && c != '\\' {
            continue;
        }
        out.write_str(&text[plain_from..at])?;
        plain_from = at + c.len_utf8();
        write_escape(out, c)?;
    }
    out.write_str(&text[plain_from..])?;
    out.write_char('"')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Stored,
    Sorted,
}

/// A container that is being written: what is left of it.
enum Open<'a> {
    Array(std::slice::Iter<'a, Value>),
    Object(serde_json::map::Iter<'a>),
    SortedObject(vec::IntoIter<(&'a String, &'a Value)>),
}

/// What comes next in a container.
enum Part<'a> {
    Element(&'a Value),
    Member(&'a str, &'a Value),
    End(char),
}

impl<'a> Open<'a> {
    fn object(members: &'a Map<String, Value>, order: Order) -> Self {
        if order == Order::Stored {
            return Self::Object(members.iter());
        }
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| key.as_str());
        Self::SortedObject(sorted.into_iter())
    }

    fn next(&mut self) -> Part<'a> {
        let member = match self {
            Self::Array(rest) => return rest.next().map_or(Part::End(']'), Part::Element),
            Self::Object(rest) => rest.next(),
            Self::SortedObject(rest) => rest.next(),
        };
        member.map_or(Part::End('}'), |(key, value)| Part::Member(key, value))
    }
}

struct Counter(usize);

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

fn written(value: &Value, order: Order) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_value(&mut text, value, order);
    text
}

/// Keeps its own stack, so that the depth of a value is bounded by memory only.
fn write_value(out: &mut impl Write, value: &Value, order: Order) -> fmt::Result {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut is_first = true;
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            is_first = true;
            match value {
                Value::Array(elements) => {
                    out.write_char('[')?;
                    open.push(Open::Array(elements.iter()));
                }
                Value::Object(members) => {
                    out.write_char('{')?;
                    open.push(Open::object(members, order));
                }
                scalar => {
                    write_scalar(out, scalar)?;
                    is_first = false;
                }
            }
        }
        let Some(container) = open.last_mut() else { return Ok(()) };
        match container.next() {
            Part::End(bracket) => {
                out.write_char(bracket)?;
                open.pop();
                is_first = false;
                continue;
            }
            Part::Element(element) => {
                write_separator(out, is_first)?;
                next = Some(element);
            }
            Part::Member(key, member) => {
                write_separator(out, is_first)?;
                write_string(out, key)?;
                out.write_str(": ")?;
                next = Some(member);
            }
        }
    }
}

fn write_separator(out: &mut impl Write, is_first: bool) -> fmt::Result {
    if is_first { Ok(()) } else { out.write_str(", ") }
}

fn write_scalar(out: &mut impl Write, value: &Value) -> fmt::Result {
    match value {
        Value::Bool(true) => out.write_str("true"),
        Value::Bool(false) => out.write_str("false"),
        Value::Number(number) => number::write_number(out, number),
        Value::String(text) => write_string(out, text),
        Value::Null | Value::Array(_) | Value::Object(_) => out.write_str("null"),
    }
}

fn write_escape(out: &mut impl Write, c: char) -> fmt::Result {
    let short = match c {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        _ => {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}")?;
            }
            return Ok(());
        }
    };
    out.write_str(short)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        for case in vectors::section("json_dumps") {
            assert_eq!(case["text"], dumps(&case["value"]), "{case}");
            assert_eq!(case["length"], length(&case["value"]), "{case}");
        }
    }

    #[test]
    fn keys_are_sorted_at_every_level() {
        let value = json!({"b": [{"z": [], "a": {}}, 1], "B": "x", "é": 1, "a": {"b": {}, "a": 0}});
        assert_eq!(
            dumps_sorted(&value),
            r#"{"B": "x", "a": {"a": 0, "b": {}}, "b": [{"a": {}, "z": []}, 1], "\u00e9": 1}"#
        );
        assert_eq!(length(&value), dumps(&value).len());
    }

    #[test]
    fn depth_costs_no_stack() {
        let mut value = json!(1);
        for _ in 0..1000 {
            value = json!([value]);
        }
        assert_eq!(length(&value), 2001);
        assert_eq!(dumps(&value).len(), 2001);
    }
}
