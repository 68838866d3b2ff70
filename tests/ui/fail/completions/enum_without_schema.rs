#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

enum Part {
    Body,
}

/// Reviews.
#[prompt(complete(part = enum(Part)))]
fn review(_ctx: &ToolContext, part: String) -> String {
    String::new()
}

fn main() {}
