//! Answers of the workspace tools.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    dataset::{LeftOut, Omission},
    tools::dataset_views::{ListingEntry, SummaryReply},
};

/// What is loaded and where files may be read and written.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = cloudg_runtime::open_object)]
pub(super) struct StatusReply {
    pub active_dataset: Option<String>,
    pub datasets: Vec<ListingEntry>,
    pub allowed_roots: Vec<String>,
    pub output_dir: String,
    pub providers_configured: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct DatasetsReply {
    pub active_dataset: Option<String>,
    pub datasets: Vec<ActiveEntry>,
    pub total: usize,
}

#[derive(Serialize)]
pub(super) struct ActiveEntry {
    #[serde(flatten)]
    pub entry: ListingEntry,
    pub active: bool,
}

#[derive(Serialize)]
pub(super) struct LoadedReply {
    pub loaded: String,
    pub active: bool,
    #[serde(flatten)]
    pub summary: SummaryReply,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<SkippedReply>,
}

/// What scanner output was not used, and why.
#[derive(Serialize)]
pub(super) struct SkippedReply {
    count: usize,
    items: Vec<SkippedEntry>,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

#[derive(Serialize)]
struct SkippedEntry {
    file: String,
    place: String,
    reason: String,
}

impl SkippedReply {
    /// `None` when everything was used.
    pub(super) fn new(left_out: &LeftOut) -> Option<Self> {
        let entry = |omission: &Omission| SkippedEntry {
            file: omission.file.clone(),
            place: omission.place.clone(),
            reason: omission.reason.clone(),
        };
        (left_out.count > 0 || left_out.is_partial).then(|| Self {
            count: left_out.count,
            items: left_out.first.iter().map(entry).collect(),
            truncated: left_out.count > left_out.first.len(),
            note: left_out.is_partial.then_some(
                "The directory was searched only in part: six levels, 10000 entries, and what \
                 can be read. Load its subdirectories one by one.",
            ),
        })
    }
}

#[derive(Serialize)]
pub(super) struct SelectedReply {
    pub active_dataset: String,
    #[serde(flatten)]
    pub entry: ListingEntry,
}

#[derive(Serialize)]
pub(super) struct UnloadedReply {
    pub unloaded: String,
    pub active_dataset: Option<String>,
    pub remaining: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct SnapshotReply {
    pub snapshot: String,
    #[serde(flatten)]
    pub entry: ListingEntry,
}
