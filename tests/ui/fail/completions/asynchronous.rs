#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

async fn parts(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    Vec::new()
}

/// One asset.
#[resource("x://assets/{reference}/{part}", complete(part = parts))]
fn asset(_ctx: &ToolContext, reference: String, part: String) -> String {
    String::new()
}

fn main() {}
