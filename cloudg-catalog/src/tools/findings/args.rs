//! Arguments of the findings tools.

use std::{collections::BTreeMap, fmt};

use cloudg_runtime::{Args, ToolError};
use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor},
};
use serde_json::{Value, json};

use crate::{
    analysis::{finding_search::FindingFilter, findings_summary::FindingDimension},
    dataset::{Dataset, FindingKey},
    load::scanner::Scanner,
    text::{
        enum_arg,
        projection::{FINDING_FIELDS, Projection},
    },
    tools::{
        args::{self, DatasetArg, PagingArgs},
        errors::find_asset,
    },
    workspace::{LoadOptions, ReportPath},
};

/// Order of listed findings.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SortBy {
    #[default]
    Risk,
    Severity,
    DetectedAt,
    Title,
    SourceTool,
}

impl SortBy {
    pub(super) fn key(self) -> FindingKey {
        match self {
            Self::Risk => FindingKey::Risk,
            Self::Severity => FindingKey::Severity,
            Self::DetectedAt => FindingKey::DetectedAt,
            Self::Title => FindingKey::Title,
            Self::SourceTool => FindingKey::SourceTool,
        }
    }
}

/// Arguments of `list_findings`.
#[derive(Args)]
pub(super) struct ListFindingsArgs {
    /// Severities to keep: any of `CRITICAL`, `HIGH`, `MEDIUM`, `LOW`, `INFO`.
    pub severities: Option<Vec<String>>,
    /// Keep findings at least this bad.
    #[arg(default)]
    pub min_severity: String,
    /// Part of the scanner's name, such as `prowler`, in any letter case.
    #[arg(default)]
    pub source_tool: String,
    /// Part of the name of a compliance framework that the finding is tagged with, such as `CIS`,
    /// in any letter case.
    #[arg(default)]
    pub framework: String,
    /// Only findings about this asset: its id, ARN or cloud resource id, the last part of one, or
    /// a name that no other asset has.
    #[arg(default)]
    pub resource: String,
    /// Text that title or description contains, in any letter case.
    #[arg(default)]
    pub query: String,
    /// List suppressed findings as well.
    #[arg(default)]
    pub include_suppressed: bool,
    /// Order: `risk` or `severity`, worst first; `detected_at`, latest first; `title`;
    /// `source_tool`.
    #[arg(default)]
    pub sort_by: SortBy,
    /// Keys to keep in each item, to save space; `id` always stays.
    pub fields: Option<Vec<String>>,
    #[args]
    pub paging: PagingArgs,
    #[args]
    pub dataset: DatasetArg,
}

impl ListFindingsArgs {
    /// What decides the list, as the caller gave it: the preimage of cursors.
    pub(super) fn query(&self) -> Value {
        json!({
            "f": {
                "severities": self.severities,
                "min_severity": self.min_severity,
                "source_tool": self.source_tool,
                "framework": self.framework,
                "resource": self.resource,
                "query": self.query,
                "include_suppressed": self.include_suppressed,
            },
            "o": self.sort_by,
        })
    }

    pub(super) fn projection(&self) -> Result<Projection, ToolError> {
        Ok(Projection::new(self.fields.as_deref(), &FINDING_FIELDS)?)
    }

    pub(super) fn resolve(&self, dataset: &Dataset) -> Result<FindingFilter, ToolError> {
        let asset = Some(self.resource.as_str()).filter(|reference| !reference.is_empty());
        Ok(FindingFilter {
            severities: args::list(self.severities.as_deref(), enum_arg::severity)?,
            min_severity: args::optional(&self.min_severity, enum_arg::severity)?,
            source_tool: self.source_tool.clone(),
            framework: self.framework.clone(),
            asset: asset.map(|reference| find_asset(dataset, reference)).transpose()?,
            query: self.query.clone(),
            include_suppressed: self.include_suppressed,
        })
    }
}

/// What findings are counted by.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum GroupBy {
    #[default]
    Severity,
    SourceTool,
    Framework,
    AssetType,
    Account,
    Asset,
}

impl GroupBy {
    pub(super) fn dimension(self) -> FindingDimension {
        match self {
            Self::Severity => FindingDimension::Severity,
            Self::SourceTool => FindingDimension::SourceTool,
            Self::Framework => FindingDimension::Framework,
            Self::AssetType => FindingDimension::AssetType,
            Self::Account => FindingDimension::Account,
            Self::Asset => FindingDimension::Asset,
        }
    }
}

/// Arguments of `ingest_reports`.
#[derive(Args)]
pub(super) struct IngestReportsArgs {
    /// Scanner to the paths of its reports, files or directories: `{"prowler": ["scan.json"]}`.
    /// Scanners are `prowler`, `scoutsuite`, `checkov` and `trivy`; a relative path starts at the
    /// first allowed root.
    pub reports: ReportsArg,
    /// Dataset that the findings join, empty for the active one; with `new_dataset` its name, empty
    /// for a free one.
    #[arg(default)]
    pub dataset: String,
    /// Start a dataset with nothing but these findings.
    #[arg(default)]
    pub new_dataset: bool,
    /// Merge duplicates, raise severities to CVSS scores, and map findings to controls.
    #[arg(default = true)]
    pub normalise: bool,
    /// Make a new dataset the active one.
    #[arg(default = true)]
    pub activate: bool,
    /// Let a new dataset overwrite the one that has its name.
    #[arg(default)]
    pub replace: bool,
}

/// Scanner to paths, in the order given.
#[derive(JsonSchema)]
#[schemars(transparent)]
pub(super) struct ReportsArg(
    #[schemars(with = "BTreeMap<String, Vec<String>>")] pub Vec<(String, Vec<String>)>,
);

impl<'de> Deserialize<'de> for ReportsArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReportsVisitor)
    }
}

struct ReportsVisitor;

impl<'de> Visitor<'de> for ReportsVisitor {
    type Value = ReportsArg;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object of lists of paths")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<ReportsArg, A::Error> {
        let mut reports = Vec::new();
        while let Some(member) = members.next_entry()? {
            reports.push(member);
        }
        Ok(ReportsArg(reports))
    }
}

impl IngestReportsArgs {
    /// The reports one by one, each with the scanner as the caller names it.
    pub(super) fn paths(&self) -> Result<Vec<(&str, ReportPath<'_>)>, ToolError> {
        let names = self.reports.0.iter().map(|(name, _)| name.as_str());
        let unknown: Vec<&str> = names.filter(|name| Scanner::from_name(name).is_none()).collect();
        if !unknown.is_empty() {
            return Err(unknown_scanners(&unknown));
        }
        let known = self.reports.0.iter().filter_map(|(name, paths)| {
            let scanner = Scanner::from_name(name)?;
            Some(paths.iter().map(move |path| (name.as_str(), ReportPath { scanner, path })))
        });
        Ok(known.flatten().collect())
    }

    pub(super) fn options(&self) -> LoadOptions {
        LoadOptions {
            name: self.dataset.clone(),
            kind: None,
            activate: self.activate,
            replace: self.replace,
        }
    }
}

/// The text names the bad ones, as it would misspelt fields: they are keys of the argument.
fn unknown_scanners(unknown: &[&str]) -> ToolError {
    let valid = Scanner::ALL.map(Scanner::as_str).join(", ");
    ToolError::invalid(format!("Unknown scanner(s) {}. Supported: {valid}", unknown.join(", ")))
}
