//! Points in time as files give them: with a zone offset, or without one.

use std::cmp::Ordering;
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Number, Value};
use speedate::{Date, DateTime, DateTimeConfig, MicrosecondsPrecisionOverflowBehavior, TimeConfig};

const MICROS_PER_SECOND: i64 = 1_000_000;
const SECONDS_PER_DAY: i64 = 86_400;

/// Microseconds since the Unix epoch of the local reading, and the offset if one was given.
///
/// Years 1 to 9999. Order is that of the instants, a reading without a zone counting as UTC; equal
/// instants are ordered by their offset, the one without a zone first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Timestamp {
    /// Microseconds since 1970-01-01T00:00:00 of the wall-clock reading (not shifted to UTC).
    pub local_micros: i64,
    /// Minutes east of UTC; `None` for a reading without a zone.
    pub offset_minutes: Option<i16>,
}

impl Timestamp {
    /// Reads a date and time, a date alone (midnight, no zone), or a plain decimal number of
    /// seconds since the epoch (milliseconds when beyond 2e10), which is UTC.
    ///
    /// Date and time are joined by `T`, `t`, a space or `_`; seconds may be left out; fractions are
    /// cut to microseconds; the zone is nothing, `Z`, `z`, `+HH:MM` or `+HHMM`.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        DateTime::parse_bytes_with_config(bytes, &config())
            .ok()
            .and_then(Self::from_datetime)
            .or_else(|| Self::from_date(Date::parse_bytes_rfc3339(bytes).ok()?))
    }

    /// Reads Unix time: seconds, or milliseconds when the absolute value is beyond 2e10.
    /// Fractions are rounded to microseconds.
    pub fn from_number(number: &Number) -> Option<Self> {
        let parsed = match number.as_i64() {
            Some(whole) => DateTime::from_timestamp_with_config(whole, 0, &config()),
            None => DateTime::from_float_with_config(number.as_f64()?, &config()),
        };
        Self::from_datetime(parsed.ok()?)
    }

    /// Reads a JSON value, or says what kind of error it is: `datetime_type` for what is neither
    /// string nor number, `datetime_from_date_parsing` for an unreadable string,
    /// `datetime_parsing` for a number out of range.
    pub fn from_json(value: &Value) -> Result<Self, &'static str> {
        match value {
            Value::String(text) => Self::parse(text).ok_or("datetime_from_date_parsing"),
            Value::Number(number) => Self::from_number(number).ok_or("datetime_parsing"),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                Err("datetime_type")
            }
        }
    }

    /// The present, in UTC.
    pub fn now_utc() -> Self {
        // A clock before the epoch is a broken clock; the epoch is as good an answer as any.
        let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let local_micros = i64::try_from(elapsed.as_micros()).unwrap_or(0);
        Self { local_micros, offset_minutes: Some(0) }
    }

    /// The present, in UTC, cut to seconds.
    pub fn now_utc_seconds() -> Self {
        let now = Self::now_utc();
        Self { local_micros: now.local_micros - now.local_micros % MICROS_PER_SECOND, ..now }
    }

    /// The same wall-clock reading with its zone forgotten.
    #[must_use]
    pub const fn without_zone(self) -> Self {
        Self { offset_minutes: None, ..self }
    }

    /// Microseconds since the epoch, UTC; a reading without a zone counts as UTC.
    pub fn instant_micros(self) -> i64 {
        let shift = i64::from(self.offset_minutes.unwrap_or(0)) * 60 * MICROS_PER_SECOND;
        self.local_micros - shift
    }

    /// `YYYY-MM-DDTHH:MM:SS[.ffffff][+HH:MM]`: six fraction digits only when non-zero, `+00:00`
    /// for UTC, nothing for a reading without a zone.
    pub fn to_wire(self) -> String {
        self.to_string()
    }

    /// As [`Self::to_wire`], with `Z` for UTC.
    pub fn to_file(self) -> String {
        match self.offset_minutes {
            Some(0) => format!("{}Z", self.without_zone()),
            _ => self.to_string(),
        }
    }

    fn from_datetime(parsed: DateTime) -> Option<Self> {
        if parsed.date.year == 0 {
            return None;
        }
        let micros = i64::from(parsed.time.microsecond);
        let local_micros = parsed.timestamp() * MICROS_PER_SECOND + micros;
        // The parser takes offsets below 24 hours in whole minutes: within an i16.
        let offset_minutes = parsed.time.tz_offset.map(|seconds| (seconds / 60) as i16);
        Some(Self { local_micros, offset_minutes })
    }

    fn from_date(date: Date) -> Option<Self> {
        (date.year != 0).then(|| Self {
            local_micros: date.timestamp() * MICROS_PER_SECOND,
            offset_minutes: None,
        })
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.instant_micros()
            .cmp(&other.instant_micros())
            .then(self.offset_minutes.cmp(&other.offset_minutes))
    }
}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.local_micros.div_euclid(MICROS_PER_SECOND);
        let micros = self.local_micros.rem_euclid(MICROS_PER_SECOND);
        let (year, month, day) = civil_from_days(seconds.div_euclid(SECONDS_PER_DAY));
        let of_day = seconds.rem_euclid(SECONDS_PER_DAY);
        let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if micros != 0 {
            write!(f, ".{micros:06}")?;
        }
        let Some(offset) = self.offset_minutes else { return Ok(()) };
        let sign = if offset < 0 { '-' } else { '+' };
        let size = offset.unsigned_abs();
        write!(f, "{sign}{:02}:{:02}", size / 60, size % 60)
    }
}

/// Numbers are UTC, and surplus fraction digits are cut.
fn config() -> DateTimeConfig {
    DateTimeConfig {
        time_config: TimeConfig {
            microseconds_precision_overflow_behavior:
                MicrosecondsPrecisionOverflowBehavior::Truncate,
            unix_timestamp_offset: Some(0),
        },
        ..DateTimeConfig::default()
    }
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
///
/// Counts from 1 March of year 0, so that the leap day ends a year of the count and months have
/// lengths that follow `(153 m + 2) / 5`.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        for case in vectors::section("datetime") {
            match Timestamp::from_json(&case["input"]) {
                Ok(stamp) => assert_eq!(case["out"], stamp.to_wire(), "{case}"),
                Err(kind) => assert_eq!(case["error_type"], kind, "{case}"),
            }
        }
    }

    #[test]
    fn files_say_z() {
        let file = |text| Timestamp::parse(text).map(Timestamp::to_file);
        assert_eq!(file("2026-01-15T12:00Z").as_deref(), Some("2026-01-15T12:00:00Z"));
        assert_eq!(file("2026-01-15 12:00:00.5").as_deref(), Some("2026-01-15T12:00:00.500000"));
        assert_eq!(file("2026-01-15T12:00+0230").as_deref(), Some("2026-01-15T12:00:00+02:30"));
    }

    #[test]
    fn order_is_that_of_instants() {
        let parse = |text| Timestamp::parse(text).expect("valid");
        assert!(parse("2026-01-15T12:00+02:00") < parse("2026-01-15T11:00Z"));
        assert!(parse("2026-01-15T12:00") < parse("2026-01-15T12:00Z"));
        assert_eq!(parse("2026-01-15T12:00-01:00").instant_micros() % 3_600_000_000, 0);
    }

    #[test]
    fn early_years_and_year_zero() {
        let wire = |text| Timestamp::parse(text).map(Timestamp::to_wire);
        assert_eq!(wire("0004-02-29").as_deref(), Some("0004-02-29T00:00:00"));
        assert_eq!(wire("-20000000000").as_deref(), Some("1336-03-23T12:26:40+00:00"));
        assert_eq!(wire("0000-12-31"), None);
        assert_eq!(wire("0000-12-31T00:00"), None);
    }

    #[test]
    fn now_has_a_zone_and_no_fraction() {
        let now = Timestamp::now_utc_seconds();
        assert_eq!((now.offset_minutes, now.local_micros % MICROS_PER_SECOND), (Some(0), 0));
        assert!(now > Timestamp::parse("2024-01-01").expect("valid"));
    }
}
