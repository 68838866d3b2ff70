use cloudg_runtime::{ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets() -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
