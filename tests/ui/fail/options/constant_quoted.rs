use cloudg_runtime::{ToolContext, tool};

/// Does nothing.
#[tool(constant = "NOTHING")]
fn nothing(_ctx: &ToolContext) {}

fn main() {}
