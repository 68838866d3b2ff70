#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

struct Part;

fn parts(_ctx: &ToolContext, _partial: &str) -> Vec<Part> {
    Vec::new()
}

/// One asset.
#[resource("x://assets/{reference}/{part}", complete(part = parts))]
fn asset(_ctx: &ToolContext, reference: String, part: String) -> String {
    String::new()
}

fn main() {}
