#![allow(unused)]

use cloudg_runtime::{ToolContext, tool};

/// Acts.
#[tool(icons = [picture(src = "data:,")])]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
