use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext, _scope: String) -> String {
    String::new()
}

fn main() {}
