use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets", audience = [users])]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
