//! Which arguments reach a prompt, and how its messages leave.

use serde_json::json;

use super::*;
use crate::{
    ContentBlock, IntoPrompt, PromptMessage, ResourceContents, TextBody,
    testing::{argument, layer_of, prompt},
};

/// A prompt that repeats its arguments.
fn echo() -> crate::PromptSpec {
    let arguments = vec![argument("ref", true), argument("depth", false), argument("all", false)];
    prompt("echo", arguments, |_, given| {
        let texts: Vec<String> =
            given.iter().map(|(name, text)| format!("{name}={text}")).collect();
        texts.join(" ").into_prompt()
    })
}

async fn get(layer: &Layer, name: &str, arguments: Value) -> Result<PromptResult, LayerError> {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    layer.get_prompt(PromptRequest::new(name, arguments)).await
}

async fn check(arguments: Value, expected: &str) {
    let result = get(&layer_of([echo().into()]), "echo", arguments).await.unwrap();
    let text = result.messages[0].content.as_text().map(TextBody::render);
    assert_eq!(text.as_deref(), Some(expected));
}

#[tokio::test]
async fn arguments_are_texts_in_declared_order() {
    check(json!({"ref": "a"}), "ref=a").await;
    check(json!({"depth": "", "ref": "a", "other": [1]}), "ref=a depth=").await;
    check(json!({"all": true, "depth": 2, "ref": 1.50}), "ref=1.5 depth=2 all=true").await;
    check(json!({"ref": "a", "depth": null}), "ref=a").await;
}

#[tokio::test]
async fn bad_arguments_are_all_named() {
    let layer = layer_of([echo().into()]);
    for arguments in [json!({}), json!({"ref": null}), json!({"ref": ""})] {
        let error = get(&layer, "echo", arguments).await.unwrap_err();
        assert_eq!(error.json_rpc(), -32602);
        assert_eq!(error.to_string(), "Invalid arguments: ref: Field required");
    }
    let error = get(&layer, "echo", json!({"depth": ["secret"]})).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Invalid arguments: ref: Field required; depth: Input should be a valid string"
    );
    assert_eq!(
        error.data(),
        Some(json!([
            {"loc": "ref", "msg": "Field required", "type": "missing"},
            {"loc": "depth", "msg": "Input should be a valid string", "type": "string_type"},
        ]))
    );
}

#[tokio::test]
async fn the_description_of_the_prompt_stands_in() {
    let own = || PromptResult::new(vec![]).with_description("Own.");
    let mut silent = prompt("silent", vec![], |_, _| Ok(PromptResult::default()));
    silent.description = "".into();
    let layer = layer_of([
        prompt("own", vec![], move |_, _| Ok(own())).into(),
        prompt("none", vec![], |_, _| Ok(PromptResult::new(vec![]).with_description(""))).into(),
        silent.into(),
    ]);
    for (name, expected) in [
        ("own", r#"{"messages":[],"description":"Own."}"#),
        ("none", r#"{"messages":[],"description":"A prompt for tests."}"#),
        ("silent", r#"{"messages":[]}"#),
    ] {
        let result = get(&layer, name, json!({})).await.unwrap();
        assert_eq!(result.to_wire().to_string(), expected);
    }
}

#[tokio::test]
async fn data_is_rendered_when_it_leaves() {
    let spec = prompt("context", vec![], |_, _| {
        let context = TextBody::fenced("Context for this task (JSON):", json!({"dataset": "d"}));
        let summary = ResourceContents::text("x://a", TextBody::json(json!({"n": 1})));
        vec![
            PromptMessage::user(ContentBlock::text(context)),
            PromptMessage::user(ContentBlock::resource(summary)),
        ]
        .into_prompt()
    });
    let result = get(&layer_of([spec.into()]), "context", json!({})).await.unwrap();
    assert_eq!(
        Value::from_iter(result.messages.iter().map(PromptMessage::to_wire)),
        json!([
            {"role": "user", "content": {"type": "text", "text":
                "Context for this task (JSON):\n```json\n{\n \"dataset\": \"d\"\n}\n```"}},
            {"role": "user", "content": {"type": "resource", "resource":
                {"uri": "x://a", "text": "{\n  \"n\": 1\n}", "mimeType": "application/json"}}},
        ])
    );
}

#[tokio::test]
async fn unknown_prompts_and_failures() {
    let broken = prompt("broken", vec![], |_, _| Err(ToolError::handler("KeyError: secret")));
    let missing = prompt("missing", vec![], |_, _| Err(ToolError::not_found("No such asset.")));
    let mut registry = crate::Registry::new();
    registry.add(broken).unwrap();
    registry.add(missing).unwrap();
    let layer = Layer::builder(registry).prefix("x.").build().unwrap();
    for name in ["broken", "x.other", ""] {
        let error = get(&layer, name, json!({})).await.unwrap_err();
        assert_eq!(error, LayerError::UnknownPrompt { name: name.to_owned() });
        assert_eq!(error.to_string(), format!("Unknown prompt: {name}"));
    }
    let error = get(&layer, "x.broken", json!({})).await.unwrap_err();
    assert_eq!((error.json_rpc(), error.data()), (-32603, None));
    assert!(!error.to_string().contains("secret"), "{error}");
    let error = get(&layer, "x.missing", json!({})).await.unwrap_err();
    assert_eq!((error.json_rpc(), error.to_string().as_str()), (-32602, "No such asset."));
}
