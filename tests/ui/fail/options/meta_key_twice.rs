#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(meta = {"a": 1, "b": {}, "a": 2})]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
