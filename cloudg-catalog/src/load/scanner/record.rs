//! Reading fields of scanner records: null is missing, another wrong type spoils the record only.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{Scanner, SkipReason, python_json};
use crate::model::{FindingRecord, Severity, Timestamp};

/// A JSON object of a report.
pub(super) type Object = Map<String, Value>;

/// The text of a field.
pub(super) fn text<'v>(
    object: &'v Object,
    key: &'static str,
) -> Result<Option<&'v str>, SkipReason> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(SkipReason::WrongType(key)),
    }
}

/// The text of a field, empty where it is missing.
pub(super) fn text_or_empty<'v>(
    object: &'v Object,
    key: &'static str,
) -> Result<&'v str, SkipReason> {
    Ok(text(object, key)?.unwrap_or_default())
}

/// The text of a field that ends up inside a sentence, where other scalars do as well.
pub(super) fn words<'v>(object: &'v Object, key: &str) -> Cow<'v, str> {
    match object.get(key) {
        None | Some(Value::Null) => Cow::Borrowed(""),
        Some(value) => as_text(value),
    }
}

/// The object of a field.
pub(super) fn object<'v>(
    object: &'v Object,
    key: &'static str,
) -> Result<Option<&'v Object>, SkipReason> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(inner)) => Ok(Some(inner)),
        Some(_) => Err(SkipReason::WrongType(key)),
    }
}

/// The list of a field, empty where it is missing.
pub(super) fn list<'v>(object: &'v Object, key: &'static str) -> Result<&'v [Value], SkipReason> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err(SkipReason::WrongType(key)),
    }
}

/// A string as it is, anything else as JSON text.
pub(super) fn as_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(python_json::to_text(other)),
    }
}

/// At most the first `limit` characters.
pub(super) fn cut(text: &str, limit: usize) -> &str {
    match text.char_indices().nth(limit) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// The first text that is not empty.
pub(super) fn first_full<'v>(candidates: &[Option<&'v str>]) -> Option<&'v str> {
    candidates.iter().flatten().find(|text| !text.is_empty()).copied()
}

/// A finding about one resource; what every parser fills in the same way.
pub(super) fn finding(
    scanner: Scanner,
    resource: &str,
    severity: Severity,
    title: String,
    detected_at: Timestamp,
) -> FindingRecord {
    FindingRecord {
        id: String::new(),
        resource_id: resource.to_owned(),
        resource_arn: Some(resource.to_owned()),
        severity,
        title,
        description: String::new(),
        source_tool: scanner.as_str().to_owned(),
        evidence: None,
        remediation: None,
        source_finding_id: None,
        compliance_frameworks: Vec::new(),
        cvss_score: None,
        detected_at,
        is_suppressed: false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn null_is_missing_and_a_wrong_type_is_named() {
        let value: Value = serde_json::from_str(r#"{"a":null,"b":1,"c":"x"}"#).unwrap();
        let object = value.as_object().unwrap();
        assert_eq!(text(object, "a"), Ok(None));
        assert_eq!(text(object, "z"), Ok(None));
        assert_eq!(text(object, "b"), Err(SkipReason::WrongType("b")));
        assert_eq!(text(object, "c"), Ok(Some("x")));
        assert_eq!(words(object, "b"), "1");
    }

    #[test]
    fn text_is_cut_by_characters() {
        assert_eq!(cut("äöü", 2), "äö");
        assert_eq!(cut("ab", 2), "ab");
    }
}
