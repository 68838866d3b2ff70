#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

/// Answers.
#[resource("x://a", labels)]
fn answer(_ctx: &ToolContext) -> u8 {
    1
}

fn main() {}
