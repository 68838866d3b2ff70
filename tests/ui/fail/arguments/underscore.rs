use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, _top: u32) -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
