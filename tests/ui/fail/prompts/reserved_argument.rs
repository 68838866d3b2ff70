#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext, context: String) -> String {
    String::new()
}

fn main() {}
