use cloudg_runtime::{ToolContext, ToolError, tool};

struct Server;

impl Server {
    /// Counts assets.
    #[tool]
    fn count_assets(&self, _ctx: &ToolContext) -> Result<u32, ToolError> {
        Ok(0)
    }
}

fn main() {
    let _ = Server::count_assets;
}
