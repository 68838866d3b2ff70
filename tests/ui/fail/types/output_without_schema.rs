use cloudg_runtime::{ToolContext, ToolError, tool};

struct Count;

/// Counts assets.
#[tool(output = Count)]
fn count_assets(_ctx: &ToolContext) -> Result<u32, ToolError> {
    let _ = Count;
    Ok(0)
}

fn main() {}
