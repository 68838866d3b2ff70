//! How the active dataset stands against compliance frameworks.

use cloudg_runtime::{Labelled, State, ToolContext, ToolError, resource};
use serde::Serialize;
use serde_json::json;

use super::{active, completers};
use crate::{
    analysis::{
        compliance_summary,
        framework_detail::{self, FailingControl},
        frameworks::FrameworkFilter,
    },
    dataset::Dataset,
    model::Severity,
    tools::compliance::replies::SummaryEntry,
    workspace::Workspace,
};

/// Failing controls that are listed.
const MAX_CONTROLS: usize = 300;

/// Every framework in numbers.
#[derive(Serialize, Labelled)]
struct PostureReply {
    #[label(detect)]
    dataset: String,
    frameworks: Vec<SummaryEntry>,
}

/// Every framework the active dataset touches, in numbers.
#[resource(
    "cloudg://compliance",
    title = "Compliance posture",
    category = "compliance",
    sensitivity = internal,
)]
fn compliance_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
) -> Result<PostureReply, ToolError> {
    let dataset = active(&workspace)?;
    let frameworks = summaries(&dataset, usize::MAX);
    Ok(PostureReply { dataset: dataset.name().to_owned(), frameworks })
}

/// The first frameworks in numbers, most open findings first.
pub(crate) fn summaries(dataset: &Dataset, most: usize) -> Vec<SummaryEntry> {
    let rows = compliance_summary::summarise(dataset, &FrameworkFilter::new(""));
    rows.iter().take(most).map(SummaryEntry::from).collect()
}

/// A framework with the controls that fail.
#[derive(Serialize, Labelled)]
pub(crate) struct FrameworkReply {
    #[label(detect)]
    dataset: String,
    posture: Vec<SummaryEntry>,
    failing_controls: Vec<ControlEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_failing_controls: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
}

/// A control that fails.
#[derive(Serialize, Labelled)]
struct ControlEntry {
    #[label(detect)]
    framework: String,
    #[label(detect)]
    control_id: String,
    #[label(detect)]
    control_title: Option<String>,
    open_findings: usize,
    max_severity: Option<&'static str>,
}

impl ControlEntry {
    fn new(dataset: &Dataset, control: &FailingControl) -> Self {
        let record = &dataset.finding_set().compliance[control.result];
        Self {
            framework: record.framework.clone(),
            control_id: record.control_id.clone(),
            control_title: record.control_title.clone(),
            open_findings: control.open_findings,
            max_severity: control.worst.map(Severity::as_str),
        }
    }
}

impl FrameworkReply {
    /// The frameworks that a name means; `None` where the dataset knows none.
    pub(crate) fn new(dataset: &Dataset, name: &str) -> Option<Self> {
        let rows = framework_detail::posture(dataset, name);
        if rows.is_empty() {
            return None;
        }
        let failing = framework_detail::failing_controls(dataset, &rows);
        let is_cut = failing.len() > MAX_CONTROLS;
        let shown = failing.iter().take(MAX_CONTROLS);
        Some(Self {
            dataset: dataset.name().to_owned(),
            posture: rows.iter().map(SummaryEntry::from).collect(),
            failing_controls: shown.map(|control| ControlEntry::new(dataset, control)).collect(),
            total_failing_controls: is_cut.then_some(failing.len()),
            truncated: is_cut.then_some(true),
        })
    }
}

/// One framework in numbers with its failing controls, worst first.
#[resource(
    "cloudg://compliance/{framework}",
    title = "Framework posture",
    category = "compliance",
    sensitivity = internal,
    complete(framework = completers::frameworks),
)]
fn framework_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    framework: String,
) -> Result<FrameworkReply, ToolError> {
    let dataset = active(&workspace)?;
    FrameworkReply::new(&dataset, &framework).ok_or_else(|| {
        let message = "The dataset has no results for this framework and no findings tagged with \
                       it. Read cloudg://compliance for those it has.";
        ToolError::not_found(message).with_data(json!({"value": framework}))
    })
}
