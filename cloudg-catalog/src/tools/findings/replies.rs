//! Answers of the findings tools.

use serde::Serialize;

use crate::analysis::suppression::Outcome;

#[derive(Serialize)]
pub(super) struct SuppressedReply {
    dataset: String,
    suppressed: Vec<String>,
    already_suppressed: Vec<String>,
    not_found: Vec<String>,
}

impl SuppressedReply {
    pub(super) fn new(dataset: String, outcome: Outcome) -> Self {
        let Outcome { changed, unchanged, not_found } = outcome;
        Self { dataset, suppressed: changed, already_suppressed: unchanged, not_found }
    }
}

#[derive(Serialize)]
pub(super) struct UnsuppressedReply {
    dataset: String,
    unsuppressed: Vec<String>,
    not_suppressed: Vec<String>,
    not_found: Vec<String>,
}

impl UnsuppressedReply {
    pub(super) fn new(dataset: String, outcome: Outcome) -> Self {
        let Outcome { changed, unchanged, not_found } = outcome;
        Self { dataset, unsuppressed: changed, not_suppressed: unchanged, not_found }
    }
}
