#![allow(unused)]

use cloudg_runtime::{ToolContext, resource};

async fn parts(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    let shared = std::rc::Rc::new(1);
    tokio_less().await;
    vec![shared.to_string()]
}

async fn tokio_less() {}

/// One asset.
#[resource("x://assets/{reference}/{part}", complete(part = parts))]
fn asset(_ctx: &ToolContext, reference: String, part: String) -> String {
    String::new()
}

fn main() {}
