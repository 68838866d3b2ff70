//! Options of attributes beyond those of the examples, as they arrive in the specifications.

use cloudg_runtime::{
    CompleteRequest, CompletionTarget, Icon, IconTheme, Layer, Prompt, PromptSpec, Registry,
    ResourceSpec, TemplateSpec, ToolContext, ToolError, ToolSpec, prompt, resource, tool,
};
use serde_json::{Map, Value, json};

/// Has extra keys, pictures and hints.
#[tool(
    name = "options.tool",
    meta = {"x/ui": {"order": -1, "wide": true, "note": null}, "cloudg/category": "mine"},
    icons = [
        "data:image/svg+xml,<svg/>",
        icon(src = "https://x/y.png", mime_type = "image/png", sizes = ["48x48", "any"], theme = dark)
    ],
    transform_hints(
        skip = ["*"],
        pseudonymize = false,
        project = {"max_items": 5},
        transforms = [{"type": "redact", "default": "mask"}],
        input_guard = false
    )
)]
fn everything(_ctx: &ToolContext) -> Value {
    json!({})
}

/// Has extra keys, a picture and a time.
#[resource(
    "options://resource",
    meta = {"x/n": 1},
    icons = ["data:,"],
    last_modified = "2026-01-31T12:00:00Z"
)]
fn text(_ctx: &ToolContext) -> String {
    String::new()
}

/// Has extra keys, a picture and a completion that waits.
#[prompt(name = "options.prompt", meta = {"x/n": 1}, icons = ["data:,"], complete(topic = topics))]
fn ask(_ctx: &ToolContext, topic: String) -> String {
    topic
}

async fn topics(ctx: &ToolContext, partial: &str) -> Vec<String> {
    tokio::task::yield_now().await;
    vec![format!("{partial} of {}", ctx.name())]
}

/// Has completions that wait and look at the other variables.
#[resource("options://{part}/{other}", complete(part = parts, other = panics))]
fn parts_of(_ctx: &ToolContext, part: String, other: String) -> String {
    format!("{part}{other}")
}

async fn parts(
    _ctx: &ToolContext,
    partial: &str,
    others: &Map<String, Value>,
) -> Result<[String; 1], ToolError> {
    tokio::task::yield_now().await;
    match partial {
        "no" => Err(ToolError::denied("No.")),
        _ => Ok([format!("{partial}{}", others.len())]),
    }
}

fn panics(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    panic!("a completer gives up");
}

fn tool_spec(name: &str) -> &'static ToolSpec {
    inventory::iter::<ToolSpec>().find(|spec| spec.name == name).expect("declared above")
}

#[test]
fn meta_is_merged_over_the_keys_of_the_layer() {
    let mut registry = Registry::new();
    registry.add(tool_spec("options.tool").clone()).expect("sound");
    let wire = registry.tool("options.tool").expect("added").to_wire("options.tool", true);
    assert_eq!(
        wire["_meta"].to_string(),
        r#"{"cloudg/category":"mine","cloudg/sensitivity":"confidential","x/ui":{"order":-1,"wide":true,"note":null}}"#
    );
    assert_eq!(
        wire["icons"].to_string(),
        r#"[{"src":"data:image/svg+xml,<svg/>"},{"src":"https://x/y.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"}]"#
    );
}

#[test]
fn hints_for_transforms_are_kept() {
    let wire = Value::from(tool_spec("options.tool").transform_hints.to_wire());
    assert_eq!(
        wire.to_string(),
        r#"{"skip":["*"],"pseudonymize":false,"project":{"max_items":5},"transforms":[{"type":"redact","default":"mask"}],"input_guard":false}"#
    );
    assert!(tool_spec("changes").transform_hints.to_wire().is_empty());
}

#[test]
fn resources_and_prompts_have_them_too() {
    let resource = inventory::iter::<ResourceSpec>().find(|spec| spec.uri == "options://resource");
    let resource = resource.expect("declared above");
    let picture = Icon { src: "data:,", mime_type: None, sizes: &[], theme: None::<IconTheme> };
    assert_eq!(resource.icons[..], [picture]);
    assert_eq!(Value::from(resource.meta.build()), json!({"x/n": 1}));
    let changed = resource.annotations.last_modified.as_deref();
    assert_eq!(changed, Some("2026-01-31T12:00:00Z"));
    let prompt = inventory::iter::<PromptSpec>().find(|spec| spec.name == "options.prompt");
    let prompt = prompt.expect("declared above");
    assert_eq!(prompt.icons[..], [picture]);
    assert_eq!(Value::from(prompt.meta.build()), json!({"x/n": 1}));
}

async fn complete(target: CompletionTarget, argument: &str, value: &str) -> Vec<String> {
    let mut registry = Registry::new();
    let template = inventory::iter::<TemplateSpec>().find(|spec| spec.name == "parts_of");
    registry.add(template.expect("declared above").clone()).expect("sound");
    let prompt = inventory::iter::<PromptSpec>().find(|spec| spec.name == "options.prompt");
    registry.add(prompt.expect("declared above").clone()).expect("sound");
    assert_eq!(registry.prompts().map(Prompt::name).collect::<Vec<_>>(), ["options.prompt"]);
    let layer = Layer::builder(registry).build().expect("a layer");
    let request = CompleteRequest::new(target, argument, value);
    layer.complete(request).await.expect("values").values
}

#[tokio::test]
async fn completions_may_wait() {
    let prompt = || CompletionTarget::Prompt { name: "options.prompt".to_owned() };
    assert_eq!(complete(prompt(), "topic", "a").await, ["a of topic"]);
    let template = || CompletionTarget::Template { uri: "options://{part}/{other}".to_owned() };
    assert_eq!(complete(template(), "part", "b").await, ["b0"]);
    assert_eq!(complete(template(), "part", "no").await, [""; 0]);
    assert_eq!(complete(template(), "other", "").await, [""; 0]);
}
