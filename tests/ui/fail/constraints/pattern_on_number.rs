use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(pattern = "^[0-9]+$")] top: Option<u32>) -> Result<u32, ToolError> {
    Ok(top.unwrap_or(0))
}

fn main() {}
