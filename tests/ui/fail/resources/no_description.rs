use cloudg_runtime::{ToolContext, resource};

// Not a doc comment.
#[resource("x://assets")]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
