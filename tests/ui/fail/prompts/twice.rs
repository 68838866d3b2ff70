use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt(name = "review")]
fn review_all(_ctx: &ToolContext) -> String {
    String::new()
}

/// Reviews again.
#[prompt(name = "review")]
fn review_again(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
