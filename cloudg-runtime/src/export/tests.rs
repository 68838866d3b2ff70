//! Every shape, every method, and every way a request can fail.

use std::sync::Arc;

use super::*;
use crate::{
    Contents, PromptResult, Registry, Reply, ToolError, ToolResult,
    testing::{failing, prompt, resource, template, tool_with},
};

fn layer() -> Layer {
    let properties = json!({"n": {"default": 1, "type": "integer"}});
    let mut named = tool_with("one", &properties, |_, args| Ok(Reply::Value(Value::Object(args))));
    named.description = "Answers.".into();
    let blocks = || ToolResult::new(vec![ContentBlock::text("a"), ContentBlock::text("b")]);
    let mut registry = Registry::new();
    registry.add(named).unwrap();
    registry.add(tool_with("two", &json!({}), move |_, _| Ok(Reply::Result(blocks())))).unwrap();
    registry.add(failing("bad", ToolError::denied("No."))).unwrap();
    registry.add(resource("x://a", |_| Ok(Contents::Text("a".into())))).unwrap();
    registry.add(template("x://t/{id}")).unwrap();
    registry.add(prompt("p", vec![], |_, _| Ok(PromptResult::new(vec![])))).unwrap();
    Layer::builder(registry).prefix("x.").build().unwrap()
}

fn export() -> Export {
    export_definitions(&layer(), &Principal::local())
}

async fn result(method: &str, params: Value) -> String {
    let mut result = export().dispatch(method, params).await.unwrap();
    if let Some(duration) = result.pointer_mut("/_meta/cloudg~1duration_ms") {
        *duration = json!(0);
    }
    result.to_string()
}

#[test]
fn shapes_for_function_calling() {
    let (layer, principal) = (layer(), Principal::local());
    let schema = r#"{"additionalProperties":false,"properties":{"n":{"default":1,"type":"integer"}},"type":"object"}"#;
    let first = |definitions: Vec<Value>| definitions[0].to_string();
    assert_eq!(
        first(openai_tools(&layer, &principal)),
        format!(
            r#"{{"type":"function","function":{{"name":"x.one","description":"Answers.","parameters":{schema}}}}}"#
        )
    );
    assert_eq!(
        first(anthropic_tools(&layer, &principal)),
        format!(r#"{{"name":"x.one","description":"Answers.","input_schema":{schema}}}"#)
    );
    assert_eq!(
        first(langchain_tools(&layer, &principal)),
        format!(
            r#"{{"name":"x.one","description":"Answers.","args_schema":{schema},"response_format":"content_and_artifact"}}"#
        )
    );
}

#[tokio::test]
async fn langchain_gets_texts_and_the_value() {
    let export = export();
    let call = async |name, arguments| export.langchain_call(name, arguments).await;
    let (text, value) = call("x.one", json!({})).await;
    assert_eq!((text.as_str(), value), ("{\n  \"n\": 1\n}", json!({"n": 1})));
    assert_eq!(call("x.two", json!({})).await, ("a\nb".to_owned(), Value::Null));
    assert_eq!(call("x.bad", json!({})).await, ("No.".to_owned(), Value::Null));
    assert_eq!(call("one", json!({})).await, ("Unknown tool: one".to_owned(), Value::Null));
}

#[tokio::test]
async fn lists_are_the_entries() {
    let export = export();
    let whole = export.to_value();
    assert_eq!(
        whole.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["server", "tools", "resources", "resourceTemplates", "prompts"]
    );
    let keys = [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
        ("prompts/list", "prompts"),
    ];
    for (method, key) in keys {
        let listed = export.dispatch(method, Value::Null).await.unwrap();
        assert_eq!(listed[key], whole[key]);
        assert!(!listed[key].as_array().unwrap().is_empty(), "{method}");
    }
    assert_eq!(whole["prompts"][0]["name"], "x.p");
}

#[tokio::test]
async fn results_are_those_of_the_protocol() {
    assert_eq!(
        result("tools/call", json!({"name": "x.bad"})).await,
        r#"{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"cloudg/error_code":-31001}}"#
    );
    assert_eq!(
        result("tools/call", json!({"name": "x.two"})).await,
        r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"isError":false,"_meta":{"cloudg/duration_ms":0}}"#
    );
    assert_eq!(
        result("resources/read", json!({"uri": "x://a"})).await,
        r#"{"contents":[{"uri":"x://a","text":"a","mimeType":"application/json"}]}"#
    );
    assert_eq!(
        result("prompts/get", json!({"name": "x.p"})).await,
        r#"{"messages":[],"description":"A prompt for tests."}"#
    );
    let nothing = r#"{"completion":{"values":[],"total":0,"hasMore":false}}"#;
    for reference in [json!({"type": "ref/prompt", "name": "x.p"}), json!({"type": "ref/other"})] {
        let params = json!({"ref": reference, "argument": {"name": "a", "value": 5}});
        assert_eq!(result("completion/complete", params).await, nothing);
    }
}

#[tokio::test]
async fn failures_have_codes() {
    let export = export();
    let failure = async |method, params| export.dispatch(method, params).await.unwrap_err();
    let error = failure("tools/burn", json!({})).await;
    assert_eq!((error.json_rpc(), error.data()), (-32601, Some(json!("tools/burn"))));
    for (method, params) in [
        ("tools/call", json!({})),
        ("tools/call", json!([])),
        ("resources/read", json!({"uri": 1})),
        ("prompts/get", json!({"name": "x.p", "arguments": []})),
        ("completion/complete", json!({})),
        ("completion/complete", json!({"ref": {"type": "ref/prompt"}})),
        ("completion/complete", json!({"ref": {"type": "ref/prompt", "name": "x.p"}})),
    ] {
        let error = failure(method, params).await;
        assert!(matches!(error, DispatchError::Params(_)), "{method}: {error:?}");
        assert_eq!(error.json_rpc(), -32602);
    }
    let error = failure("resources/read", json!({"uri": "x://b"})).await;
    assert_eq!((error.json_rpc(), error.data()), (-32602, Some(json!({"uri": "x://b"}))));
}

#[tokio::test]
async fn every_method_is_known() {
    let export = export();
    for method in METHODS {
        let answer = export.dispatch_as(method, json!({}), Arc::new(Principal::anonymous())).await;
        assert!(!matches!(answer, Err(DispatchError::UnknownMethod { .. })), "{method}");
    }
}
