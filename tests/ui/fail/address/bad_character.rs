use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets/{asset-id}")]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
