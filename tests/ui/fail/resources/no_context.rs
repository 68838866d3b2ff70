#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets")]
fn asset() -> String {
    String::new()
}

fn main() {}
