//! For whom content is, and how important it is.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::number::float_value;

/// Who speaks, or who is spoken to.
///
/// ```
/// assert_eq!(cloudg_runtime::Role::Assistant.as_str(), "assistant");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// The name on the wire, lower-case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// Hints about content, usable in constants. Nothing is sent when nothing is set.
///
/// ```
/// use cloudg_runtime::{ContentAnnotations, Role};
///
/// let hints = ContentAnnotations {
///     audience: (&[Role::User]).into(),
///     priority: Some(2.0),
///     ..ContentAnnotations::NONE
/// };
/// let wire = hints.to_wire().expect("something is set");
/// assert_eq!(wire.to_string(), r#"{"audience":["user"],"priority":1.0}"#);
/// assert_eq!(ContentAnnotations::NONE.to_wire(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ContentAnnotations {
    /// For whom; empty is not said.
    pub audience: Cow<'static, [Role]>,
    /// 0.0, can be left out, to 1.0, needed. Clamped when sent; what is no number is not sent.
    pub priority: Option<f64>,
    /// When it last changed, ISO 8601; empty is not said.
    pub last_modified: Option<Cow<'static, str>>,
}

impl ContentAnnotations {
    /// Nothing is set.
    pub const NONE: Self =
        Self { audience: Cow::Borrowed(&[]), priority: None, last_modified: None };

    /// The priority as it is sent.
    pub fn clamped_priority(&self) -> Option<f64> {
        self.priority.filter(|priority| !priority.is_nan()).map(|priority| priority.clamp(0.0, 1.0))
    }

    /// `audience`?, `priority`?, `lastModified`?; nothing when all are unset.
    pub fn to_wire(&self) -> Option<Value> {
        let mut wire = Map::new();
        if !self.audience.is_empty() {
            let audience: Vec<&str> = self.audience.iter().map(|role| role.as_str()).collect();
            wire.insert("audience".to_owned(), Value::from(audience));
        }
        if let Some(priority) = self.clamped_priority() {
            wire.insert("priority".to_owned(), float_value(priority));
        }
        if let Some(changed) = self.last_modified.as_deref().filter(|text| !text.is_empty()) {
            wire.insert("lastModified".to_owned(), Value::from(changed));
        }
        (!wire.is_empty()).then_some(Value::Object(wire))
    }
}
