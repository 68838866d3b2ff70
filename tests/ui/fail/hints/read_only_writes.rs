use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool(capabilities = [write_state], read_only = true)]
fn count_assets(_ctx: &ToolContext) -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
