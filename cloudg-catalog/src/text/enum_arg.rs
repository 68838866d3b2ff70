//! Arguments that name one of a closed list, however the caller writes it.

use serde_json::{Value, json};
use thiserror::Error;

use super::{fold, fuzzy};
use crate::model::{AssetType, EdgeType, Provider, RelationGroup, Severity};

/// Most values that an error text lists.
const LISTED: usize = 30;

/// Most close values that an error offers.
const OFFERED: usize = 3;

/// Least similarity of a value that is offered.
const CUTOFF: f64 = 0.5;

/// A value that is none of the list. The text does not repeat it; [`UnknownValue::data`] does.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub struct UnknownValue {
    /// What the list is of.
    pub label: &'static str,
    /// What the caller gave.
    pub value: String,
    /// The whole list.
    pub valid: &'static [&'static str],
    /// Up to three values of the list that are near, nearest first.
    pub close_matches: Vec<&'static str>,
}

impl UnknownValue {
    /// The text for the caller: what is unknown, what may have been meant and what is valid, the
    /// latter cut after 30 values.
    pub fn message(&self) -> String {
        let meant = match self.close_matches.as_slice() {
            [] => String::new(),
            close => format!(" Did you mean {}?", close.join(", ")),
        };
        let listed = &self.valid[..self.valid.len().min(LISTED)];
        let more = if self.valid.len() > LISTED { ", ..." } else { "" };
        format!("Unknown {}.{meant} Valid values: {}{more}", self.label, listed.join(", "))
    }

    /// The same for programs: `value`, `valid`, `close_matches`.
    pub fn data(&self) -> Value {
        json!({"value": self.value, "valid": self.valid, "close_matches": self.close_matches})
    }
}

/// A list of names that an argument chooses from, and what to call it.
#[derive(Debug, Clone, Copy)]
pub struct EnumArg {
    /// What the list is of, in the words of error texts.
    pub label: &'static str,
    /// The names, upper case with `_`, in the order in which errors list them.
    pub names: &'static [&'static str],
}

/// The names of severities, worst first.
static SEVERITY_NAMES: [&str; 5] = {
    let [a, b, c, d, e] = Severity::WORST_FIRST;
    [a.as_str(), b.as_str(), c.as_str(), d.as_str(), e.as_str()]
};

impl EnumArg {
    /// Types of assets.
    pub const ASSET_TYPE: Self = Self { label: "asset type", names: &AssetType::NAMES };
    /// Types of edges.
    pub const EDGE_TYPE: Self = Self { label: "edge type", names: &EdgeType::NAMES };
    /// Providers.
    pub const PROVIDER: Self = Self { label: "provider", names: &Provider::NAMES };
    /// Severities, worst first.
    pub const SEVERITY: Self = Self { label: "severity", names: &SEVERITY_NAMES };
    /// Groups of relationships.
    pub const RELATION_GROUP: Self = Self { label: "relation group", names: &RelationGroup::NAMES };

    /// Position of the value in the list. Blanks around it, letter case and the choice between
    /// `-`, space and `_` do not matter.
    ///
    /// # Errors
    /// [`UnknownValue`], for a blank value too.
    pub fn parse(self, value: &str) -> Result<usize, UnknownValue> {
        let normal = normalise(value);
        self.names.iter().position(|name| *name == normal).ok_or_else(|| UnknownValue {
            label: self.label,
            value: value.to_owned(),
            valid: self.names,
            close_matches: fuzzy::close_matches(
                &normal,
                self.names.iter().copied(),
                OFFERED,
                CUTOFF,
            ),
        })
    }

    /// As [`Self::parse`], with the empty string for no choice. Other blank strings are unknown
    /// values.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_optional(self, value: &str) -> Result<Option<usize>, UnknownValue> {
        if value.is_empty() { Ok(None) } else { self.parse(value).map(Some) }
    }

    /// As [`Self::parse`] for every element; `None` or nothing in the list is no choice at all.
    ///
    /// # Errors
    /// As [`Self::parse`], for the first bad element.
    pub fn parse_list<S: AsRef<str>>(
        self,
        values: Option<&[S]>,
    ) -> Result<Option<Vec<usize>>, UnknownValue> {
        let values = values.unwrap_or_default();
        if values.is_empty() {
            return Ok(None);
        }
        values.iter().map(|value| self.parse(value.as_ref())).collect::<Result<_, _>>().map(Some)
    }
}

/// An asset type, as [`EnumArg::parse`] reads it.
///
/// # Errors
/// As there.
pub fn asset_type(value: &str) -> Result<AssetType, UnknownValue> {
    EnumArg::ASSET_TYPE.parse(value).map(|at| AssetType::ALL[at])
}

/// An edge type, as [`EnumArg::parse`] reads it.
///
/// # Errors
/// As there.
pub fn edge_type(value: &str) -> Result<EdgeType, UnknownValue> {
    EnumArg::EDGE_TYPE.parse(value).map(|at| EdgeType::ALL[at])
}

/// A provider, as [`EnumArg::parse`] reads it.
///
/// # Errors
/// As there.
pub fn provider(value: &str) -> Result<Provider, UnknownValue> {
    EnumArg::PROVIDER.parse(value).map(|at| Provider::ALL[at])
}

/// A severity, as [`EnumArg::parse`] reads it.
///
/// # Errors
/// As there.
pub fn severity(value: &str) -> Result<Severity, UnknownValue> {
    EnumArg::SEVERITY.parse(value).map(|at| Severity::WORST_FIRST[at])
}

/// A group of relationships, as [`EnumArg::parse`] reads it.
///
/// # Errors
/// As there.
pub fn relation_group(value: &str) -> Result<RelationGroup, UnknownValue> {
    EnumArg::RELATION_GROUP.parse(value).map(|at| RelationGroup::ALL[at])
}

fn normalise(value: &str) -> String {
    fold::upper(value.trim()).replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        let args = [EnumArg::ASSET_TYPE, EnumArg::EDGE_TYPE, EnumArg::PROVIDER, EnumArg::SEVERITY];
        for case in vectors::section("enum_parse") {
            let arg = args.into_iter().find(|arg| case["label"] == arg.label).expect("label");
            match arg.parse(case["input"].as_str().expect("input")) {
                Ok(at) => assert_eq!(case["value"], arg.names[at], "{case}"),
                Err(unknown) => {
                    assert_eq!(case["close_matches"], json!(unknown.close_matches), "{case}");
                    if !case["message"].is_null() {
                        assert_eq!(case["message"], unknown.to_string());
                    }
                }
            }
        }
    }

    #[test]
    fn long_lists_are_cut_in_the_text_only() {
        let unknown = asset_type("?").expect_err("unknown");
        assert!(unknown.message().ends_with(&format!("{}, ...", AssetType::NAMES[29])));
        assert_eq!(unknown.data()["valid"].as_array().map(Vec::len), Some(AssetType::COUNT));
        assert_eq!(unknown.data()["value"], "?");
    }

    #[test]
    fn blanks_and_absence() {
        let arg = EnumArg::SEVERITY;
        assert_eq!(arg.parse_optional(""), Ok(None));
        assert!(arg.parse_optional("  ").is_err());
        assert_eq!(arg.parse_list::<String>(None), Ok(None));
        assert_eq!(arg.parse_list::<&str>(Some(&[])), Ok(None));
        assert_eq!(arg.parse_list(Some(&["low", "HIGH"])), Ok(Some(vec![3, 1])));
        assert_eq!(arg.parse_list(Some(&["low", ""])).expect_err("blank").value, "");
        assert_eq!(relation_group("data flow"), Ok(RelationGroup::DataFlow));
        assert_eq!(severity("critical"), Ok(Severity::Critical));
    }
}
