#![allow(unused)]

use cloudg_runtime::{ToolContext, prompt};

fn references(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    Vec::new()
}

/// Reviews.
#[prompt(complete(refs = references))]
fn review(_ctx: &ToolContext, reference: String, dataset: Option<String>) -> String {
    String::new()
}

fn main() {}
