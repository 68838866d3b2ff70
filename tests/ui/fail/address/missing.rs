use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource(title = "Asset")]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
