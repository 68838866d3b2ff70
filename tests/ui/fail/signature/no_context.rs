use cloudg_runtime::{ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(top: u32) -> Result<u32, ToolError> {
    Ok(top)
}

fn main() {}
