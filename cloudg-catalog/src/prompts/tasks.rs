//! The texts of tasks. A call is written `@tool(…)`; a step, a line that starts with `1. `, is left
//! out where the caller may not use one of its tools, and the others are numbered.

use cloudg_runtime::{Layer, Principal, ToolContext};

/// What starts a step.
const STEP: &str = "1. ";
/// What stands before the name of a tool.
const CALL: char = '@';

/// The text of a task for the caller: its own names of tools, and only steps that it can take.
pub(super) fn render(ctx: &ToolContext, text: &str) -> String {
    for_caller(ctx.layer(), ctx.principal(), text)
}

fn for_caller(layer: &Layer, principal: &Principal, text: &str) -> String {
    let is_usable = |name: &str| layer.visible_tools(principal).any(|tool| tool.name() == name);
    let (mut lines, mut n_steps) = (Vec::new(), 0);
    for line in text.trim_end().lines() {
        let line = match line.strip_prefix(STEP) {
            None => line.to_owned(),
            Some(step) if calls(step).all(is_usable) => {
                n_steps += 1;
                format!("{n_steps}. {step}")
            }
            Some(_) => continue,
        };
        lines.push(with_exposed_names(layer, &line));
    }
    lines.join("\n")
}

/// The tools that a line calls.
fn calls(line: &str) -> impl Iterator<Item = &str> {
    line.split(CALL).skip(1).map(name_at_start)
}

fn with_exposed_names(layer: &Layer, line: &str) -> String {
    let mut parts = line.split(CALL);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = name_at_start(part);
        written += &layer.exposed_name(name);
        written += &part[name.len()..];
    }
    written
}

fn name_at_start(text: &str) -> &str {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
    &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use cloudg_runtime::Registry;

    use super::*;
    use crate::{
        listing::LISTING,
        workspace::{Roots, Workspace},
    };

    #[test]
    fn steps_that_cannot_be_taken_are_left_out() {
        let roots = Roots::new(None, std::path::Path::new("reports")).expect("roots");
        let layer = Layer::builder(Registry::collected(&LISTING).expect("sound"))
            .state(Workspace::new(roots))
            .prefix("x_")
            .build()
            .expect("sound");
        let text = "Do:\n\n1. `@absent()`\n1. `@get_asset(ref=ID)`, then\n1. think\n";
        assert_eq!(
            for_caller(&layer, &Principal::local(), text),
            "Do:\n\n1. `x_get_asset(ref=ID)`, then\n2. think"
        );
    }
}
