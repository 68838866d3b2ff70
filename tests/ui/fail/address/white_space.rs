use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://all assets")]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
