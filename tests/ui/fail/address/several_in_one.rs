#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets/{account,region}")]
fn asset(_ctx: &ToolContext, account: String, region: String) -> String {
    String::new()
}

fn main() {}
