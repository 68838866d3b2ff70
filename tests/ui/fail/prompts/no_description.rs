use cloudg_runtime::{ToolContext, prompt};

// Not a doc comment.
#[prompt]
fn review(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
