#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets/{reference}")]
fn asset(_ctx: &ToolContext, refrence: String) -> String {
    String::new()
}

fn main() {}
