use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, top: u32, #[arg(name = "top")] most: u32) -> Result<u32, ToolError> {
    Ok(top + most)
}

fn main() {}
