#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

struct Reply;

/// Answers.
#[tool(labels = Reply)]
fn answer(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
