use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool(name = "count")]
fn count_assets(_ctx: &ToolContext) -> Result<u32, ToolError> {
    Ok(0)
}

/// Counts findings.
#[tool(name = "count")]
fn count_findings(_ctx: &ToolContext) -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
