use cloudg_runtime::{ToolContext, prompt};

struct Prompts;

impl Prompts {
    /// Reviews.
    #[prompt]
    fn review(&self, _ctx: &ToolContext) -> String {
        String::new()
    }
}

fn main() {}
