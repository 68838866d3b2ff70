use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn r#type(_ctx: &ToolContext, r#match: u32, #[arg(name = "in")] mut place: u32) -> Result<u32, ToolError> {
    place += r#match;
    Ok(place)
}

fn main() {}
