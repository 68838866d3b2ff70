//! JSON text with `", "` and `": "` between parts and ASCII only, as evidence is shown.

use std::io;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

/// The value as one line of text, keys in stored order.
pub(super) fn to_text(value: &Value) -> String {
    let mut bytes = Vec::with_capacity(128);
    let mut serializer = Serializer::with_formatter(&mut bytes, Spaced);
    // Writing to memory cannot fail, and keys of a `Value` are strings.
    value.serialize(&mut serializer).expect("a JSON value is written to memory");
    String::from_utf8_lossy(&bytes).into_owned()
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let plain = |byte: u8| (0x20..0x7f).contains(&byte);
        if fragment.bytes().all(plain) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut units = [0; 2];
        for character in fragment.chars() {
            if character.is_ascii() && plain(character as u8) {
                writer.write_all(&[character as u8])?;
                continue;
            }
            for unit in character.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }

    fn write_number_str<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        value: &str,
    ) -> io::Result<()> {
        match value.parse::<f64>() {
            Ok(number) if value.contains(['.', 'e', 'E']) && number.is_finite() => {
                writer.write_all(float_text(number).as_bytes())
            }
            _ => writer.write_all(value.as_bytes()),
        }
    }
}

/// The shortest text that reads back the same, with an exponent from 1e16 up and below 1e-4.
fn float_text(number: f64) -> String {
    let scientific = format!("{number:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        return format!("{number:?}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn follows_the_vectors() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/data-model-vectors.json");
        let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let cases = vectors["json_dumps"].as_array().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let input = case.get("value").or_else(|| case.get("input")).unwrap();
            let expect = case.get("text").or_else(|| case.get("output")).unwrap();
            let sorted = case.get("sort_keys").is_some_and(|sort| sort == true);
            if !sorted {
                assert_eq!(to_text(input), expect.as_str().unwrap());
            }
        }
    }

    #[test]
    fn floats_have_a_fraction_or_an_exponent() {
        let list: Value = serde_json::from_str("[1.50,1E5,1e16,1e-5,-0.0,12,1e400]").unwrap();
        assert_eq!(to_text(&list), "[1.5, 100000.0, 1e+16, 1e-05, -0.0, 12, 1e+400]");
    }
}
