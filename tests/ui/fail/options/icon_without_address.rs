#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(icons = [icon(theme = dark)])]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
