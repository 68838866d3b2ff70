//! The example of the contract, byte for byte.

use cloudg_runtime::{Capabilities, Capability, Hints, ToolContext, ToolError, ToolSpec, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Window {
    start: String,
    end: Option<String>,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Asset,
    Edge,
}

/// Changes in a window.
#[tool]
fn changes(
    _ctx: &ToolContext,
    window: Window,
    #[arg(default = ["asset"])] kinds: Vec<Kind>,
    #[arg(default = 10, range = 1..=100)] limit: u32,
) -> Result<String, ToolError> {
    Ok(format!("{} {:?} {} {limit}", window.start, window.end, kinds.len()))
}

const EXPECTED: &str = r#"{"additionalProperties":false,"properties":{"window":{"properties":{"start":{"type":"string"},"end":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}},"required":["start"],"type":"object"},"kinds":{"default":["asset"],"items":{"enum":["asset","edge"],"type":"string"},"type":"array"},"limit":{"default":10,"maximum":100,"minimum":1,"type":"integer"}},"required":["window"],"type":"object"}"#;

fn spec(name: &str) -> &'static ToolSpec {
    inventory::iter::<ToolSpec>().find(|spec| spec.name == name).expect("submitted above")
}

#[test]
fn the_schema_of_changes() {
    assert_eq!(crate::schema_of(&spec("changes").input_schema).to_string(), EXPECTED);
}

#[test]
fn the_defaults_of_a_bare_tool() {
    let spec = spec("changes");
    assert_eq!(spec.description, "Changes in a window.");
    assert_eq!(spec.category, "general");
    assert_eq!(spec.capabilities, Capabilities::of(&[Capability::ReadState]));
    assert_eq!(spec.hints, Hints::default().derive(spec.capabilities));
    assert_eq!(spec.timeout, None);
}
