#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://pages/{page}")]
fn asset(_ctx: &ToolContext, page: u32) -> String {
    String::new()
}

fn main() {}
