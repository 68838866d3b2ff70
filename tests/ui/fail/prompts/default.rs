#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext, #[arg(default = "all")] scope: String) -> String {
    String::new()
}

fn main() {}
