//! Declared resources, templates and prompts answer, and their completions propose.

use cloudg_runtime::{
    CompleteRequest, CompletionTarget, ContentBlock, Layer, PromptMessage, PromptRequest,
    PromptSpec, ReadRequest, Registry, ResourceSpec, State, TemplateSpec, ToolContext, ToolError,
    prompt, resource,
};
use serde_json::{Map, Value, json};

struct Workspace {
    assets: u32,
}

/// What is loaded.
#[resource("texts://workspace")]
fn workspace(_ctx: &ToolContext, workspace: State<Workspace>) -> Value {
    json!({ "assets": workspace.assets })
}

/// One part of an asset.
#[resource("texts://{+ref}/{part}", complete(ref = references, part = enum(Part)))]
fn part(
    _ctx: &ToolContext,
    part: String,
    #[arg(name = "ref")] reference: String,
) -> Result<String, ToolError> {
    if reference == "none" {
        return Err(ToolError::denied("No."));
    }
    Ok(format!("{part} of {reference}"))
}

#[derive(schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "the type is described, never built")]
enum Part {
    Body,
    Base,
    Head,
}

fn references(
    _ctx: &ToolContext,
    partial: &str,
    others: &Map<String, Value>,
) -> Result<Vec<String>, ToolError> {
    if partial == "denied" {
        return Err(ToolError::denied("No."));
    }
    Ok(vec![format!("{partial} beside {}", others.len())])
}

/// Reviews.
#[prompt(name = "texts.review", complete(scope = numbers))]
fn review(_ctx: &ToolContext, subject: String, scope: Option<String>) -> Vec<PromptMessage> {
    vec![PromptMessage::user(ContentBlock::text(format!("{subject}, {scope:?}")))]
}

fn numbers(_ctx: &ToolContext, _partial: &str) -> [u8; 2] {
    [2, 1]
}

fn layer() -> Layer {
    let mut registry = Registry::new();
    for spec in inventory::iter::<ResourceSpec>().filter(|spec| spec.uri.starts_with("texts:")) {
        registry.add(spec.clone()).expect("distinct addresses");
    }
    for spec in inventory::iter::<TemplateSpec>().filter(|spec| spec.name == "part") {
        registry.add(spec.clone()).expect("distinct addresses");
    }
    for spec in inventory::iter::<PromptSpec>().filter(|spec| spec.name.starts_with("texts.")) {
        registry.add(spec.clone()).expect("distinct names");
    }
    Layer::builder(registry).state(Workspace { assets: 7 }).build().expect("a layer")
}

async fn read(uri: &str) -> Option<Value> {
    let contents = layer().read_resource(ReadRequest::new(uri)).await.ok()?;
    contents.first().map(|first| first.to_wire()["text"].clone())
}

async fn ask(arguments: Value) -> Option<Value> {
    let Value::Object(arguments) = arguments else { return None };
    let answer = layer().get_prompt(PromptRequest::new("texts.review", arguments)).await.ok()?;
    Some(answer.to_wire()["messages"][0]["content"]["text"].clone())
}

async fn complete(target: CompletionTarget, argument: &str, value: &str) -> Vec<String> {
    let mut request = CompleteRequest::new(target, argument, value);
    request.others = Map::from_iter([("other".to_owned(), json!("x"))]);
    layer().complete(request).await.expect("values").values
}

#[tokio::test]
async fn a_resource_reads_the_state() {
    assert_eq!(read("texts://workspace").await, Some(json!("{\n  \"assets\": 7\n}")));
}

#[tokio::test]
async fn variables_reach_their_parameters() {
    assert_eq!(read("texts://i-1/body").await, Some(json!("body of i-1")));
    assert_eq!(read("texts://a%2Fb/c/base").await, Some(json!("base of a/b/c")));
    assert_eq!(read("texts://none/body").await, None);
}

#[tokio::test]
async fn completions_propose() {
    let template = || CompletionTarget::Template { uri: "texts://{+ref}/{part}".to_owned() };
    assert_eq!(complete(template(), "ref", "i").await, ["i beside 1"]);
    assert_eq!(complete(template(), "ref", "denied").await, [""; 0]);
    assert_eq!(complete(template(), "part", "B").await, ["body", "base"]);
    let prompt = CompletionTarget::Prompt { name: "texts.review".to_owned() };
    assert_eq!(complete(prompt, "scope", "").await, ["2", "1"]);
}

#[tokio::test]
async fn an_empty_argument_is_left_out() {
    assert_eq!(ask(json!({"subject": "all", "scope": ""})).await, Some(json!("all, None")));
    assert_eq!(ask(json!({"subject": "all", "scope": "x"})).await, Some(json!("all, Some(\"x\")")));
    assert_eq!(ask(json!({"subject": ""})).await, None);
}
