use cloudg_runtime::{ToolContext, prompt, resource};

/// Names that the expansion has too.
#[resource("x://{context}/{arguments}/{answer}/{argument_0}/{partial}/{others}")]
fn names(
    _ctx: &ToolContext,
    argument_0: String,
    answer: String,
    arguments: String,
    context: String,
    partial: String,
    others: String,
) -> String {
    [argument_0, answer, arguments, context, partial, others].concat()
}

/// Names that the expansion has too.
#[prompt]
fn context(_ctx: &ToolContext, arguments: String, answer: String) -> String {
    arguments + &answer
}

fn main() {}
