#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

async fn parts(_ctx: &ToolContext, _partial: &str) -> u8 {
    1
}

/// One asset.
#[resource("x://assets/{part}", complete(part = parts))]
fn asset(_ctx: &ToolContext, part: String) -> String {
    String::new()
}

fn main() {}
