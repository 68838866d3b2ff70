use cloudg_runtime::{ToolContext, ToolError, tool};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Window {
    start: u32,
}

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[arg(default = Window { start: 1 })] window: Window) -> Result<u32, ToolError> {
    Ok(window.start)
}

fn main() {}
