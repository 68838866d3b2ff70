#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(meta = {a: 1})]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
