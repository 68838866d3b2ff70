#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

struct String;

/// One asset.
#[resource("x://assets/{reference}")]
fn asset(_ctx: &ToolContext, reference: String) -> u8 {
    0
}

fn main() {}
