#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt(complete(part = enum(Part, Whole)))]
fn review(_ctx: &ToolContext, part: String) -> String {
    String::new()
}

fn main() {}
