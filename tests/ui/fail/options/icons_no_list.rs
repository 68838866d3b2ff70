#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Acts.
#[prompt(icons = "data:,")]
fn act(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
