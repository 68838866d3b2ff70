use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
async fn count_assets(_ctx: &ToolContext) -> Result<u32, ToolError> {
    let names = std::rc::Rc::new(1);
    std::future::ready(()).await;
    Ok(*names)
}

fn main() {}
