use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets, the context borrowed.
#[tool]
async fn count_assets(ctx: &ToolContext, top: u32) -> Result<u32, ToolError> {
    std::future::ready(()).await;
    ctx.report_progress(1.0, None, None);
    Ok(top)
}

/// Counts assets, the context handed on.
#[tool]
async fn count_findings(ctx: ToolContext, top: u32) -> Result<u32, ToolError> {
    let (context, _) = (ctx.clone(), ctx);
    std::future::ready(()).await;
    context.report_progress(1.0, None, None);
    Ok(top)
}

fn main() {}
