//! Field types of the fast path: borrowed where the text allows it, strict where the model is lax.

use std::{borrow::Cow, fmt};

use indexmap::IndexMap;
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::text::json;

/// So many tags are searched one by one, which is quicker than hashing them.
const FEW_TAGS: usize = 64;

/// A value that the quick reader does not take; the careful one may.
pub(super) struct Unfit;

/// A string.
pub(super) struct Text<'de>(pub Cow<'de, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }
            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(TextVisitor)
    }
}

/// An object of strings, keys distinct: a repeated key keeps its place and takes the last value.
#[derive(Default)]
pub(super) struct Tags<'de>(pub Vec<(Cow<'de, str>, Cow<'de, str>)>);

impl<'de> Deserialize<'de> for Tags<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TagsVisitor;
        impl<'de> Visitor<'de> for TagsVisitor {
            type Value = Tags<'de>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of strings")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags<'de>, A::Error> {
                let mut tags: Vec<(Cow<'de, str>, Cow<'de, str>)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<Text<'de>, Text<'de>>()? {
                    match tags.iter_mut().take(FEW_TAGS).find(|(known, _)| *known == key.0) {
                        Some((_, last)) => *last = value.0,
                        None => tags.push((key.0, value.0)),
                    }
                }
                if tags.len() > FEW_TAGS {
                    tags = tags.into_iter().collect::<IndexMap<_, _>>().into_iter().collect();
                }
                Ok(Tags(tags))
            }
        }
        deserializer.deserialize_map(TagsVisitor)
    }
}

/// The text of an object, empty for an empty one; bounded in depth.
pub(super) struct ObjectText<'de>(pub &'de str);

impl<'de> Deserialize<'de> for ObjectText<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&'de RawValue>::deserialize(deserializer)?.get();
        match is_object(text) && has_legal_depth(text) {
            true if is_empty_object(text) => Ok(Self("")),
            true => Ok(Self(text)),
            false => Err(de::Error::custom("not an object")),
        }
    }
}

/// Keys that the model does not know, as the text of an object.
#[derive(Default)]
pub(super) struct Extra(String);

impl Extra {
    /// Adds a key; a value that nests too deeply is refused.
    pub(super) fn push<E: de::Error>(&mut self, key: &str, value: &RawValue) -> Result<(), E> {
        if !has_legal_depth(value.get()) {
            return Err(E::custom("too deep"));
        }
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&serde_json::Value::from(key).to_string());
        self.0.push(':');
        self.0.push_str(value.get());
        Ok(())
    }

    pub(super) fn into_text(mut self) -> String {
        if !self.0.is_empty() {
            self.0.push('}');
        }
        self.0
    }
}

/// Whether a well-formed text nests at most [`json::MAX_DEPTH`] levels; a text too short to nest
/// deeper is not scanned.
pub(super) fn has_legal_depth(text: &str) -> bool {
    text.len() <= 2 * json::MAX_DEPTH || json::check_depth(text).is_ok()
}

fn is_object(text: &str) -> bool {
    text.starts_with('{')
}

fn is_empty_object(text: &str) -> bool {
    text.len() == 2 || text[1..text.len() - 1].trim_ascii().is_empty()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_equal_tags_wins_at_the_place_of_the_first() {
        for n_tags in [1, FEW_TAGS - 1, FEW_TAGS, FEW_TAGS + 1, 3 * FEW_TAGS] {
            let pairs = |value: char| (0..n_tags).map(move |n| format!("\"k{n}\":\"{value}\""));
            let text =
                format!("{{{}}}", pairs('a').chain(pairs('b')).collect::<Vec<_>>().join(","));
            let tags: Tags<'_> = serde_json::from_str(&text).unwrap();
            let expected: Vec<(String, &str)> =
                (0..n_tags).map(|n| (format!("k{n}"), "b")).collect();
            let tags: Vec<(String, &str)> =
                tags.0.iter().map(|(key, value)| (key.to_string(), value.as_ref())).collect();
            assert_eq!(tags, expected);
        }
    }
}
