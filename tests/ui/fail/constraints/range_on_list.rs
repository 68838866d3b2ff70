use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(range = 1..=5)] ids: Vec<String>) -> Result<u32, ToolError> {
    drop(ids);
    Ok(0)
}

fn main() {}
