//! Lax conversions of scalars: what counts as an integer, a number, a boolean.

use serde_json::{Number, Value};

use crate::number::float_text;

/// Longest run of digits that is read as an integer.
const MAX_DIGITS: usize = 4300;
/// First magnitude at which a float no longer is an integer: 2^63.
const INTEGER_LIMIT: f64 = 9_223_372_036_854_775_808.0;

/// Kind and message of a problem.
pub(super) type Refusal = (&'static str, &'static str);

const INT_TYPE: Refusal = ("int_type", "Input should be a valid integer");
const INT_PARSING: Refusal =
    ("int_parsing", "Input should be a valid integer, unable to parse string as an integer");
const INT_FROM_FLOAT: Refusal =
    ("int_from_float", "Input should be a valid integer, got a number with a fractional part");
const INT_SIZE: Refusal =
    ("int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size");
const NOT_FINITE: Refusal = ("finite_number", "Input should be a finite number");
const FLOAT_TYPE: Refusal = ("float_type", "Input should be a valid number");
const FLOAT_PARSING: Refusal =
    ("float_parsing", "Input should be a valid number, unable to parse string as a number");
const BOOL_TYPE: Refusal = ("bool_type", "Input should be a valid boolean");
const BOOL_PARSING: Refusal =
    ("bool_parsing", "Input should be a valid boolean, unable to interpret input");

/// `value` as an integer of any size; `None` leaves it as it is.
pub(super) fn integer(value: &Value) -> Result<Option<Number>, Refusal> {
    match value {
        Value::Bool(flag) => Ok(Some(Number::from(u8::from(*flag)))),
        Value::Number(number) => integer_from_number(number.as_str()),
        Value::String(text) => integer_from_text(text.trim()).map(Some),
        Value::Null | Value::Array(_) | Value::Object(_) => Err(INT_TYPE),
    }
}

/// `value` as a float.
pub(super) fn number(value: &Value) -> Result<Number, Refusal> {
    let float = match value {
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        Value::Number(number) => number.as_str().parse().map_err(|_| FLOAT_TYPE)?,
        Value::String(text) => float_from_text(text.trim()).ok_or(FLOAT_PARSING)?,
        Value::Null | Value::Array(_) | Value::Object(_) => return Err(FLOAT_TYPE),
    };
    if !float.is_finite() {
        return Err(NOT_FINITE);
    }
    to_number(&float_text(float)).ok_or(FLOAT_TYPE)
}

/// `value` as a boolean.
pub(super) fn boolean(value: &Value) -> Result<bool, Refusal> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        Value::Number(number) => boolean_from_number(number.as_str()),
        Value::String(text) => match text.to_lowercase().as_str() {
            "true" | "t" | "yes" | "y" | "on" | "1" => Ok(true),
            "false" | "f" | "no" | "n" | "off" | "0" => Ok(false),
            _ => Err(BOOL_PARSING),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => Err(BOOL_TYPE),
    }
}

fn boolean_from_number(text: &str) -> Result<bool, Refusal> {
    let float: f64 = text.parse().map_err(|_| BOOL_TYPE)?;
    let in_range = if is_integer(text) {
        text.parse::<i64>().is_ok()
    } else {
        float.fract() == 0.0 && float.abs() < INTEGER_LIMIT
    };
    if !in_range {
        Err(BOOL_TYPE)
    } else if float == 0.0 {
        Ok(false)
    } else if float == 1.0 {
        Ok(true)
    } else {
        Err(BOOL_PARSING)
    }
}

fn integer_from_number(text: &str) -> Result<Option<Number>, Refusal> {
    if is_integer(text) {
        return if text.len() > MAX_DIGITS { Err(INT_SIZE) } else { Ok(None) };
    }
    let float: f64 = text.parse().map_err(|_| INT_TYPE)?;
    if !float.is_finite() {
        Err(NOT_FINITE)
    } else if float.fract() != 0.0 {
        Err(INT_FROM_FLOAT)
    } else if float.abs() >= INTEGER_LIMIT {
        Err(INT_SIZE)
    } else {
        // Below 2^63 in magnitude and without a fraction: the conversion is exact.
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        let whole = float as i64;
        Ok(Some(Number::from(whole)))
    }
}

/// Optional sign, digits with single `_` between digits, optional `.0…`.
fn integer_from_text(text: &str) -> Result<Number, Refusal> {
    let (negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let whole = match unsigned.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => {
            whole
        }
        Some(_) => return Err(INT_PARSING),
        None => unsigned,
    };
    let digits = plain_digits(whole).ok_or(INT_PARSING)?;
    if digits.len() > MAX_DIGITS {
        return Err(INT_SIZE);
    }
    let significant = digits.trim_start_matches('0');
    let text = match (significant, negative) {
        ("", _) => "0".to_owned(),
        (digits, true) => format!("-{digits}"),
        (digits, false) => digits.to_owned(),
    };
    to_number(&text).ok_or(INT_PARSING)
}

/// The digits of `text` without separators; `None` when a separator does not stand between two
/// digits or anything else occurs.
fn plain_digits(text: &str) -> Option<String> {
    let groups: Option<Vec<&str>> = text
        .split('_')
        .map(|group| {
            let all_digits = !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
            all_digits.then_some(group)
        })
        .collect();
    groups.map(|groups| groups.concat())
}

fn float_from_text(text: &str) -> Option<f64> {
    // A separator must stand between two digits, which the parser below cannot see.
    let bytes = text.as_bytes();
    let separated = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'_').all(|(at, _)| {
        let digit =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        digit(at.checked_sub(1)) && digit(Some(at + 1))
    });
    if separated { text.replace('_', "").parse().ok() } else { None }
}

fn is_integer(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

fn to_number(text: &str) -> Option<Number> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_keep_every_digit() {
        let digits = "1234567890".repeat(20);
        assert_eq!(integer(&json!(digits)).unwrap().unwrap().as_str(), digits);
        assert_eq!(integer(&json!("-0_0.00")).unwrap().unwrap().as_str(), "0");
        assert_eq!(integer(&json!("9".repeat(4301))), Err(INT_SIZE));
        for text in ["", "5.", "1__0", "_1", "1_", "+ 5", "1e3", "0x10", "5.5", "\u{661}"] {
            assert_eq!(integer(&json!(text)), Err(INT_PARSING), "{text}");
        }
    }

    #[test]
    fn floats_outside_the_range_are_named() {
        let huge: Value = serde_json::from_str("1e999").unwrap();
        assert_eq!(integer(&huge), Err(NOT_FINITE));
        assert_eq!(number(&huge), Err(NOT_FINITE));
        assert_eq!(number(&json!("nan")), Err(NOT_FINITE));
        assert_eq!(integer(&json!(-9.3e18)), Err(INT_SIZE));
        assert_eq!(number(&json!("_1")), Err(FLOAT_PARSING));
    }
}
