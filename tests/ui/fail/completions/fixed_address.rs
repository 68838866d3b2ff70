use cloudg_runtime::{ToolContext, resource};

fn references(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    Vec::new()
}

/// One asset.
#[resource("x://assets", complete(reference = references))]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
