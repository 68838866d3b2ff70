#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(transform_hints)]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
