use cloudg_runtime::{State, ToolContext, resource};

/// One asset.
#[resource("x://assets")]
fn asset(_ctx: &ToolContext, #[arg(name = "a")] _state: State<u32>) -> String {
    String::new()
}

fn main() {}
