use cloudg_runtime::{ToolContext, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext) -> Result<u32, std::fmt::Error> {
    Ok(0)
}

fn main() {}
