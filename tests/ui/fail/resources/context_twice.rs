use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets")]
fn asset(_ctx: &ToolContext, _other: ToolContext) -> String {
    String::new()
}

fn main() {}
