use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, context: u32) -> Result<u32, ToolError> {
    Ok(context)
}

fn main() {}
