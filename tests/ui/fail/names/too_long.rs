use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool(name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
fn count_assets(_ctx: &ToolContext) -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
