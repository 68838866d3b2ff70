use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource(uri = "x://assets")]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
