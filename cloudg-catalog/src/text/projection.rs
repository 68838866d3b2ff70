//! The choice of keys that a caller wants of each item.

use serde_json::{Map, Value};
use thiserror::Error;

/// Keys of an asset brief that a caller may choose.
pub const ASSET_FIELDS: [&str; 12] = [
    "id",
    "name",
    "type",
    "provider",
    "region",
    "account_id",
    "arn",
    "internet_exposed",
    "open_findings",
    "max_severity",
    "tags",
    "uri",
];

/// Keys of a finding brief that a caller may choose.
pub const FINDING_FIELDS: [&str; 14] = [
    "id",
    "title",
    "severity",
    "risk_score",
    "source_tool",
    "resource_id",
    "resource_arn",
    "asset_id",
    "asset_name",
    "compliance_frameworks",
    "is_suppressed",
    "cvss_score",
    "detected_at",
    "uri",
];

/// Chosen keys that no item has. The text names them: they are names of fields, not data.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("Unknown field(s) {}. Valid fields: {}", self.unknown.join(", "), self.valid.join(", "))]
pub struct UnknownFields {
    /// The bad ones, in the caller's order.
    pub unknown: Vec<String>,
    /// All that may be chosen.
    pub valid: &'static [&'static str],
}

/// Which keys of an item stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Projection {
    /// `id` first, then the chosen ones in the caller's order, each once; `None` for all.
    keys: Option<Vec<&'static str>>,
}

impl Projection {
    /// Checks a choice out of `valid`; none, or an empty one, keeps everything.
    ///
    /// # Errors
    /// [`UnknownFields`], naming every bad one.
    pub fn new<S: AsRef<str>>(
        fields: Option<&[S]>,
        valid: &'static [&'static str],
    ) -> Result<Self, UnknownFields> {
        let fields = fields.unwrap_or_default();
        if fields.is_empty() {
            return Ok(Self { keys: None });
        }
        let mut keys = vec!["id"];
        let mut unknown = Vec::new();
        for field in fields.iter().map(AsRef::as_ref) {
            match valid.iter().find(|name| **name == field) {
                Some(name) if keys.contains(name) => {}
                Some(name) => keys.push(name),
                None => unknown.push(field.to_owned()),
            }
        }
        if unknown.is_empty() {
            Ok(Self { keys: Some(keys) })
        } else {
            Err(UnknownFields { unknown, valid })
        }
    }

    /// The keys to keep, in their order; `None` for all of them.
    pub fn keys(&self) -> Option<&[&'static str]> {
        self.keys.as_deref()
    }

    /// Whether the caller asked for this key by name.
    pub fn asks_for(&self, key: &str) -> bool {
        self.keys.as_ref().is_some_and(|keys| keys.contains(&key))
    }

    /// What stays of an item, keys in the order of the choice.
    pub fn apply(&self, mut item: Map<String, Value>) -> Map<String, Value> {
        let Some(keys) = &self.keys else { return item };
        keys.iter().filter_map(|key| item.swap_remove_entry(*key)).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn applied(fields: &[&str]) -> String {
        let item = json!({"id": 1, "name": "n", "type": "EC2", "region": "r"});
        let projection = Projection::new(Some(fields), &ASSET_FIELDS).expect("valid");
        let Value::Object(item) = item else { panic!("an object") };
        Value::Object(projection.apply(item)).to_string()
    }

    #[test]
    fn id_comes_first_and_repeats_go() {
        assert_eq!(applied(&["type", "name", "type"]), r#"{"id":1,"type":"EC2","name":"n"}"#);
        assert_eq!(applied(&["name", "id", "uri"]), r#"{"id":1,"name":"n"}"#);
        assert_eq!(applied(&[]), r#"{"id":1,"name":"n","type":"EC2","region":"r"}"#);
    }

    #[test]
    fn unknown_fields_are_all_named() {
        let fields = ["owner", "name", "Tags"];
        let error = Projection::new(Some(&fields), &ASSET_FIELDS).expect_err("unknown");
        assert_eq!(
            error.to_string(),
            "Unknown field(s) owner, Tags. Valid fields: id, name, type, provider, region, \
             account_id, arn, internet_exposed, open_findings, max_severity, tags, uri"
        );
    }

    #[test]
    fn tags_are_for_those_who_ask() {
        let all = Projection::new::<&str>(None, &ASSET_FIELDS).expect("valid");
        assert!(!all.asks_for("tags") && all.keys().is_none());
        let chosen = Projection::new(Some(&["tags"]), &ASSET_FIELDS).expect("valid");
        assert!(chosen.asks_for("tags"));
        assert_eq!(chosen.keys(), Some(["id", "tags"].as_slice()));
    }
}
