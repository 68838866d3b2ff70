//! The scanner's own times.

use serde_json::Value;

use super::record::Object;
use crate::model::Timestamp;

/// Unix times beyond this are milliseconds.
const MILLISECONDS_FROM: f64 = 2e10;
/// 1970-01-02: anything earlier is an unset field, not the time of a scan.
const EARLIEST: f64 = 86_400.0;
/// The last second of the year 9999.
const LATEST: f64 = 253_402_300_799.0;

/// The first of the fields that holds a valid time.
pub(super) fn first_valid(object: &Object, keys: &[&str]) -> Option<Timestamp> {
    keys.iter().filter_map(|key| object.get(*key)).find_map(of_value)
}

fn of_value(value: &Value) -> Option<Timestamp> {
    match value {
        Value::Number(number) => number.as_f64().and_then(of_unix),
        Value::String(text) => of_text(text.trim()),
        _ => None,
    }
}

fn of_unix(number: f64) -> Option<Timestamp> {
    let seconds = if number.abs() > MILLISECONDS_FROM { number / 1000.0 } else { number };
    if !(EARLIEST..=LATEST).contains(&seconds) {
        return None;
    }
    // In range: below 2.6e17 microseconds.
    Some(Timestamp { local_micros: (seconds * 1e6).round() as i64, offset_minutes: Some(0) })
}

fn of_text(text: &str) -> Option<Timestamp> {
    if text.parse::<f64>().is_ok() {
        return text.parse().ok().and_then(of_unix);
    }
    let moment = speedate::DateTime::parse_str(text).ok()?;
    let offset = match moment.time.tz_offset {
        None => None,
        Some(seconds) => Some(i16::try_from(seconds / 60).ok()?),
    };
    let micros = moment.timestamp().checked_mul(1_000_000)?;
    Some(Timestamp {
        local_micros: micros.checked_add(i64::from(moment.time.microsecond))?,
        offset_minutes: offset,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn check(json: &str, expect: Option<(i64, Option<i16>)>) {
        let value: Value = serde_json::from_str(json).unwrap();
        let found = of_value(&value).map(|time| (time.local_micros, time.offset_minutes));
        assert_eq!(found, expect, "{json}");
    }

    #[test]
    fn texts_and_unix_times() {
        check("\"2021-05-17T23:07:02Z\"", Some((1_621_292_822_000_000, Some(0))));
        check("\"2021-05-17T23:07:02.5+02:00\"", Some((1_621_292_822_500_000, Some(120))));
        check("\"2025-02-14T14:27:30.710664\"", Some((1_739_543_250_710_664, None)));
        check("1739539650", Some((1_739_539_650_000_000, Some(0))));
        check("1739539650000", Some((1_739_539_650_000_000, Some(0))));
        for invalid in ["0", "-5", "1e300", "null", "true", "\"yesterday\"", "\"\"", "{}"] {
            check(invalid, None);
        }
    }
}
