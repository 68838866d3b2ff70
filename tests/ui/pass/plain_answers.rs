use cloudg_runtime::{ToolContext, ToolError, tool};

/// Answers with text.
#[tool]
fn text(_ctx: &ToolContext) -> String {
    String::new()
}

/// Answers with a map.
#[tool]
async fn map(_ctx: &ToolContext) -> std::collections::BTreeMap<String, u32> {
    std::collections::BTreeMap::new()
}

type Answer = Result<Vec<u8>, ToolError>;

/// Answers through an alias.
#[tool]
fn alias(_ctx: ToolContext) -> Answer {
    Ok(Vec::new())
}

/// Answers nothing.
#[tool]
fn nothing(_ctx: &ToolContext) {}

fn main() {}
