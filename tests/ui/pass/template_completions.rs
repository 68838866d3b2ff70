use std::collections::BTreeSet;

use cloudg_runtime::{TemplateSpec, ToolContext, ToolError, resource};

mod values {
    use super::{BTreeSet, ToolContext, ToolError};
    use serde_json::{Map, Value};

    pub fn short(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
        Vec::new()
    }

    pub fn long(_ctx: &ToolContext, _partial: &str, _others: &Map<String, Value>) -> BTreeSet<u8> {
        BTreeSet::new()
    }

    pub fn fallible(_ctx: &ToolContext, partial: &str) -> Result<Vec<&'static str>, ToolError> {
        if partial.is_empty() { Err(ToolError::denied("No.")) } else { Ok(vec!["a"]) }
    }

    pub fn opaque(_ctx: &ToolContext, _partial: &str) -> impl Iterator<Item = char> + use<> {
        "abc".chars()
    }
}

#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
enum Format {
    Short,
    Long,
}

/// A page.
#[resource(
    "x://{a}/{b}/{c}/{d}/{ref}",
    complete(a = values::short, b = values::long, "c" = values::fallible, d = values::opaque, ref = enum(Format)),
)]
fn page(_ctx: &ToolContext, a: String, b: String, c: String, d: String, r#ref: String) -> String {
    [a, b, c, d, r#ref].concat()
}

fn main() {
    let spec = inventory::iter::<TemplateSpec>().next().expect("one template");
    let completed: Vec<&str> = spec.completions.iter().map(|one| &*one.argument).collect();
    assert_eq!(completed, ["a", "b", "c", "d", "ref"]);
}
