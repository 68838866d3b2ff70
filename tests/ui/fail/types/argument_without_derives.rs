use cloudg_runtime::{ToolContext, ToolError, tool};

struct Window {
    start: String,
}

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, window: Window) -> Result<u32, ToolError> {
    drop(window.start);
    Ok(0)
}

fn main() {}
