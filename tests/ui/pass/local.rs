fn main() {
    use cloudg_runtime::{ToolContext, ToolError, tool};

    /// Counts assets.
    #[tool]
    fn count_assets(_ctx: &ToolContext, context_of: u32) -> Result<u32, ToolError> {
        Ok(context_of)
    }

    let _ = count_assets;
}
