//! What is loaded.

use cloudg_runtime::{Labelled, State, ToolContext, ToolError, resource};
use serde::Serialize;

use super::{absent, completers};
use crate::{
    tools::{
        dataset_views::{ListingEntry, SummaryReply},
        workspace::replies::StatusReply,
    },
    workspace::Workspace,
};

/// The datasets in memory.
#[derive(Serialize, Labelled)]
struct DatasetsReply {
    #[label(detect)]
    active_dataset: Option<String>,
    datasets: Vec<ListingEntry>,
}

/// The loaded datasets, the active one, and where files may be read and written.
#[resource(
    "cloudg://workspace",
    title = "Workspace",
    category = "workspace",
    sensitivity = internal,
)]
fn workspace_resource(_ctx: &ToolContext, workspace: State<Workspace>) -> StatusReply {
    StatusReply::new(&workspace)
}

/// The loaded datasets in the order they were added.
#[resource("cloudg://datasets", title = "Datasets", category = "workspace", sensitivity = internal)]
fn datasets_resource(_ctx: &ToolContext, workspace: State<Workspace>) -> DatasetsReply {
    let (datasets, active_dataset) = workspace.list();
    let datasets = datasets.iter().map(|dataset| ListingEntry::new(dataset)).collect();
    DatasetsReply { active_dataset, datasets }
}

/// Headline numbers of one dataset by name.
#[resource(
    "cloudg://datasets/{dataset}/summary",
    title = "Dataset summary",
    category = "workspace",
    sensitivity = internal,
    complete(dataset = completers::datasets),
)]
fn dataset_summary_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    dataset: String,
) -> Result<SummaryReply, ToolError> {
    let dataset = workspace.dataset(&dataset).map_err(absent)?;
    Ok(SummaryReply::new(&dataset))
}
