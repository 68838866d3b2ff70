use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review<T: Into<String>>(_ctx: &ToolContext, #[arg(name = "scope")] _scope: String) -> String {
    String::new()
}

fn main() {}
