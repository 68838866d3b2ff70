//! Resources, templates, prompts and completions over the protocol.

use std::{borrow::Cow, sync::Arc};

use cloudg_runtime::{
    Capabilities, Completer, Completion, ContentAnnotations, ContentBlock, Contents, Icon,
    IconTheme, IntoPrompt, Labels, Layer, LogLevel, MetaSource, PromptArgument, PromptHandler,
    PromptMessage, PromptSpec, Registry, ResourceContents, ResourceHandler, ResourceLink,
    ResourceSpec, Role, Sensitivity, Source, TemplateHandler, TemplateSpec, TextBody, ToolError,
    client::ProtocolClient, transport::ServeOptions,
};
use serde_json::{Value, json};

use super::support::{META, Session, assert_error};

const HERE: Source = Source { package: "tests", file: file!(), line: 1, column: 1 };
const ICONS: &[Icon] = &[Icon {
    src: "data:,",
    mime_type: Some("image/png"),
    sizes: &["48x48"],
    theme: Some(IconTheme::Light),
}];
const HINTS: ContentAnnotations = ContentAnnotations {
    audience: Cow::Borrowed(&[Role::User]),
    priority: Some(0.5),
    last_modified: None,
};

/// Declarations are constants, as the attributes make them.
const STATUS: ResourceSpec = ResourceSpec {
    uri: Cow::Borrowed("test://status"),
    name: Cow::Borrowed("status"),
    title: Some(Cow::Borrowed("Status")),
    description: Cow::Borrowed("How things are."),
    mime_type: Cow::Borrowed(ResourceSpec::JSON),
    category: Cow::Borrowed("test"),
    tags: Cow::Borrowed(&["b", "a"]),
    sensitivity: Sensitivity::Internal,
    capabilities: Capabilities::NONE,
    annotations: HINTS,
    size: Some(0),
    labels: Labels::NONE,
    meta: MetaSource::None,
    icons: Cow::Borrowed(ICONS),
    states: Cow::Borrowed(&[]),
    handler: ResourceHandler::Blocking(|ctx| {
        ctx.log(LogLevel::Error, "read");
        Ok(Contents::Json(json!({"ok": true})))
    }),
    source: HERE,
};

const COMPLETIONS: &[Completion] = &[Completion {
    argument: Cow::Borrowed("id"),
    complete: Completer::Blocking(|_, partial, _| Ok(vec![format!("{partial}1")])),
}];

const ITEM: TemplateSpec =
    TemplateSpec {
        uri_template: Cow::Borrowed("test://items/{+id}"),
        name: Cow::Borrowed("item"),
        title: None,
        description: Cow::Borrowed(""),
        mime_type: Cow::Borrowed(ResourceSpec::JSON),
        category: Cow::Borrowed("test"),
        tags: Cow::Borrowed(&[]),
        sensitivity: Sensitivity::Confidential,
        capabilities: Capabilities::NONE,
        annotations: ContentAnnotations::NONE,
        completions: Cow::Borrowed(COMPLETIONS),
        labels: Labels::NONE,
        meta: MetaSource::None,
        icons: Cow::Borrowed(&[]),
        states: Cow::Borrowed(&[]),
        handler: TemplateHandler::Async(|_, mut variables| {
            Box::pin(async move {
                match variables.take("id").as_deref() {
                    Some("missing") => Err(ToolError::not_found("No such item.")
                        .with_data(json!({"value": "missing"}))),
                    Some("broken") => Err(ToolError::handler("KeyError: secret")),
                    id => Ok(Contents::Text(id.unwrap_or_default().to_owned())),
                }
            })
        }),
        source: HERE,
    };

fn review() -> PromptSpec {
    let completion = Completer::Dynamic(Arc::new(|_, _, others| {
        Ok(others.iter().map(|(name, value)| format!("{name}={value}")).collect())
    }));
    let argument = |name: &'static str, required, completion| PromptArgument {
        name: name.into(),
        title: Some("Title".into()),
        description: "".into(),
        required,
        completion,
    };
    PromptSpec {
        name: "review".into(),
        title: None,
        description: "Reviews one thing.".into(),
        arguments: vec![argument("ref", true, Some(completion)), argument("depth", false, None)]
            .into(),
        category: "test".into(),
        tags: Cow::Borrowed(&["workflow"]),
        sensitivity: Sensitivity::Internal,
        capabilities: Capabilities::NONE,
        meta: MetaSource::None,
        icons: Cow::Borrowed(&[]),
        states: Cow::Borrowed(&[]),
        handler: PromptHandler::Blocking(|_, arguments| {
            let depth = arguments.get("depth").unwrap_or("none").to_owned();
            let data = TextBody::json(json!({"depth": depth}));
            vec![
                PromptMessage::user(ContentBlock::text("Review.")),
                PromptMessage::assistant(ResourceLink::new("test://status", "status").into()),
                PromptMessage::user(ContentBlock::resource(ResourceContents::text(
                    "test://a", data,
                ))),
                PromptMessage::user(ContentBlock::image(*b"hello", "image/png")),
            ]
            .into_prompt()
        }),
        source: HERE,
    }
}

fn layer() -> Layer {
    let mut registry = Registry::new();
    registry.add(STATUS).unwrap();
    registry.add(ITEM).unwrap();
    registry.add(review()).unwrap();
    Layer::builder(registry).prefix("x.").build().unwrap()
}

async fn session(version: &str) -> Session {
    let mut session = Session::over(layer(), ServeOptions::default());
    let answer = session.initialize(version).await;
    assert_eq!(
        answer["result"]["capabilities"],
        json!({
            "tools": {"listChanged": true},
            "resources": {"subscribe": true, "listChanged": true},
            "prompts": {"listChanged": true},
            "completions": {},
            "logging": {},
        })
    );
    session
}

async fn result(session: &mut Session, method: &str, params: Value) -> Value {
    let answer = session.ask(1, method, params).await;
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

#[tokio::test]
async fn lists_show_the_entries_of_the_registry() {
    let mut session = session("2025-11-25").await;
    let (layer, principal) = (layer(), cloudg_runtime::Principal::local());
    let listed = result(&mut session, "resources/list", json!({})).await;
    assert_eq!(listed["resources"], Value::from(layer.resources_to_wire(&principal)));
    assert_eq!(
        listed["resources"][0]["annotations"],
        json!({"audience": ["user"], "priority": 0.5})
    );
    let listed = result(&mut session, "resources/templates/list", json!({})).await;
    assert_eq!(listed["resourceTemplates"], Value::from(layer.templates_to_wire(&principal)));
    let listed = result(&mut session, "prompts/list", json!({})).await;
    assert_eq!(listed["prompts"], Value::from(layer.prompts_to_wire(&principal)));
    assert_eq!(listed["prompts"][0]["name"], "x.review");
    for method in ["resources/list", "resources/templates/list", "prompts/list"] {
        let answer = session.ask(2, method, json!({"cursor": "nonsense"})).await;
        assert_error(&answer, 2, -32602);
    }
}

#[tokio::test]
async fn resources_are_read_and_report_on_the_way() {
    let mut session = session("2025-11-25").await;
    session.request(1, "resources/read", json!({"uri": "test://status"})).await;
    assert_eq!(session.next().await["method"], "notifications/message");
    assert_eq!(
        session.next().await["result"],
        json!({"contents": [{
            "uri": "test://status", "mimeType": "application/json", "text": "{\n  \"ok\": true\n}",
        }]})
    );
    let read = result(&mut session, "resources/read", json!({"uri": "test://items/a%2Fb"})).await;
    assert_eq!(read["contents"][0]["text"], "a/b");
    assert_eq!(read["contents"][0]["uri"], "test://items/a%2Fb");
}

#[tokio::test]
async fn failed_reads_are_protocol_errors() {
    let mut session = session("2025-11-25").await;
    let answer = session.ask(1, "resources/read", json!({"uri": "test://items/missing"})).await;
    assert_error(&answer, 1, -32002);
    assert_eq!(answer["error"]["message"], "No such item.");
    let data = json!({"uri": "test://items/missing", "value": "missing"});
    assert_eq!(answer["error"]["data"], data);
    let answer = session.ask(2, "resources/read", json!({"uri": "test://items/broken"})).await;
    assert_error(&answer, 2, -32603);
    assert!(!answer.to_string().contains("secret"), "{answer}");
}

#[tokio::test]
async fn newer_revisions_have_one_code_for_what_is_missing() {
    let mut session = Session::over(layer(), ServeOptions::default());
    for uri in ["test://items/missing", "test://none"] {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{{"uri":"{uri}",{META}}}}}"#
        );
        session.line(&line).await;
        let answer = session.next().await;
        assert_error(&answer, 1, -32602);
        assert_eq!(answer["error"]["data"]["uri"], uri);
    }
}

#[tokio::test]
async fn prompts_give_messages() {
    let mut session = session("2025-11-25").await;
    let params = json!({"name": "x.review", "arguments": {"ref": "a", "depth": 2, "other": []}});
    assert_eq!(
        result(&mut session, "prompts/get", params).await,
        json!({
            "description": "Reviews one thing.",
            "messages": [
                {"role": "user", "content": {"type": "text", "text": "Review."}},
                {"role": "assistant", "content": {"type": "resource_link", "uri": "test://status",
                    "name": "status", "mimeType": "application/json"}},
                {"role": "user", "content": {"type": "resource", "resource": {"uri": "test://a",
                    "text": "{\n  \"depth\": \"2\"\n}", "mimeType": "application/json"}}},
                {"role": "user", "content": {"type": "image", "data": "aGVsbG8=",
                    "mimeType": "image/png"}},
            ],
        })
    );
    let answer = session.ask(2, "prompts/get", json!({"name": "x.review"})).await;
    assert_error(&answer, 2, -32602);
    assert_eq!(answer["error"]["message"], "Invalid arguments: ref: Field required");
    let answer = session.ask(3, "prompts/get", json!({"name": "review"})).await;
    assert_error(&answer, 3, -32602);
    assert_eq!(answer["error"]["message"], "Unknown prompt: review");
}

#[tokio::test]
async fn values_are_proposed() {
    let mut session = session("2025-11-25").await;
    let template = json!({"type": "ref/resource", "uri": "test://items/{+id}"});
    let prompt = json!({"type": "ref/prompt", "name": "x.review"});
    let others = json!({"arguments": {"z": "1", "b": "2", "a": "3"}});
    let one = json!({"values": ["a1"], "total": 1, "hasMore": false});
    let none = json!({"values": [], "total": 0, "hasMore": false});
    let values = json!(["a=\"3\"", "b=\"2\"", "z=\"1\""]);
    let cases = [
        (json!({"ref": template, "argument": {"name": "id", "value": "a"}}), one),
        (json!({"ref": template, "argument": {"name": "other", "value": "a"}}), none.clone()),
        (
            json!({"ref": prompt, "argument": {"name": "ref", "value": ""}, "context": others}),
            json!({"values": values, "total": 3, "hasMore": false}),
        ),
        (
            json!({"ref": template, "argument": {"name": "id", "value": 5}}),
            json!({"values": ["51"], "total": 1, "hasMore": false}),
        ),
        (
            json!({"ref": template, "argument": {"name": "id"}}),
            json!({"values": ["1"], "total": 1, "hasMore": false}),
        ),
        (json!({"ref": {"type": "ref/other"}, "argument": {"name": "id", "value": ""}}), none),
    ];
    for (params, expected) in cases {
        let completion = result(&mut session, "completion/complete", params.clone()).await;
        assert_eq!(completion["completion"], expected, "{params}");
    }
    let answer = session.ask(2, "completion/complete", json!({"argument": {"name": "id"}})).await;
    assert_error(&answer, 2, -32602);
}

#[tokio::test]
async fn newer_revisions_are_told_who_answers() {
    let mut session = Session::over(layer(), ServeOptions::default());
    let reference = r#""ref":{"type":"ref/resource","uri":"test://items/{+id}"}"#;
    let cases = [
        ("tools/list", String::new()),
        ("resources/list", String::new()),
        ("resources/templates/list", String::new()),
        ("prompts/list", String::new()),
        ("resources/read", r#""uri":"test://items/1","#.to_owned()),
        ("prompts/get", r#""name":"x.review","arguments":{"ref":"a"},"#.to_owned()),
        ("completion/complete", format!(r#"{reference},"argument":{{"name":"id","value":""}},"#)),
        ("completion/complete", format!(r#"{reference},"argument":{{"name":"id"}},"#)),
    ];
    for (method, params) in cases {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}{META}}}}}"#
        );
        session.line(&line).await;
        let answer = session.next().await;
        let result = &answer["result"];
        assert_eq!(result["resultType"], "complete", "{answer}");
        let identity = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert_eq!(identity["name"], "cloudg", "{answer}");
        let cached = method.ends_with("list") || method == "resources/read";
        assert_eq!(result.get("cacheScope").is_some(), cached, "{answer}");
    }
}

#[tokio::test]
async fn the_client_in_memory_reads_and_completes() {
    let client = cloudg_runtime::client::Client::new(layer());
    assert_eq!(client.list_resources().len(), 1);
    assert_eq!(client.list_resource_templates().len(), 1);
    assert_eq!(client.list_prompts()[0]["name"], "x.review");
    let read = client.read_resource("test://items/7").await.unwrap();
    let mut remote = ProtocolClient::connect(layer()).await.unwrap();
    let sent = remote.request("resources/read", json!({"uri": "test://items/7"})).await.unwrap();
    assert_eq!(sent["contents"], Value::from_iter(read.iter().map(ResourceContents::to_wire)));
    let target =
        cloudg_runtime::CompletionTarget::Template { uri: "test://items/{+id}".to_owned() };
    assert_eq!(client.complete(target, "id", "a").await.unwrap().values, ["a1"]);
    let arguments = serde_json::Map::from_iter([("ref".to_owned(), json!("a"))]);
    assert_eq!(client.get_prompt("x.review", arguments).await.unwrap().messages.len(), 4);
    remote.close().await.unwrap();
}
