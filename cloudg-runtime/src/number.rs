//! Numbers as text: floats in their shortest form, integers as they stand.

use std::fmt::{self, Write};

use serde_json::{Number, Value};

/// A float in the fewest digits that read back as the same float: `2.0`, `0.1`, `1e-05`, `1e+16`.
///
/// Always with a fraction or an exponent; an exponent (two digits at least, signed) below 1e-4 and
/// from 1e16 on. What JSON has no number for is written `null`.
///
/// ```
/// use cloudg_runtime::number::float_text;
///
/// assert_eq!([2.0, 0.1, 1e-5, 1e16].map(float_text), ["2.0", "0.1", "1e-05", "1e+16"]);
/// ```
pub fn float_text(value: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_float(&mut text, value);
    text
}

/// Writes what [`float_text`] returns.
///
/// # Errors
/// Those of `out`.
///
/// ```
/// let mut text = String::from("about ");
/// cloudg_runtime::number::write_float(&mut text, 1e-7)?;
/// assert_eq!(text, "about 1e-07");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_float(out: &mut impl Write, value: f64) -> fmt::Result {
    let Some(number) = Number::from_f64(value) else { return out.write_str("null") };
    // Shortest digits, the even one of two that are equally near; only the layout may differ.
    let shortest = number.as_str();
    if value == 0.0 || (1e-4..1e16).contains(&value.abs()) {
        return out.write_str(shortest);
    }
    let Some((mantissa, exponent)) = shortest.split_once('e') else {
        return write_with_exponent(out, shortest);
    };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent.trim_start_matches('+')),
    };
    write!(out, "{mantissa}e{sign}{digits:0>2}")
}

/// Writes a JSON number: integers in plain digits whatever their size, floats as
/// [`write_float`] does.
///
/// # Errors
/// Those of `out`.
///
/// ```
/// let mut text = String::new();
/// let number: serde_json::Number = "123456789012345678901234567890".parse()?;
/// cloudg_runtime::number::write_number(&mut text, &number)?;
/// assert_eq!(text, "123456789012345678901234567890");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_number(out: &mut impl Write, number: &Number) -> fmt::Result {
    let text = number.as_str();
    if text == "-0" {
        return out.write_char('0');
    }
    if !text.contains(['.', 'e', 'E']) {
        return out.write_str(text);
    }
    write_float(out, text.parse().unwrap_or(f64::INFINITY))
}

/// A float as a JSON value that prints like [`float_text`]; null when it is not finite.
///
/// ```
/// use cloudg_runtime::number::float_value;
///
/// assert_eq!(float_value(1e16).to_string(), "1e+16");
/// assert!(float_value(f64::INFINITY).is_null());
/// ```
pub fn float_value(value: f64) -> Value {
    float_text(value).parse::<Number>().map_or(Value::Null, Value::Number)
}

/// Writes a plain decimal below 1e-4, `0.0000125`, with an exponent: `1.25e-05`.
fn write_with_exponent(out: &mut impl Write, plain: &str) -> fmt::Result {
    let (sign, size) = plain.strip_prefix('-').map_or(("", plain), |size| ("-", size));
    let fraction = size.strip_prefix("0.").unwrap_or(size);
    let digits = fraction.trim_start_matches('0');
    let exponent = fraction.len() - digits.len() + 1;
    let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
    let point = if rest.is_empty() { "" } else { "." };
    write!(out, "{sign}{first}{point}{rest}e-{exponent:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_form() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (5.0, "5.0"),
            (0.1, "0.1"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (-0.000_012_5, "-1.25e-05"),
            (1.5e-7, "1.5e-07"),
            // Halfway between ...562 and ...563.
            (32_091_142_530_562.0 + 0.5625, "32091142530562.562"),
            (9_999_999_999_999_998.0, "9999999999999998.0"),
            (1e16, "1e+16"),
            (1.25e100, "1.25e+100"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NAN, "null"),
            (f64::NEG_INFINITY, "null"),
        ];
        for (value, text) in cases {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn json_numbers_keep_their_kind() {
        let cases = [("1", "1"), ("1.0", "1.0"), ("1E2", "100.0"), ("-0", "0"), ("1e400", "null")];
        for (source, text) in cases {
            let number: Number = source.parse().expect("a number");
            let mut out = String::new();
            write_number(&mut out, &number).expect("strings take everything");
            assert_eq!(out, text);
        }
    }

    #[test]
    fn values_print_like_texts() {
        assert_eq!(float_value(1e-5).to_string(), "1e-05");
        assert_eq!(float_value(2.0).to_string(), "2.0");
        assert_eq!(float_value(f64::INFINITY), Value::Null);
    }
}
