use cloudg_runtime::{ContentBlock, PromptMessage, PromptResult, PromptSpec, ToolContext, ToolError, prompt};

/// A list of messages.
#[prompt]
fn messages(_ctx: &ToolContext) -> Vec<PromptMessage> {
    vec![PromptMessage::user(ContentBlock::text("a"))]
}

/// One message, maybe.
#[prompt]
fn message(_ctx: &ToolContext) -> Result<PromptMessage, ToolError> {
    Ok(PromptMessage::user(ContentBlock::text("a")))
}

/// Everything.
#[prompt]
fn whole(_ctx: ToolContext) -> PromptResult {
    PromptResult::new(Vec::new())
}

fn main() {
    assert_eq!(inventory::iter::<PromptSpec>().count(), 3);
}
