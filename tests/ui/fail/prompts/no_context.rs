#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(scope: String) -> String {
    String::new()
}

fn main() {}
