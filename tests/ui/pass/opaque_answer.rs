use cloudg_runtime::{ToolContext, ToolError, tool};

/// Answers with a type that has no name.
#[tool]
fn count_assets(_ctx: &ToolContext) -> impl serde::Serialize + use<> {
    0
}

/// As above, or fails.
#[tool]
fn count_findings(_ctx: &ToolContext) -> Result<impl serde::Serialize + use<>, ToolError> {
    Ok(0)
}

fn main() {}
