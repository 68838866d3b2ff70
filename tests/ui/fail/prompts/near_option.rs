use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt(tilte = "Review")]
fn review(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
