//! Which resource an address names, what its contents look like, and how a read fails.

use serde_json::json;

use super::*;
use crate::testing::{layer_of, resource, template};

fn layer_with(contents: Contents) -> Layer {
    layer_of([resource("x://a", move |_| Ok(contents.clone())).into()])
}

async fn read(layer: &Layer, uri: &str) -> String {
    let items = layer.read_resource(ReadRequest::new(uri)).await.expect("it can be read");
    Value::from_iter(items.iter().map(ResourceContents::to_wire)).to_string()
}

async fn fail(layer: &Layer, uri: &str) -> LayerError {
    layer.read_resource(ReadRequest::new(uri)).await.expect_err(uri)
}

#[tokio::test]
async fn contents_by_what_the_handler_returns() {
    let cases = [
        (
            Contents::Text("a\n".into()),
            r#"[{"uri":"x://a","text":"a\n","mimeType":"application/json"}]"#,
        ),
        (
            Contents::Bytes(b"hello".into()),
            r#"[{"uri":"x://a","blob":"aGVsbG8=","mimeType":"application/json"}]"#,
        ),
        (
            Contents::Json(json!({"a": 1})),
            r#"[{"uri":"x://a","text":"{\n  \"a\": 1\n}","mimeType":"application/json"}]"#,
        ),
        (
            Contents::Json(Value::Null),
            r#"[{"uri":"x://a","text":"null","mimeType":"application/json"}]"#,
        ),
        (Contents::Items(vec![]), r#"[{"uri":"x://a","text":"[]","mimeType":"application/json"}]"#),
        (
            Contents::Items(vec![
                ResourceContents::text("x://b", "b").with_mime_type("text/plain"),
                ResourceContents::blob("x://c", b"c"),
            ]),
            r#"[{"uri":"x://b","text":"b","mimeType":"text/plain"},{"uri":"x://c","blob":"Yw=="}]"#,
        ),
    ];
    for (contents, expected) in cases {
        assert_eq!(read(&layer_with(contents), "x://a").await, expected);
    }
}

#[tokio::test]
async fn json_of_an_unsaid_media_type_is_said_to_be_json() {
    let mut json = resource("x://json", |_| Ok(Contents::Json(json!(1))));
    let mut text = resource("x://text", |_| Ok(Contents::Text("a".into())));
    json.mime_type = "".into();
    text.mime_type = "".into();
    let layer = layer_of([json.into(), text.into()]);
    let expected = r#"[{"uri":"x://json","text":"1","mimeType":"application/json"}]"#;
    assert_eq!(read(&layer, "x://json").await, expected);
    assert_eq!(read(&layer, "x://text").await, r#"[{"uri":"x://text","text":"a"}]"#);
}

#[tokio::test]
async fn an_address_names_the_resource_the_longest_template_or_nothing() {
    let named = resource("x://graph/d3", |ctx| Ok(Contents::Text(ctx.name().to_owned())));
    let layer = layer_of([
        named.into(),
        template("x://graph/{format}").into(),
        template("x://assets/{+ref}").into(),
        template("x://assets/{+ref}/neighbors").into(),
    ]);
    let fixed = r#"[{"uri":"x://graph/d3","text":"x://graph/d3","mimeType":"application/json"}]"#;
    assert_eq!(read(&layer, "x://graph/d3").await, fixed);
    assert_eq!(read(&layer, "x://graph/%64%33").await, fixed);
    for (uri, text) in [
        ("x://graph/%64", r#"{\n  \"format\": \"d\"\n}"#),
        ("x://assets/a/neighbors", r#"{\n  \"ref\": \"a\"\n}"#),
        ("x://assets/a%2Fneighbors", r#"{\n  \"ref\": \"a/neighbors\"\n}"#),
    ] {
        let expected =
            format!(r#"[{{"uri":"{uri}","text":"{text}","mimeType":"application/json"}}]"#);
        assert_eq!(read(&layer, uri).await, expected);
    }
    for uri in ["", "x://graph", "x://assets/", "x://assets/a\n", "X://graph/d3"] {
        let error = fail(&layer, uri).await;
        assert_eq!(error.to_string(), format!("Unknown resource: {uri}"));
        assert_eq!((error.json_rpc(), error.data()), (-32602, Some(json!({ "uri": uri }))));
    }
}

#[tokio::test]
async fn what_is_not_found_carries_the_address_and_its_own_detail() {
    let data = json!({"value": "b", "uri": "y", "suggestions": []});
    let error = ToolError::not_found("No such asset.").with_data(data);
    let layer = layer_of([resource("x://a", move |_| Err(error.clone())).into()]);
    let error = fail(&layer, "x://a").await;
    assert!(matches!(error, LayerError::MissingResource(_)));
    assert_eq!((error.to_string().as_str(), error.json_rpc()), ("No such asset.", -32602));
    let expected = r#"{"uri":"x://a","value":"b","suggestions":[]}"#;
    assert_eq!(error.data().unwrap().to_string(), expected);
}

#[tokio::test]
async fn errors_keep_their_code_but_unexpected_ones_their_secret() {
    let secret = || ToolError::handler("KeyError: secret").with_data(json!("secret"));
    let layer = layer_of([
        resource("x://denied", |_| Err(ToolError::denied("No.").with_data(json!(1)))).into(),
        resource("x://broken", move |_| Err(secret())).into(),
        resource("x://panic", |_| panic!("secret")).into(),
    ]);
    let denied = fail(&layer, "x://denied").await;
    assert_eq!(
        (denied.json_rpc(), denied.to_string(), denied.data()),
        (-31001, "No.".into(), Some(json!(1)))
    );
    for uri in ["x://broken", "x://panic"] {
        let error = fail(&layer, uri).await;
        assert_eq!((error.json_rpc(), error.data()), (-32603, None));
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn an_async_handler_answers_and_ends_with_its_caller() {
    let mut spec = resource("x://a", |_| Ok(Contents::Text(String::new())));
    spec.handler = crate::ResourceHandler::Async(|_| Box::pin(std::future::pending()));
    let mut by_name = template("x://t/{a}");
    by_name.handler = crate::TemplateHandler::Async(|_, mut variables| {
        Box::pin(async move { Ok(Contents::Text(variables.take("a").unwrap_or_default())) })
    });
    let layer = layer_of([spec.into(), by_name.into()]);
    let expected = r#"[{"uri":"x://t/1","text":"1","mimeType":"application/json"}]"#;
    assert_eq!(read(&layer, "x://t/1").await, expected);
    let request = ReadRequest::new("x://a");
    request.origin.cancelled.cancel();
    assert_eq!(layer.read_resource(request).await, Err(LayerError::Cancelled));
}
