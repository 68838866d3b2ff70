use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, _other: &ToolContext) -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
