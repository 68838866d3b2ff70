#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(transform_hints(skips = ["*"]))]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
