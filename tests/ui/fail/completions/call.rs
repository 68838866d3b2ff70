#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

fn references(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    Vec::new()
}

/// One asset.
#[resource("x://assets/{reference}/{part}", complete(part = references()))]
fn asset(_ctx: &ToolContext, reference: String, part: String) -> String {
    String::new()
}

fn main() {}
