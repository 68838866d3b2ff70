use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(range = 0.0..1.0)] share: f64) -> Result<u32, ToolError> {
    let _ = share;
    Ok(0)
}

fn main() {}
