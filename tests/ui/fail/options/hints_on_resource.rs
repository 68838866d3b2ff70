#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// Acts.
#[resource("x://a", transform_hints(skip = ["*"]))]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
