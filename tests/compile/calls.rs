//! Declared tools answer calls.

use cloudg_runtime::{
    Args, CallRequest, Layer, Registry, State, ToolContext, ToolError, ToolSpec, tool,
};
use serde_json::{Value, json};

struct Workspace {
    assets: u32,
}

#[derive(Args)]
struct Paging {
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
    #[arg(default, name = "from")]
    cursor: String,
}

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Span {
    start: String,
    end: Option<String>,
}

/// Repeats what it was given.
#[tool(name = "call.blocking")]
fn blocking(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] paging: Paging,
    span: Span,
    share: Option<f64>,
) -> Result<Value, ToolError> {
    if paging.limit == 13 {
        return Err(ToolError::denied("No."));
    }
    Ok(json!([workspace.assets, paging.limit, paging.cursor, span, share]))
}

/// Adds.
#[tool(name = "call.asynchronous")]
async fn asynchronous(ctx: &ToolContext, workspace: State<Workspace>, top: u8) -> u32 {
    tokio::task::yield_now().await;
    ctx.report_progress(1.0, None, None);
    workspace.assets + u32::from(top)
}

async fn call(name: &str, arguments: Value) -> (bool, Value) {
    let mut registry = Registry::new();
    let specs = inventory::iter::<ToolSpec>().filter(|spec| spec.name.starts_with("call."));
    for spec in specs {
        registry.add(spec.clone()).expect("distinct names");
    }
    let layer = Layer::builder(registry).state(Workspace { assets: 7 }).build().expect("a layer");
    let result = layer.call_tool(CallRequest::new(name, Some(arguments))).await.expect("a result");
    let wire = result.to_wire();
    (wire["isError"] == true, wire)
}

#[tokio::test]
async fn a_blocking_tool_decodes_its_arguments() {
    let (failed, wire) = call("call.blocking", json!({"limit": "5", "span": {"start": "a"}})).await;
    assert!(!failed, "{wire}");
    let expect = json!({"result": [7, 5, "", {"start": "a", "end": null}, null]});
    assert_eq!(wire["structuredContent"], expect);
}

#[tokio::test]
async fn every_problem_is_reported() {
    let (failed, wire) = call("call.blocking", json!({"limit": 0, "from": 1, "x": 1})).await;
    assert!(failed);
    let text = wire["content"][0]["text"].as_str().unwrap_or_default();
    for loc in ["limit: ", "from: ", "span: ", "x: "] {
        assert!(text.contains(loc), "{text}");
    }
}

#[tokio::test]
async fn an_error_of_the_tool_is_its_answer() {
    let (failed, _) = call("call.blocking", json!({"limit": 13, "span": {"start": "a"}})).await;
    assert!(failed);
}

#[tokio::test]
async fn an_asynchronous_tool_answers_with_a_plain_value() {
    let (failed, wire) = call("call.asynchronous", json!({"top": 3})).await;
    assert!(!failed, "{wire}");
    assert_eq!(wire["structuredContent"], json!({"result": 10}));
}
