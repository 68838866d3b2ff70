use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext) -> u32 {
    0
}

fn main() {}
