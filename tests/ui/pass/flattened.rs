use cloudg_runtime::{Args, ToolContext, ToolError, tool};

/// A page of a list.
#[derive(Args)]
struct Paging {
    /// Most entries.
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
    /// Where to go on.
    #[arg(default)]
    cursor: String,
}

#[derive(Args)]
struct Filter {
    region: Option<String>,
    #[args]
    paging: Paging,
}

/// Finds assets.
#[tool]
fn find_assets(_ctx: &ToolContext, query: String, #[args] filter: Filter) -> Result<u32, ToolError> {
    drop((query, filter.region, filter.paging.cursor));
    Ok(filter.paging.limit)
}

fn main() {}
