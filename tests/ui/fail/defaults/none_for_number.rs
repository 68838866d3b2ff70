use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(default = None)] top: u32) -> Result<u32, ToolError> {
    Ok(top)
}

fn main() {}
