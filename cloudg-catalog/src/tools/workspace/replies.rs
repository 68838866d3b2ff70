//! Answers of the workspace tools.

use std::path::Path;

use cloudg_runtime::Labelled;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    tools::dataset_views::{ListingEntry, SkippedReply, SummaryReply},
    workspace::Workspace,
};

/// What is loaded and where files may be read and written.
#[derive(Serialize, JsonSchema, Labelled)]
#[schemars(transform = cloudg_runtime::open_object)]
pub(crate) struct StatusReply {
    #[label(detect)]
    pub active_dataset: Option<String>,
    pub datasets: Vec<ListingEntry>,
    #[label(detect)]
    pub allowed_roots: Vec<String>,
    #[label(detect)]
    pub output_dir: String,
    #[label(public)]
    pub providers_configured: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[label(detect)]
    pub next_steps: Vec<String>,
}

impl StatusReply {
    /// The state of a workspace, without advice.
    pub(crate) fn new(workspace: &Workspace) -> Self {
        let (datasets, active_dataset) = workspace.list();
        let display = |path: &Path| path.display().to_string();
        Self {
            active_dataset,
            datasets: datasets.iter().map(|dataset| ListingEntry::new(dataset)).collect(),
            allowed_roots: workspace.roots().all().iter().map(|root| display(root)).collect(),
            output_dir: display(workspace.roots().output()),
            providers_configured: vec!["aws".to_owned()],
            next_steps: Vec::new(),
        }
    }
}

#[derive(Serialize, Labelled)]
pub(super) struct DatasetsReply {
    #[label(detect)]
    pub active_dataset: Option<String>,
    pub datasets: Vec<ActiveEntry>,
    pub total: usize,
}

#[derive(Serialize, Labelled)]
pub(super) struct ActiveEntry {
    #[serde(flatten)]
    pub entry: ListingEntry,
    pub active: bool,
}

#[derive(Serialize, Labelled)]
pub(super) struct LoadedReply {
    #[label(detect)]
    pub loaded: String,
    pub active: bool,
    #[serde(flatten)]
    pub summary: SummaryReply,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<SkippedReply>,
}

#[derive(Serialize, Labelled)]
pub(super) struct SelectedReply {
    #[label(detect)]
    pub active_dataset: String,
    #[serde(flatten)]
    pub entry: ListingEntry,
}

#[derive(Serialize, Labelled)]
pub(super) struct UnloadedReply {
    #[label(detect)]
    pub unloaded: String,
    #[label(detect)]
    pub active_dataset: Option<String>,
    #[label(detect)]
    pub remaining: Vec<String>,
}

#[derive(Serialize, Labelled)]
pub(super) struct SnapshotReply {
    #[label(detect)]
    pub snapshot: String,
    #[serde(flatten)]
    pub entry: ListingEntry,
}
