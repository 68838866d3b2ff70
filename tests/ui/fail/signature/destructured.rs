use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, (a, b): (u32, u32)) -> Result<u32, ToolError> {
    Ok(a + b)
}

fn main() {}
