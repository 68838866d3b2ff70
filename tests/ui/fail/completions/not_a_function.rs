#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

const PARTS: [&str; 1] = ["body"];

/// Reviews.
#[prompt(complete(part = PARTS))]
fn review(_ctx: &ToolContext, part: String) -> String {
    String::new()
}

fn main() {}
