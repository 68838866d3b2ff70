//! Every shape on the wire, key for key.

use serde_json::json;

use super::*;
use crate::ToolError;

fn check(wire: &Value, expected: &str) {
    assert_eq!(wire.to_string(), expected);
}

fn hints() -> ContentAnnotations {
    ContentAnnotations {
        audience: vec![Role::Assistant, Role::User].into(),
        priority: Some(0.5),
        last_modified: Some("2026-01-01".into()),
    }
}

fn extra() -> Map<String, Value> {
    Map::from_iter([("x/y".to_owned(), json!(1))])
}

const HINTS: &str =
    r#""annotations":{"audience":["assistant","user"],"priority":0.5,"lastModified":"2026-01-01"}"#;

#[test]
fn texts() {
    check(&ContentBlock::text("").to_wire(), r#"{"type":"text","text":""}"#);
    let full = TextBlock { body: "a".into(), annotations: hints(), meta: extra() };
    let expected = format!(r#"{{"type":"text","text":"a",{HINTS},"_meta":{{"x/y":1}}}}"#);
    check(&ContentBlock::Text(full).to_wire(), &expected);
    let data = ContentBlock::text(TextBody::json(json!({"a": [2.0]})));
    check(&data.to_wire(), r#"{"type":"text","text":"{\n  \"a\": [\n    2.0\n  ]\n}"}"#);
}

#[test]
fn pictures_and_sounds() {
    let mut block = media(vec![255, 254], "audio/wav".to_owned());
    (block.annotations, block.meta) = (hints(), extra());
    let expected = format!(
        r#"{{"type":"audio","data":"//4=","mimeType":"audio/wav",{HINTS},"_meta":{{"x/y":1}}}}"#
    );
    check(&ContentBlock::Audio(block).to_wire(), &expected);
}

#[test]
fn embedded_resources() {
    let text = ContentBlock::resource(ResourceContents::text("x://a", "{}"));
    check(
        &text.to_wire(),
        r#"{"type":"resource","resource":{"uri":"x://a","text":"{}","mimeType":"application/json"}}"#,
    );
    let mut blob = ResourceContents::blob("x://a", *b"hello");
    blob.meta = extra();
    check(
        &ContentBlock::resource(blob).to_wire(),
        r#"{"type":"resource","resource":{"uri":"x://a","blob":"aGVsbG8=","_meta":{"x/y":1}}}"#,
    );
}

#[test]
fn links_leave_out_what_is_empty_and_keep_a_size_of_zero() {
    let mut link = ResourceLink::new("x://a", "a").with_title("").with_priority(3.0);
    check(
        &link.to_wire(),
        r#"{"type":"resource_link","uri":"x://a","name":"a","mimeType":"application/json","annotations":{"priority":1.0}}"#,
    );
    link = link.with_title("A").with_description("d").with_priority(f64::NAN);
    (link.size, link.mime_type, link.meta) = (Some(0), String::new(), extra());
    check(
        &link.to_wire(),
        r#"{"type":"resource_link","uri":"x://a","name":"a","title":"A","description":"d","size":0,"_meta":{"x/y":1}}"#,
    );
}

#[test]
fn tool_results_send_an_empty_object_but_not_null() {
    let result = ToolResult::new(vec![]).with_structured(json!({}));
    check(&result.to_wire(), r#"{"content":[],"isError":false,"structuredContent":{}}"#);
    let result = ToolResult::new(vec![]).with_structured(Value::Null);
    check(&result.to_wire(), r#"{"content":[],"isError":false}"#);
}

#[test]
fn what_handlers_of_resources_return() {
    let item = ResourceContents::text("x://a", "a");
    let cases = [
        ("a".to_owned().into_contents(), Contents::Text("a".to_owned())),
        (Ok::<_, ToolError>("a").into_contents(), Contents::Text("a".to_owned())),
        (json!("a").into_contents(), Contents::Text("a".to_owned())),
        (().into_contents(), Contents::Json(Value::Null)),
        (json!({"a": 1}).into_contents(), Contents::Json(json!({"a": 1}))),
        (item.clone().into_contents(), Contents::Items(vec![item.clone()])),
        (Ok::<_, ToolError>(vec![item.clone()]).into_contents(), Contents::Items(vec![item])),
    ];
    for (given, expected) in cases {
        assert_eq!(given, Ok(expected));
    }
    let failed: Result<Value, ToolError> = Err(ToolError::denied("no"));
    assert_eq!(failed.into_contents(), Err(ToolError::denied("no")));
}

#[test]
fn what_handlers_of_prompts_return() {
    let message = PromptMessage::user(ContentBlock::text("a"));
    let expected = PromptResult::new(vec![message.clone()]);
    assert_eq!("a".into_prompt(), Ok(expected.clone()));
    assert_eq!("a".to_owned().into_prompt(), Ok(expected.clone()));
    assert_eq!(message.clone().into_prompt(), Ok(expected.clone()));
    assert_eq!(Ok::<_, ToolError>(vec![message]).into_prompt(), Ok(expected.clone()));
    assert_eq!(expected.clone().into_prompt(), Ok(expected));
    let wire = PromptMessage::assistant(ContentBlock::text("b")).to_wire();
    check(&wire, r#"{"role":"assistant","content":{"type":"text","text":"b"}}"#);
}
