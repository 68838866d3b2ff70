#![allow(unused)]

use cloudg_runtime::{Labelled, ToolContext, tool};

#[derive(Labelled)]
struct Page<T> {
    items: Vec<T>,
}

/// Answers.
#[tool(labels = Page<String>)]
fn answer(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
