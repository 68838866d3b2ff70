use cloudg_runtime::{ToolContext, ToolError, tool};

/// The names of the expansion's own variables are free.
#[tool]
fn arguments(_ctx: &ToolContext, schema: u32, answer: u32) -> Result<u32, ToolError> {
    Ok(schema + answer)
}

/// As above.
#[tool]
async fn context(_ctx: &ToolContext) -> Result<u32, ToolError> {
    Ok(0)
}

fn main() {}
