//! Reading the fields of one record while collecting everything that is wrong with them.

use std::fmt;

use serde_json::{Map, Value};

use crate::model::coerce::{self, Kind};

/// One step from a record to the value in question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A key of an object.
    Key(String),
    /// A position in a list, from zero.
    Index(usize),
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => f.write_str(key),
            Self::Index(index) => write!(f, "{index}"),
        }
    }
}

/// One field that does not fit its model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The way to the value; empty for the record itself.
    pub location: Vec<Segment>,
    /// What is wrong with it.
    pub kind: Kind,
}

impl FieldError {
    /// The location with dots between the steps, `services.0.status`; empty for the record itself.
    pub fn location(&self) -> String {
        let steps: Vec<String> = self.location.iter().map(Segment::to_string).collect();
        steps.join(".")
    }

    /// The same error, seen from one step further out.
    fn within(mut self, segment: Segment) -> Self {
        self.location.insert(0, segment);
        self
    }
}

/// What is wrong with one value: itself, or several things inside it.
pub(super) struct Failure(Vec<FieldError>);

impl From<Kind> for Failure {
    fn from(kind: Kind) -> Self {
        Self(vec![FieldError { location: Vec::new(), kind }])
    }
}

impl From<Vec<FieldError>> for Failure {
    fn from(errors: Vec<FieldError>) -> Self {
        Self(errors)
    }
}

/// The fields of one record. Ask for them in the order in which the model declares them.
pub(super) struct Fields<'a> {
    members: &'a Map<String, Value>,
    errors: Vec<FieldError>,
}

impl<'a> Fields<'a> {
    /// The fields of `record`, or the one error that it is no object.
    pub(super) fn of(record: &'a Value) -> Result<Self, Vec<FieldError>> {
        match record {
            Value::Object(members) => Ok(Self { members, errors: Vec::new() }),
            _ => Err(Failure::from(coerce::MODEL_TYPE).0),
        }
    }

    /// A field that has to be there. `None` once an error has been noted.
    pub(super) fn required<T, E: Into<Failure>>(
        &mut self,
        key: &str,
        read: impl Fn(&Value) -> Result<T, E>,
    ) -> Option<T> {
        if !self.has(key) {
            self.note(key, coerce::MISSING.into());
        }
        self.optional(key, read)
    }

    /// A field that may be absent but, if there, not null.
    pub(super) fn optional<T, E: Into<Failure>>(
        &mut self,
        key: &str,
        read: impl Fn(&Value) -> Result<T, E>,
    ) -> Option<T> {
        match read(self.members.get(key)?) {
            Ok(value) => Some(value),
            Err(failure) => {
                self.note(key, failure.into());
                None
            }
        }
    }

    /// A field that may be absent or null.
    pub(super) fn nullable<T, E: Into<Failure>>(
        &mut self,
        key: &str,
        read: impl Fn(&Value) -> Result<T, E>,
    ) -> Option<T> {
        if self.members.get(key).is_some_and(Value::is_null) {
            return None;
        }
        self.optional(key, read)
    }

    /// Whether the record has the key, with any value.
    pub(super) fn has(&self, key: &str) -> bool {
        self.members.contains_key(key)
    }

    /// The members whose keys are not among `known`, in the order of the file.
    pub(super) fn extra(&self, known: &[&str]) -> Map<String, Value> {
        self.members
            .iter()
            .filter(|(key, _)| !known.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    }

    /// The record if all went well, else what did not. A required field that is `None` has left an
    /// error behind, so `record` may stop at it.
    pub(super) fn finish<R>(
        self,
        record: impl FnOnce() -> Option<R>,
    ) -> Result<R, Vec<FieldError>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        record().ok_or(self.errors)
    }

    fn note(&mut self, key: &str, failure: Failure) {
        let segment = Segment::Key(key.to_owned());
        self.errors.extend(failure.0.into_iter().map(|error| error.within(segment.clone())));
    }
}

/// A list of things, each read by `read`; every bad one is reported with its position.
pub(super) fn list_of<T, E: Into<Failure>>(
    read: impl Fn(&Value) -> Result<T, E>,
    value: &Value,
) -> Result<Vec<T>, Failure> {
    let elements = coerce::list(value)?.iter().enumerate();
    collect(elements.map(|(index, element)| (Segment::Index(index), read(element))))
}

/// An object of strings, in the order of the file.
pub(super) fn strings_by_key(value: &Value) -> Result<Vec<(String, String)>, Failure> {
    let members = coerce::object(value)?.iter();
    collect(members.map(|(key, member)| {
        let pair = coerce::string(member).map(|text| (key.clone(), text));
        (Segment::Key(key.clone()), pair)
    }))
}

/// An object with anything in it.
pub(super) fn object(value: &Value) -> Result<Map<String, Value>, Kind> {
    coerce::object(value).cloned()
}

fn collect<T, E: Into<Failure>>(
    parts: impl Iterator<Item = (Segment, Result<T, E>)>,
) -> Result<Vec<T>, Failure> {
    let mut values = Vec::with_capacity(parts.size_hint().0);
    let mut errors = Vec::new();
    for (segment, part) in parts {
        match part {
            Ok(value) => values.push(value),
            Err(failure) => {
                let inner: Failure = failure.into();
                errors.extend(inner.0.into_iter().map(|error| error.within(segment.clone())));
            }
        }
    }
    if errors.is_empty() { Ok(values) } else { Err(Failure(errors)) }
}
