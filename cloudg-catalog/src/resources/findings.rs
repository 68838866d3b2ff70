//! Findings.

use cloudg_runtime::{Labelled, State, ToolContext, ToolError, resource};
use serde::Serialize;
use serde_json::json;

use super::{absent, active, completers};
use crate::{
    analysis::finding_search,
    dataset::{self, Dataset},
    model::Severity,
    text::enum_arg,
    tools::{briefs::FindingBrief, dataset_views::Counts, errors::find_finding},
    workspace::Workspace,
};

/// Findings of one severity that are listed.
const MAX_FINDINGS: usize = 200;

/// Findings in numbers.
#[derive(Serialize, Labelled)]
struct SummaryReply {
    #[label(detect)]
    dataset: String,
    open_findings: usize,
    suppressed: usize,
    #[label(keys(public))]
    severity_breakdown: Counts,
    #[label(keys(public))]
    by_tool: Counts,
}

/// How many findings are open, by severity and by scanner.
#[resource(
    "cloudg://findings/summary",
    title = "Findings summary",
    category = "findings",
    sensitivity = internal,
)]
fn findings_summary_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
) -> Result<SummaryReply, ToolError> {
    let dataset = active(&workspace)?;
    let (summary, findings) = (dataset.summary(), dataset.findings());
    let open = (0..findings.len()).filter(|&finding| dataset.finding_set().is_open(finding));
    let by_tool = dataset::count_by(open.map(|finding| findings.source_tool_symbol(finding)));
    let tool = |(symbol, count)| (findings.symbols().get(symbol), count);
    Ok(SummaryReply {
        dataset: dataset.name().to_owned(),
        open_findings: summary.open_findings,
        suppressed: summary.suppressed_findings,
        severity_breakdown: Counts::of(&summary.severity_breakdown, Severity::as_str),
        by_tool: by_tool.into_iter().map(tool).collect(),
    })
}

/// A finding with its texts.
#[derive(Serialize, Labelled)]
pub(crate) struct FindingReply {
    #[serde(flatten)]
    brief: FindingBrief,
    #[label(free_text)]
    description: String,
    #[label(free_text)]
    evidence: Option<String>,
    #[label(free_text)]
    remediation: Option<String>,
}

impl FindingReply {
    /// What there is to say of a finding.
    pub(crate) fn new(dataset: &Dataset, finding: usize) -> Self {
        let findings = dataset.findings();
        Self {
            brief: FindingBrief::new(dataset, finding),
            description: findings.description(finding).to_owned(),
            evidence: findings.evidence(finding).map(str::to_owned),
            remediation: findings.remediation(finding).map(str::to_owned),
        }
    }
}

/// One finding: what was seen, the evidence and how to mend it.
#[resource(
    "cloudg://findings/{finding_id}",
    title = "Finding",
    category = "findings",
    sensitivity = confidential,
    complete(finding_id = completers::findings),
)]
fn finding_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    finding_id: String,
) -> Result<FindingReply, ToolError> {
    let dataset = active(&workspace)?;
    let finding = find_finding(&dataset, &finding_id).map_err(absent)?;
    Ok(FindingReply::new(&dataset, finding))
}

/// The findings of one severity.
#[derive(Serialize, Labelled)]
struct SeverityReply {
    #[label(detect)]
    dataset: String,
    severity: &'static str,
    total: usize,
    truncated: bool,
    findings: Vec<FindingBrief>,
}

/// The open findings of one severity, riskiest first, at most 200.
#[resource(
    "cloudg://findings/severity/{severity}",
    title = "Findings by severity",
    category = "findings",
    sensitivity = confidential,
    complete(severity = completers::severities),
)]
fn findings_by_severity_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    severity: String,
) -> Result<SeverityReply, ToolError> {
    let dataset = active(&workspace)?;
    let severity = enum_arg::severity(&severity).map_err(|error| {
        ToolError::not_found(error.message()).with_data(json!({"value": error.value}))
    })?;
    let found = finding_search::of_severity(&dataset, severity);
    let shown = found.iter().take(MAX_FINDINGS);
    Ok(SeverityReply {
        dataset: dataset.name().to_owned(),
        severity: severity.as_str(),
        total: found.len(),
        truncated: found.len() > MAX_FINDINGS,
        findings: shown.map(|&finding| FindingBrief::new(&dataset, finding)).collect(),
    })
}
