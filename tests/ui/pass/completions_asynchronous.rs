#![deny(warnings)]

use cloudg_runtime::{ToolContext, ToolError, resource};
use serde_json::{Map, Value};

async fn parts(_ctx: &ToolContext, partial: &str) -> Result<Vec<String>, ToolError> {
    std::future::ready(()).await;
    Ok(vec![partial.to_owned()])
}

async fn references<'a>(
    _ctx: &'a ToolContext,
    partial: &'a str,
    _others: &'a Map<String, Value>,
) -> Vec<&'static str> {
    std::future::ready(partial.len()).await;
    vec!["a"]
}

/// One part.
#[resource("x://assets/{reference}/{part}", complete(part = parts, reference = references))]
async fn asset(_ctx: &ToolContext, reference: String, part: String) -> String {
    reference + &part
}

fn main() {}
