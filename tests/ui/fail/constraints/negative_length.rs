use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(length = -1..=5)] query: String) -> Result<u32, ToolError> {
    drop(query);
    Ok(0)
}

fn main() {}
