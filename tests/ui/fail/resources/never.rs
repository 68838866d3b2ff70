use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets")]
fn asset(_ctx: &ToolContext) -> ! {
    std::process::exit(0)
}

fn main() {}
