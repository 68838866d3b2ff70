#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(meta = {"a": some()})]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
