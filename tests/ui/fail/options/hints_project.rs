#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(transform_hints(project = ["a"]))]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
