#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext, scope: &str) -> String {
    String::new()
}

fn main() {}
