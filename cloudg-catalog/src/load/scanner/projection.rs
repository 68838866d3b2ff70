//! Reading only the wanted fields of a record; the rest is checked for syntax and dropped.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// What of a value is wanted. Values of another shape than expected are kept, as far as they are
/// not containers, so that the reader can see the wrong type.
#[derive(Debug, Clone, Copy)]
pub(super) enum Want {
    /// Everything.
    All,
    /// These members of an object.
    Keys(&'static [(&'static str, Want)]),
    /// This much of the first item of an array.
    First(&'static Want),
}

impl<'de> DeserializeSeed<'de> for Want {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        match self {
            Self::All => Value::deserialize(deserializer),
            Self::Keys(_) | Self::First(_) => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Want {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut kept = Vec::new();
        if let Self::First(want) = self {
            kept.extend(items.next_element_seed(*want)?);
        }
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Array(kept))
    }

    // A number beyond 64 bits or with a fraction arrives as a map: an object without members.
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let wanted = match self {
            Self::Keys(wanted) => wanted,
            Self::All | Self::First(_) => &[],
        };
        let mut kept = Map::new();
        while let Some(found) = members.next_key_seed(KeyOf(wanted))? {
            match found {
                Some((key, want)) => {
                    kept.insert((*key).to_owned(), members.next_value_seed(*want)?);
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Value::Object(kept))
    }
}

/// Finds a key among the wanted ones without keeping a copy.
struct KeyOf(&'static [(&'static str, Want)]);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = Option<&'static (&'static str, Want)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KeyOf {
    type Value = Option<&'static (&'static str, Want)>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().find(|(wanted, _)| *wanted == key))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::text::json::read_seed;

    const WANT: Want = Want::Keys(&[
        ("a", Want::All),
        ("b", Want::Keys(&[("c", Want::All)])),
        ("d", Want::First(&Want::Keys(&[("e", Want::All)]))),
    ]);

    fn check(input: &str, expect: &str) {
        assert_eq!(read_seed(input, WANT).unwrap().to_string(), expect);
    }

    #[test]
    fn only_wanted_members_stay() {
        check(
            r#"{"a":[1,{"x":2.0}],"b":{"c":null,"z":1},"d":[{"e":1,"f":2},{"e":3}],"g":{}}"#,
            r#"{"a":[1,{"x":2.0}],"b":{"c":null},"d":[{"e":1}]}"#,
        );
        check(r#"{"a":1,"a":2}"#, r#"{"a":2}"#);
        check(r#"{"b":"text","d":true}"#, r#"{"b":"text","d":true}"#);
        check(r#"{"b":[1],"d":{"e":1}}"#, r#"{"b":[],"d":{}}"#);
        check("7", "7");
        check("-7", "-7");
        check("7.5", "{}");
    }
}
