use cloudg_runtime::{State, ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(default)] _state: State<u32>) -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
