#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all)]
//! The expansion is as clean as the code around it.

use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
pub fn count_assets(_ctx: &ToolContext, top: u32) -> Result<u32, ToolError> {
    Ok(top)
}

fn main() {}
