use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt(name = "review all")]
fn review(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
