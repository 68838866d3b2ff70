#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(meta = make())]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
