#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(icons = [icon(src = "data:,", theme = darkk)])]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
