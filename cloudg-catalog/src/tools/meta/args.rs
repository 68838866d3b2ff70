//! Arguments of the meta tools.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of the vocabulary.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Section {
    #[default]
    All,
    AssetTypes,
    EdgeTypes,
    Severities,
    RelationTypes,
    RelationGroups,
    ComplianceStatuses,
    Providers,
}

impl Section {
    /// Whether `part` is asked for.
    pub(super) fn has(self, part: Self) -> bool {
        self == Self::All || self == part
    }
}
