use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt(timeout = 5)]
fn review(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
