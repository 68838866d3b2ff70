#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext, top: Option<u32>) -> String {
    String::new()
}

fn main() {}
