use cloudg_runtime::{ToolContext, ToolError, tool};

#[tool(titel = "Count assets", sensitivity = internl)]
fn count_assets(_ctx: &ToolContext, #[arg(range = 5..=1)] top: u32) -> Result<u32, ToolError> {
    Ok(top)
}

fn main() {}
