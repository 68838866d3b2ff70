use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(range = 0..=1)] exposed: bool) -> Result<u32, ToolError> {
    Ok(u32::from(exposed))
}

fn main() {}
