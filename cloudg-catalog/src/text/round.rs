//! Rounding of scores: the exact binary value to a few decimal digits, ties to even.

use crate::model::Severity;

/// To one decimal digit.
pub fn round1(value: f64) -> f64 {
    round_to(value, 10)
}

/// To two decimal digits.
pub fn round2(value: f64) -> f64 {
    round_to(value, 100)
}

/// To a number of decimal digits, at most 6.
pub fn round_to_digits(value: f64, digits: u32) -> f64 {
    round_to(value, 10_u64.pow(digits.min(6)))
}

/// Risk of a finding, 0 to 10: that of its severity, or the mean of it and the CVSS score.
pub fn risk_score(severity: Severity, cvss_score: Option<f64>) -> f64 {
    let base = severity.base_risk();
    cvss_score.map_or(base, |cvss| round1((base + cvss) / 2.0))
}

/// Works on the integer fraction that the float is, since scaling a float would round it first.
fn round_to(value: f64, scale: u64) -> f64 {
    let bits = value.to_bits();
    let biased = (bits >> 52) & 0x7ff;
    // A whole number, an infinity, not a number: nothing to round.
    if biased >= 1023 + 52 {
        return value;
    }
    let fraction = bits & ((1 << 52) - 1);
    // The value is mantissa / 2^shift. Subnormal ones have no hidden bit; they round to zero.
    let mantissa = if biased == 0 { fraction } else { fraction | (1 << 52) };
    let shift = 1075 - biased.max(1);
    let rounded = divide_to_even(u128::from(mantissa) * u128::from(scale), shift);
    if rounded > 1 << 53 {
        // Neighbouring floats lie further apart than the digits: the nearest one is this one.
        return value;
    }
    (rounded as f64 / scale as f64).copysign(value)
}

/// `numerator / 2^shift` to the nearest integer, ties to even; the numerator is below 2^73 and the
/// shift is at least one.
fn divide_to_even(numerator: u128, shift: u64) -> u64 {
    if shift > 80 {
        return 0;
    }
    let quotient = (numerator >> shift) as u64;
    let remainder = numerator & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let is_up = remainder > half || (remainder == half && quotient % 2 == 1);
    quotient + u64::from(is_up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        for case in vectors::section("risk_score") {
            let severity = case["severity"].as_str().and_then(Severity::from_name);
            let score = risk_score(severity.expect("severity"), case["cvss"].as_f64());
            assert_eq!(case["risk_score"].as_f64(), Some(score), "{case}");
        }
    }

    #[test]
    fn exact_ties_go_to_even_and_others_do_not_tie() {
        let cases = [
            (7.75, 7.8),
            (4.25, 4.2),
            (9.25, 9.2),
            (0.05, 0.1),
            (0.35, 0.3),
            (-4.25, -4.2),
            (3_635_177_227_141_827.5, 3_635_177_227_141_827.5),
        ];
        for (value, expected) in cases {
            assert_eq!(round1(value), expected, "{value}");
        }
        let cases = [(2.675, 2.67), (0.125, 0.12), (0.375, 0.38), (14.25, 14.25), (1e300, 1e300)];
        for (value, expected) in cases {
            assert_eq!(round2(value), expected, "{value}");
        }
        assert!(round1(-0.04).is_sign_negative());
        assert_eq!(round1(f64::MIN_POSITIVE / 8.0), 0.0);
        assert!(round1(f64::NAN).is_nan());
    }

    #[test]
    fn agrees_with_decimal_text() {
        for step in 0..200_000u32 {
            let value = f64::from(step) * 0.00073;
            let text: f64 = format!("{value:.1}").parse().expect("a number");
            // Ties apart, which the exact cases cover, text rounding is the same.
            if (value * 20.0).fract() != 0.0 {
                assert_eq!(round1(value), text, "{value}");
            }
        }
    }
}
