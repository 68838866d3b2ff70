#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets/{reference}/{part}", complete(part))]
fn asset(_ctx: &ToolContext, reference: String, part: String) -> String {
    String::new()
}

fn main() {}
