use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, top: impl Into<u32>) -> Result<u32, ToolError> {
    Ok(top.into())
}

fn main() {}
