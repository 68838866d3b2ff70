#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// Acts.
#[resource("x://a", last_modified = "2026-01-31T12:00:00")]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
