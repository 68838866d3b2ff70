use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, query: &str) -> Result<u32, ToolError> {
    Ok(u32::from(query.is_empty()))
}

fn main() {}
