use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets")]
fn asset(_ctx: &ToolContext) -> Result<String, std::fmt::Error> {
    Ok(String::new())
}

fn main() {}
