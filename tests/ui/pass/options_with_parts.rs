#![deny(warnings)]
#![forbid(unsafe_code)]

use cloudg_runtime::{ToolContext, prompt, resource, tool};

/// Acts.
#[tool(
    meta = {"x/a": {"b": [1, -2.5, true, null, "c"]}},
    icons = ["data:,", icon(src = "https://x/y", sizes = ["any"], theme = light)],
    transform_hints(
        skip = ["*"],
        skip_input = ["guard_secrets"],
        depseudonymize = false,
        project = {"max_items": 5},
        transforms = [{"type": "redact"}]
    )
)]
fn act(_ctx: &ToolContext) -> u8 {
    1
}

/// Reads.
#[resource("x://a", meta = {"a": 1}, icons = ["data:,"], last_modified = "2026-01-31")]
fn read(_ctx: &ToolContext) -> u8 {
    1
}

/// Reads one.
#[resource("x://a/{b}", meta = {"a": 1}, last_modified = "2026-01-31T12:00:00.5+01:00")]
fn read_one(_ctx: &ToolContext, b: String) -> String {
    b
}

/// Asks.
#[prompt(meta = {"a": 1}, icons = ["data:,"])]
fn ask(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
