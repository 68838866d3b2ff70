use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(range = 500..=1)] top: u32) -> Result<u32, ToolError> {
    Ok(top)
}

fn main() {}
