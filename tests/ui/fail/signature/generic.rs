use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets<T>(_ctx: &ToolContext, top: T) -> Result<u32, ToolError> {
    drop(top);
    Ok(0)
}

fn main() {}
