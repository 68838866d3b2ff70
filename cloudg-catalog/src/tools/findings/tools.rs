//! The findings tools, in listing order.

use cloudg_runtime::{State, ToolContext, ToolError, tool};

use super::replies::{SuppressedReply, UnsuppressedReply};
use crate::{analysis::suppression, tools::args::DatasetArg, workspace::Workspace};

/// Accept findings so that they no longer count as open, with the reason on record. Only memory
/// changes: files stay as they are, and reloading brings the findings back. Take a snapshot first
/// to compare with `diff_datasets` later; `unsuppress_findings` undoes it.
#[tool(
    title = "Suppress findings",
    category = "findings",
    sensitivity = confidential,
    capabilities = [read_state, write_state],
    idempotent = true
)]
fn suppress_findings(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Ids of the findings, exactly.
    #[arg(length = 1..=500)]
    finding_ids: Vec<String>,
    /// Why they are accepted.
    #[arg(length = 3..=500)]
    reason: String,
    #[args] which: DatasetArg,
) -> Result<SuppressedReply, ToolError> {
    workspace.mutate(&which.dataset, |dataset| {
        let (next, outcome) = suppression::suppress(dataset, &finding_ids, &reason);
        Ok((next, SuppressedReply::new(dataset.name().to_owned(), outcome)))
    })
}

/// Open suppressed findings again. Only memory changes; the recorded reasons are dropped.
#[tool(
    title = "Unsuppress findings",
    category = "findings",
    sensitivity = confidential,
    capabilities = [read_state, write_state],
    idempotent = true
)]
fn unsuppress_findings(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Ids of the findings, exactly.
    #[arg(length = 1..=500)]
    finding_ids: Vec<String>,
    #[args] which: DatasetArg,
) -> Result<UnsuppressedReply, ToolError> {
    workspace.mutate(&which.dataset, |dataset| {
        let (next, outcome) = suppression::unsuppress(dataset, &finding_ids);
        Ok((next, UnsuppressedReply::new(dataset.name().to_owned(), outcome)))
    })
}
