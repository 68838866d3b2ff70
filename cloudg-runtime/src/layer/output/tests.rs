//! Labels on their way from a declaration to what leaves: a pipeline hides what is labelled.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use serde_json::{Map, json};

use super::*;
use crate::{
    CallRequest, ContentBlock, Contents, Label, Labelled, Layer, ReadRequest, Registry, Reply,
    Spec, TextBody, ToolError, ToolResult,
    testing::{failing, resource, tool_with},
};

/// Replaces whatever has a label by the label, keys too; the rest stays.
struct Mask;

impl OutputPipeline for Mask {
    fn labelled(&self, value: Value, labels: Labels) -> Result<Value, OutputFailure> {
        Ok(mask(&value, labels))
    }

    fn text(&self, text: String) -> Result<String, OutputFailure> {
        Ok(text)
    }
}

fn mask(value: &Value, labels: Labels) -> Value {
    match value {
        Value::Object(object) => {
            let members = labels.object(object);
            let entry = |(key, value): (&String, &Value)| {
                let member = members.member(key);
                (word(member.key).unwrap_or(key).to_owned(), mask(value, member.value))
            };
            Value::Object(object.iter().map(entry).collect())
        }
        Value::Array(items) => {
            let item = |(index, item)| mask(item, labels.item(index));
            Value::Array(items.iter().enumerate().map(item).collect())
        }
        scalar => word(labels.label()).map_or_else(|| scalar.clone(), Value::from),
    }
}

fn word(label: Option<Label>) -> Option<&'static str> {
    label.filter(|label| *label != Label::Public).map(Label::as_str)
}

#[derive(Serialize, Labelled)]
struct Owner {
    #[label(name)]
    name: String,
    #[label(keys(account), values(tag_value))]
    tags: BTreeMap<String, String>,
    count: usize,
}

fn owner() -> Value {
    json!({"name": "db-1", "tags": {"123": "prod"}, "count": 2, "extra": "x"})
}

const MASKED: &str = r#"{"name":"name","tags":{"account":"tag_value"},"count":2,"extra":"x"}"#;

fn layer(specs: impl IntoIterator<Item = Spec>) -> Layer {
    let mut registry = Registry::new();
    for spec in specs {
        registry.add(spec).unwrap();
    }
    Layer::builder(registry).output(Arc::new(Mask)).build().unwrap()
}

/// A tool whose answers are labelled like an owner, or a list of them.
fn answering<T: Labelled>(reply: Reply) -> Spec {
    let mut spec = tool_with("one", &json!({}), move |_, _| Ok(reply.clone()));
    spec.labels = Labels::of::<T>();
    spec.into()
}

async fn call(spec: Spec) -> ToolResult {
    layer([spec]).call_tool(CallRequest::new("one", Some(json!({})))).await.unwrap()
}

#[tokio::test]
async fn structured_content_and_its_text_are_labelled() {
    let result = call(answering::<Owner>(Reply::Value(owner()))).await;
    assert_eq!(result.structured.as_ref().unwrap().to_string(), MASKED);
    let text: Value = serde_json::from_str(&result.text()).unwrap();
    assert_eq!(text.to_string(), MASKED);
}

#[tokio::test]
async fn a_wrapped_list_is_labelled() {
    let result = call(answering::<Vec<Owner>>(Reply::Value(json!([owner()])))).await;
    assert_eq!(result.structured.unwrap().to_string(), format!("{{\"result\":[{MASKED}]}}"));
}

#[tokio::test]
async fn data_in_a_result_of_the_handler_is_labelled() {
    let block = ContentBlock::text(TextBody::json(owner()));
    let given = ToolResult::new(vec![block]).with_structured(owner()).with_meta("name", "kept");
    let result = call(answering::<Owner>(Reply::Result(given))).await;
    assert_eq!(result.structured.as_ref().unwrap().to_string(), MASKED);
    let text: Value = serde_json::from_str(&result.text()).unwrap();
    assert_eq!(text.to_string(), MASKED);
    assert_eq!(result.meta["name"], json!("kept"));
}

#[tokio::test]
async fn error_data_has_labels_of_its_own() {
    let error = ToolError::invalid("No.").with_data(owner()).with_labels::<Owner>();
    let result = call(failing("one", error).into()).await;
    assert_eq!(result.error_data().unwrap().to_string(), MASKED);
    let plain = failing("one", ToolError::invalid("No.").with_data(owner()));
    assert_eq!(call(plain.into()).await.error_data(), Some(&owner()));
}

#[tokio::test]
async fn json_contents_are_labelled() {
    let mut spec = resource("x://owner", |_| Ok(Contents::Json(owner())));
    spec.labels = Labels::of::<Owner>();
    let items = layer([spec.into()]).read_resource(ReadRequest::new("x://owner")).await.unwrap();
    let text = items[0].to_wire()["text"].as_str().unwrap().to_owned();
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value.to_string(), MASKED);
}

#[tokio::test]
async fn a_detail_that_is_no_object_keeps_its_labels() {
    let spec = resource("x://owner", |_| {
        let error = ToolError::not_found("No.").with_data(json!([owner()]));
        Err(error.with_labels::<Vec<Owner>>())
    });
    let layer = layer([spec.into()]);
    let error = layer.read_resource(ReadRequest::new("x://owner")).await.unwrap_err();
    let data = error.data().unwrap();
    let expected: Map<String, Value> =
        serde_json::from_str(&format!("{{\"uri\":\"x://owner\",\"detail\":[{MASKED}]}}")).unwrap();
    assert_eq!(data, Value::Object(expected));
}
