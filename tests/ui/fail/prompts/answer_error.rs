use cloudg_runtime::{ToolContext, prompt};

/// Reviews.
#[prompt]
fn review(_ctx: &ToolContext) -> Result<String, std::fmt::Error> {
    Ok(String::new())
}

fn main() {}
