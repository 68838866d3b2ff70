//! Arguments of the compliance tools.

use cloudg_runtime::{Args, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    analysis::{compliance_gaps::GapQuery, frameworks::FrameworkFilter},
    model::ComplianceStatus,
    text::enum_arg,
    tools::args::{self, DatasetArg},
};

/// Which results to keep.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum StatusArg {
    #[default]
    #[serde(rename = "")]
    Any,
    Pass,
    Fail,
    NotApplicable,
    Manual,
}

impl StatusArg {
    pub(super) fn status(self) -> Option<ComplianceStatus> {
        match self {
            Self::Any => None,
            Self::Pass => Some(ComplianceStatus::Pass),
            Self::Fail => Some(ComplianceStatus::Fail),
            Self::NotApplicable => Some(ComplianceStatus::NotApplicable),
            Self::Manual => Some(ComplianceStatus::Manual),
        }
    }
}

/// Where controls are taken from.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum SourceArg {
    #[default]
    Dataset,
    Ruleset,
}

/// Arguments of `list_controls`.
#[derive(Args)]
pub(super) struct ListControlsArgs {
    /// Framework name or a part of it, in any letter case, such as `cis-aws` or `pci`.
    #[arg(length = 1..)]
    pub framework: String,
    /// Only results with this status; empty for all. Rulesets have no status.
    #[arg(default)]
    pub status: StatusArg,
    /// `dataset` for the results of the loaded scans, `ruleset` for all controls that the framework
    /// defines, which needs no dataset.
    #[arg(default)]
    pub source: SourceArg,
    /// Controls on this page.
    #[arg(default = 50, range = 1..=500)]
    pub limit: u32,
    /// `next_cursor` of the answer before this one, unchanged; empty for the first page.
    #[arg(default)]
    pub cursor: String,
    #[args]
    pub dataset: DatasetArg,
}

impl ListControlsArgs {
    /// What decides the list, as the caller gave it: the preimage of cursors.
    pub(super) fn query(&self) -> Value {
        match self.source {
            SourceArg::Dataset => json!({"f": self.framework, "s": self.status}),
            SourceArg::Ruleset => json!({"f": self.framework, "s": "rs"}),
        }
    }
}

/// Arguments of `compliance_gaps`.
#[derive(Args)]
pub(super) struct GapsArgs {
    /// Framework name or a part of it, in any letter case; empty for all frameworks.
    #[arg(default)]
    pub framework: String,
    /// Count only findings at least this bad: `CRITICAL`, `HIGH`, `MEDIUM`, `LOW`, `INFO`.
    #[arg(default)]
    pub min_severity: String,
    /// Assets on this page.
    #[arg(default = 50, range = 1..=500)]
    pub limit: u32,
    /// `next_cursor` of the answer before this one, unchanged; empty for the first page.
    #[arg(default)]
    pub cursor: String,
    #[args]
    pub dataset: DatasetArg,
}

impl GapsArgs {
    pub(super) fn resolve(&self) -> Result<GapQuery, ToolError> {
        Ok(GapQuery {
            frameworks: FrameworkFilter::new(&self.framework),
            min_severity: args::optional(&self.min_severity, enum_arg::severity)?,
        })
    }

    /// What decides the list, as the caller gave it: the preimage of cursors.
    pub(super) fn query(&self) -> Value {
        json!({"f": self.framework, "m": self.min_severity})
    }
}
