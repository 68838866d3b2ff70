#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets/{reference}/{part}")]
fn asset(_ctx: &ToolContext, reference: String) -> String {
    String::new()
}

fn main() {}
