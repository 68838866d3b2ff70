#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext, scope: String, #[arg(name = "scope")] other: String) -> String {
    String::new()
}

fn main() {}
