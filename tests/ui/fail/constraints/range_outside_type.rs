use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(range = 0..=300)] port: u8) -> Result<u32, ToolError> {
    Ok(u32::from(port))
}

fn main() {}
