//! JSON as text: the indented form people and models read, and the compact one of the wire.
//!
//! Numbers are written as Python writes them (`2.0`, `1e+30`, `1e-07`), integers of any size keep
//! their digits, and a value that is not finite becomes `null`.

use std::{borrow::Cow, io};

use serde::Serialize;
use serde_json::{
    Value,
    ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer},
};

use crate::number::float_text;

/// `value` with two spaces of indentation.
///
/// ```
/// use cloudg_runtime::json_text::pretty;
///
/// assert_eq!(pretty(&[1.0, 1e30])?, "[\n  1.0,\n  1e+30\n]");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn pretty<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    render(value, NumberFormatter { layout: PrettyFormatter::new() })
}

/// A JSON value with `indent` spaces of indentation for each level; at most 8.
///
/// ```
/// use cloudg_runtime::json_text::value_text;
///
/// assert_eq!(value_text(&serde_json::json!({"n": 1}), 1), "{\n \"n\": 1\n}");
/// ```
pub fn value_text(value: &Value, indent: usize) -> String {
    let indent = &b"        "[..indent.min(8)];
    let layout = PrettyFormatter::with_indent(indent);
    // Keys are texts and every number has one, so this cannot fail.
    render(value, NumberFormatter { layout }).unwrap_or_default()
}

/// `value` on one line.
///
/// ```
/// use cloudg_runtime::json_text::compact;
///
/// assert_eq!(compact(&[0.5, f64::NAN])?, "[0.5,null]");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn compact<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    render(value, NumberFormatter { layout: CompactFormatter })
}

fn render<T, F>(value: &T, formatter: F) -> Result<String, serde_json::Error>
where
    T: Serialize + ?Sized,
    F: Formatter,
{
    let mut out = Vec::with_capacity(256);
    value.serialize(&mut Serializer::with_formatter(&mut out, formatter))?;
    String::from_utf8(out).map_err(serde::ser::Error::custom)
}

/// The text of a JSON number in the form of this module.
fn number_text(text: &str) -> Cow<'_, str> {
    let is_integer = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_integer || is_short_decimal(text) {
        return Cow::Borrowed(text);
    }
    text.parse().map_or(Cow::Borrowed("null"), |value| Cow::Owned(float_text(value)))
}

/// Whether `text` is a plain decimal that already is its own shortest form.
fn is_short_decimal(text: &str) -> bool {
    let canonical_end = !text.ends_with('0') || text.ends_with(".0");
    let tiny = text.trim_start_matches('-').starts_with("0.000");
    canonical_end
        && !tiny
        && text.len() <= 16
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'.')
}

struct NumberFormatter<L> {
    layout: L,
}

/// Forwards the named methods to the layout.
macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {
        $(fn $method<W: ?Sized + io::Write>(
            &mut self,
            writer: &mut W,
            $($argument: $type),*
        ) -> io::Result<()> {
            self.layout.$method(writer, $($argument),*)
        })*
    };
}

impl<L: Formatter> Formatter for NumberFormatter<L> {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(float_text(value).as_bytes())
    }

    fn write_f32<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        // Through text, so that 0.1f32 stays 0.1 and does not show its binary tail.
        let shortest = value.to_string().parse().unwrap_or(f64::from(value));
        writer.write_all(float_text(shortest).as_bytes())
    }

    fn write_number_str<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        value: &str,
    ) -> io::Result<()> {
        writer.write_all(number_text(value).as_bytes())
    }

    forward! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(source: &str, expected: &str) {
        let value: Value = serde_json::from_str(source).expect("test data is JSON");
        assert_eq!(compact(&value).expect("renders"), expected, "for {source}");
    }

    #[test]
    fn numbers_are_written_as_python_writes_them() {
        for (source, expected) in [
            ("2.0", "2.0"),
            ("0.1", "0.1"),
            ("100.50", "100.5"),
            ("1e30", "1e+30"),
            ("1E-7", "1e-07"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("1e15", "1000000000000000.0"),
            ("1e16", "1e+16"),
            ("-1.5e-300", "-1.5e-300"),
            ("-0.0", "-0.0"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("0.1234567890123456789", "0.12345678901234568"),
            ("1e999", "null"),
        ] {
            check(source, expected);
        }
    }

    #[test]
    fn typed_floats_follow_the_same_rules() {
        assert_eq!(
            compact(&[1e30, 0.5, f64::NAN, f64::INFINITY]).unwrap(),
            "[1e+30,0.5,null,null]"
        );
        assert_eq!(compact(&0.1f32).unwrap(), "0.1");
    }

    #[test]
    fn pretty_layout_and_escapes() {
        let value = json!({"a": [1, {}], "é": "\u{1}\"\\\n\u{7f}\u{2028}", "e": [], "n": null});
        assert_eq!(
            pretty(&value).unwrap(),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"é\": \"\\u0001\\\"\\\\\\n\u{7f}\u{2028}\",\n  \
             \"e\": [],\n  \"n\": null\n}"
        );
    }
}
