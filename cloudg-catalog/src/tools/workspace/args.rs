//! Arguments of the workspace tools.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::load::detect::Kind;

/// What a file holds.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum KindArg {
    #[default]
    Auto,
    Inventory,
    Report,
    Generic,
    Prowler,
    ScoutSuite,
    Checkov,
    Trivy,
}

impl KindArg {
    /// The kind, unless it is to be detected.
    pub(super) fn explicit(self) -> Option<Kind> {
        match self {
            Self::Auto => None,
            Self::Inventory => Some(Kind::Inventory),
            Self::Report => Some(Kind::Report),
            Self::Generic => Some(Kind::Generic),
            Self::Prowler => Some(Kind::Prowler),
            Self::ScoutSuite => Some(Kind::ScoutSuite),
            Self::Checkov => Some(Kind::Checkov),
            Self::Trivy => Some(Kind::Trivy),
        }
    }
}
