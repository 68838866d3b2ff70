//! Lax reading of JSON scalars and containers, as every record and only records use it.
//!
//! Each function takes a value that is present and returns what it stands for, or the name of what
//! is wrong with it. Names are part of the wire format; values never appear in an error.

use serde_json::{Map, Number, Value};

use super::Timestamp;

/// What is wrong with a value, in one word of the wire format.
pub type Kind = &'static str;

/// A required field is absent.
pub const MISSING: Kind = "missing";

/// A record is not an object.
pub const MODEL_TYPE: Kind = "model_type";

/// A string, and nothing that could be printed as one.
///
/// # Errors
/// `string_type`.
pub fn string(value: &Value) -> Result<String, Kind> {
    value.as_str().map(str::to_owned).ok_or("string_type")
}

/// One of a list of names: `from_name` knows it exactly, case included.
///
/// # Errors
/// `enum`, for a value that is not a string, too.
pub fn enumerated<T>(from_name: impl Fn(&str) -> Option<T>, value: &Value) -> Result<T, Kind> {
    value.as_str().and_then(from_name).ok_or("enum")
}

/// A boolean; zero or one in any notation of numbers; or a word for yes or no in any letter case.
///
/// # Errors
/// `bool_parsing` for other strings and integers, `bool_type` for everything else.
pub fn boolean(value: &Value) -> Result<bool, Kind> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        Value::Number(number) => match number.as_f64() {
            Some(0.0) => Ok(false),
            Some(1.0) => Ok(true),
            _ if is_integer(number) => Err("bool_parsing"),
            _ => Err("bool_type"),
        },
        Value::String(word) => boolean_word(word).ok_or("bool_parsing"),
        Value::Null | Value::Array(_) | Value::Object(_) => Err("bool_type"),
    }
}

/// An integer; a boolean as one or zero; a float without a fraction; or a string of a sign, digits
/// with single `_` between them and a fraction of zeros, blanks around it allowed. An integer beyond
/// 64 bits becomes the nearest that fits: nothing counts so far, and a file need not be refused for
/// it.
///
/// # Errors
/// `int_type` for null and containers, `int_parsing` for other strings, `int_from_float` for a
/// fraction, `int_parsing_size` for other notations of what does not fit 64 bits.
pub fn integer(value: &Value) -> Result<i64, Kind> {
    match value {
        Value::Bool(flag) => Ok(i64::from(*flag)),
        Value::Number(number) if is_integer(number) => {
            Ok(number.as_i64().or_else(|| negative_zero(number)).unwrap_or_else(|| nearest(number)))
        }
        Value::Number(number) => integer_of_float(number),
        Value::String(text) => integer_of_text(text),
        Value::Null | Value::Array(_) | Value::Object(_) => Err("int_type"),
    }
}

/// A number from `low` to `high`; a boolean as one or zero; or a decimal string, an exponent and
/// blanks around it allowed.
///
/// # Errors
/// `float_type` for null and containers, `float_parsing` for other strings,
/// `greater_than_equal` and `less_than_equal` outside the range.
pub fn float_in(low: f64, high: f64, value: &Value) -> Result<f64, Kind> {
    let number = match value {
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        // Too large for a float is beyond any range.
        Value::Number(number) => number.as_str().parse().map_err(|_| "float_parsing")?,
        Value::String(text) => float_of_text(text).ok_or("float_parsing")?,
        Value::Null | Value::Array(_) | Value::Object(_) => return Err("float_type"),
    };
    if number < low {
        return Err("greater_than_equal");
    }
    if number > high {
        return Err("less_than_equal");
    }
    Ok(number)
}

/// A date and time, in any form that [`Timestamp::from_json`] reads.
///
/// # Errors
/// As there.
pub fn datetime(value: &Value) -> Result<Timestamp, Kind> {
    Timestamp::from_json(value)
}

/// The elements of a list.
///
/// # Errors
/// `list_type`.
pub fn list(value: &Value) -> Result<&Vec<Value>, Kind> {
    value.as_array().ok_or("list_type")
}

/// The members of an object.
///
/// # Errors
/// `dict_type`.
pub fn object(value: &Value) -> Result<&Map<String, Value>, Kind> {
    value.as_object().ok_or("dict_type")
}

/// Whether the number is written as an integer, without fraction and exponent.
pub fn is_integer(number: &Number) -> bool {
    !number.as_str().contains(['.', 'e', 'E'])
}

fn boolean_word(word: &str) -> Option<bool> {
    let is = |known: &&str| word.eq_ignore_ascii_case(known);
    if ["0", "off", "f", "false", "n", "no"].iter().any(is) {
        return Some(false);
    }
    ["1", "on", "t", "true", "y", "yes"].iter().any(is).then_some(true)
}

/// Zero with a minus sign is an integer on the wire, but no reader of integers takes it.
fn negative_zero(number: &Number) -> Option<i64> {
    (number.as_str() == "-0").then_some(0)
}

fn nearest(number: &Number) -> i64 {
    if number.as_str().starts_with('-') { i64::MIN } else { i64::MAX }
}

fn integer_of_float(number: &Number) -> Result<i64, Kind> {
    /// 2^63, the first float above every 64-bit integer.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let Some(float) = number.as_f64() else { return Err("int_parsing_size") };
    if float.fract() != 0.0 {
        return Err("int_from_float");
    }
    if !(-LIMIT..LIMIT).contains(&float) {
        return Err("int_parsing_size");
    }
    Ok(float as i64)
}

fn integer_of_text(text: &str) -> Result<i64, Kind> {
    let whole = without_zero_fraction(text.trim()).ok_or("int_parsing")?;
    let digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
    // Groups of digits with one underscore between two of them.
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    if !digits.split('_').all(is_group) {
        return Err("int_parsing");
    }
    let plain: String = whole.chars().filter(|c| *c != '_').collect();
    plain.parse().map_err(|_| "int_parsing_size")
}

/// The text before a fraction of zeros only, or all of it when there is no fraction.
fn without_zero_fraction(text: &str) -> Option<&str> {
    let Some((whole, fraction)) = text.split_once('.') else { return Some(text) };
    (!fraction.is_empty() && fraction.bytes().all(|b| b == b'0')).then_some(whole)
}

fn float_of_text(text: &str) -> Option<f64> {
    let trimmed = text.trim();
    // Keeps out the words for infinity and not-a-number, which JSON has no numbers for.
    let is_numeric = |b: u8| b.is_ascii_digit() || b"+-.eE".contains(&b);
    if !trimmed.bytes().all(is_numeric) {
        return None;
    }
    trimmed.parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn number(text: &str) -> Value {
        serde_json::from_str(text).expect("a JSON number")
    }

    #[test]
    fn integers_in_every_notation() {
        let cases = [
            (json!("1_0_0"), Ok(100)),
            (json!("007"), Ok(7)),
            (json!("-5.00"), Ok(-5)),
            (json!("5."), Err("int_parsing")),
            (json!("1__0"), Err("int_parsing")),
            (json!("_1"), Err("int_parsing")),
            (json!(""), Err("int_parsing")),
            (json!("- 1"), Err("int_parsing")),
            (number("-0"), Ok(0)),
            (number("1e3"), Ok(1000)),
            (number("123456789012345678901"), Ok(i64::MAX)),
            (number("-123456789012345678901"), Ok(i64::MIN)),
            (number("1e30"), Err("int_parsing_size")),
            (number("1e400"), Err("int_parsing_size")),
        ];
        for (value, expected) in cases {
            assert_eq!(integer(&value), expected, "{value}");
        }
    }

    #[test]
    fn booleans_of_numbers() {
        assert_eq!(boolean(&number("1.00")), Ok(true));
        assert_eq!(boolean(&number("-0.0")), Ok(false));
        assert_eq!(boolean(&number("1e400")), Err("bool_type"));
        assert_eq!(boolean(&number("123456789012345678901")), Err("bool_parsing"));
    }

    #[test]
    fn floats_stay_finite_and_in_range() {
        let score = |value: &Value| float_in(0.0, 10.0, value);
        for word in ["inf", "nan", "Infinity", "1_0", "0x1", ".", "e"] {
            assert_eq!(score(&json!(word)), Err("float_parsing"), "{word}");
        }
        assert_eq!(score(&json!("1e400")), Err("less_than_equal"));
        assert_eq!(score(&number("1e400")), Err("less_than_equal"));
        assert_eq!(score(&number("-1e400")), Err("greater_than_equal"));
    }
}
