#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

struct Scope {
    account: String,
}

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext, #[args] scope: Scope) -> String {
    String::new()
}

fn main() {}
