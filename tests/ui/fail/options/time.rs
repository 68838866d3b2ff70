#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// Acts.
#[resource("x://a", last_modified = "31.1.2026")]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
