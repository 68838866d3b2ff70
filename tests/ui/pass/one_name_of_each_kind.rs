use cloudg_runtime::{ToolContext, prompt, resource, tool};

/// A tool.
#[tool(name = "asset")]
fn tool_asset(_ctx: &ToolContext) -> u32 {
    0
}

/// A prompt.
#[prompt(name = "asset")]
fn prompt_asset(_ctx: &ToolContext) -> String {
    String::new()
}

/// A resource.
#[resource("x://assets/%7Ba%7D", name = "asset")]
fn resource_asset(_ctx: &ToolContext) -> String {
    String::new()
}

/// A template.
#[resource("x://assets/{a}", name = "asset")]
fn template_asset(_ctx: &ToolContext, a: String) -> String {
    a
}

fn main() {}
