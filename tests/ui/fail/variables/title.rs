#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets/{reference}")]
fn asset(_ctx: &ToolContext, #[arg(title = "Reference")] reference: String) -> String {
    String::new()
}

fn main() {}
