//! Answers of the compliance tools.

use cloudg_runtime::{Labelled, number, open_object};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    analysis::{
        compliance_gaps::{GapRow, Holder},
        compliance_summary::FrameworkRow,
        control_list::ControlRow,
        control_status::Verdict,
    },
    compliance::{Control, Framework},
    dataset::Dataset,
    model::{ComplianceRecord, Severity},
    text::uri,
    tools::{
        briefs::{AssetBrief, FindingBrief},
        dataset_views::Counts,
        paging::Page,
    },
};

/// Most failing controls that a gap names.
const MAX_CONTROLS: usize = 20;

#[derive(Serialize)]
pub(super) struct FrameworksReply {
    pub total: usize,
    pub items: Vec<FrameworkEntry>,
}

/// A framework as the rulesets define it.
#[derive(Serialize)]
pub(super) struct FrameworkEntry {
    framework: String,
    versions: Vec<String>,
    providers: Vec<String>,
    controls: usize,
    files: Vec<String>,
}

impl From<&Framework> for FrameworkEntry {
    fn from(framework: &Framework) -> Self {
        Self {
            framework: framework.name.to_string(),
            versions: framework.versions.clone(),
            providers: framework.providers.clone(),
            controls: framework.controls.len(),
            files: framework.files.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Frameworks in numbers.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(super) struct ComplianceSummaryReply {
    pub dataset: String,
    pub frameworks: Vec<SummaryEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

#[derive(Serialize, JsonSchema, Labelled)]
pub(crate) struct SummaryEntry {
    #[label(detect)]
    pub framework: String,
    controls_evaluated: usize,
    controls_failing: usize,
    controls_passing: usize,
    controls_other: usize,
    #[schemars(with = "Option<f64>")]
    #[label(public)]
    pass_rate: Value,
    open_findings: usize,
    #[label(keys(public))]
    severity_breakdown: Counts,
    affected_assets: usize,
    #[label(detect)]
    pub uri: String,
}

impl From<&FrameworkRow<'_>> for SummaryEntry {
    fn from(row: &FrameworkRow<'_>) -> Self {
        Self {
            framework: row.framework.to_owned(),
            controls_evaluated: row.evaluated,
            controls_failing: row.failing,
            controls_passing: row.passing,
            controls_other: row.evaluated - row.failing - row.passing,
            pass_rate: row.pass_rate().map_or(Value::Null, number::float_value),
            open_findings: row.open_findings,
            severity_breakdown: Counts::of(&row.severities, Severity::as_str),
            affected_assets: row.affected_assets,
            uri: uri::compliance_uri(row.framework),
        }
    }
}

/// Results of the dataset, or controls of the rulesets.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ControlsReply {
    Dataset {
        dataset: String,
        source: &'static str,
        #[serde(flatten)]
        page: Page,
        items: Vec<ControlEntry>,
    },
    Ruleset {
        source: &'static str,
        frameworks: Vec<String>,
        #[serde(flatten)]
        page: Page,
        items: Vec<DefinitionEntry>,
    },
}

#[derive(Serialize)]
pub(super) struct ControlEntry {
    framework: String,
    control_id: String,
    control_title: Option<String>,
    status: &'static str,
    findings: usize,
    open_findings: usize,
    max_severity: Option<&'static str>,
}

impl From<&ControlRow<'_>> for ControlEntry {
    fn from(row: &ControlRow<'_>) -> Self {
        Self {
            framework: row.result.framework.clone(),
            control_id: row.result.control_id.clone(),
            control_title: row.result.control_title.clone(),
            status: row.result.status.as_str(),
            findings: row.result.finding_ids.len(),
            open_findings: row.open_findings,
            max_severity: row.worst.map(Severity::as_str),
        }
    }
}

/// A control as a ruleset defines it.
#[derive(Serialize)]
pub(super) struct DefinitionEntry {
    framework: String,
    control_id: String,
    title: String,
    severity: Option<String>,
    checks: usize,
}

impl DefinitionEntry {
    pub(super) fn new(framework: &Framework, control: &Control) -> Self {
        Self {
            framework: framework.name.to_string(),
            control_id: control.id.to_string(),
            title: control.title.to_string(),
            severity: control.severity.as_ref().map(ToString::to_string),
            checks: control.checks,
        }
    }
}

#[derive(Serialize)]
pub(super) struct ControlStatusReply {
    pub dataset: String,
    pub framework: String,
    pub control_id: String,
    pub definition: Option<DefinitionEntry>,
    pub status: &'static str,
    pub results: Vec<ResultEntry>,
    pub open_findings: usize,
    pub findings: Vec<FindingBrief>,
    pub affected_assets: Vec<AssetBrief>,
    pub truncated: bool,
}

/// A verdict in the words of the answer.
pub(super) fn status(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NotEvaluated => "NOT_EVALUATED",
        Verdict::Suppressed => "PASS (all findings suppressed)",
        Verdict::Status(status) => status.as_str(),
    }
}

#[derive(Serialize)]
pub(super) struct ResultEntry {
    framework: String,
    control_id: String,
    control_title: Option<String>,
    status: &'static str,
}

impl From<&ComplianceRecord> for ResultEntry {
    fn from(record: &ComplianceRecord) -> Self {
        Self {
            framework: record.framework.clone(),
            control_id: record.control_id.clone(),
            control_title: record.control_title.clone(),
            status: record.status.as_str(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct GapsReply {
    pub dataset: String,
    pub framework: Option<String>,
    #[serde(flatten)]
    pub page: Page,
    pub items: Vec<GapEntry>,
}

#[derive(Serialize)]
pub(super) struct GapEntry {
    #[serde(flatten)]
    holder: Map<String, Value>,
    frameworks: Vec<String>,
    failing_controls: Vec<String>,
    gap_findings: usize,
    gap_max_severity: &'static str,
}

impl GapEntry {
    pub(super) fn new(dataset: &Dataset, row: GapRow<'_>) -> Self {
        let holder = match row.holder {
            Holder::Asset(asset) => AssetBrief::new(dataset, asset).into(),
            Holder::Unmapped(resource) => Map::from_iter([
                ("id".to_owned(), format!("unmapped:{resource}").into()),
                ("name".to_owned(), resource.into()),
                ("unmapped".to_owned(), true.into()),
            ]),
        };
        Self {
            holder,
            frameworks: row.frameworks.into_iter().map(str::to_owned).collect(),
            failing_controls: row.failing_controls.into_iter().take(MAX_CONTROLS).collect(),
            gap_findings: row.findings,
            gap_max_severity: row.worst.as_str(),
        }
    }
}
