use cloudg_runtime::{ToolContext, prompt};

fn references(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    Vec::new()
}

/// Reviews.
#[prompt(complete(reference = references))]
fn review(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
