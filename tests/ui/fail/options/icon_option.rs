#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(icons = [icon(source = "data:,")])]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
