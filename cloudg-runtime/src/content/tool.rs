//! The result of a tool call.

use serde_json::{Map, Value};

use super::{ContentBlock, put, put_meta};

/// A result put together by a handler, and the result of every call once the layer has shaped it.
/// The layer neither renders nor cuts what a handler put together.
///
/// ```
/// use cloudg_runtime::{ContentBlock, ToolResult};
/// use serde_json::json;
///
/// let result = ToolResult::new(vec![ContentBlock::text("One dot.")])
///     .with_structured(json!({"dots": 1}))
///     .with_meta("my/source", "memory");
/// assert_eq!(result.text(), "One dot.");
/// assert_eq!(result.to_wire()["structuredContent"]["dots"], 1);
/// assert_eq!(result.error_code(), None, "it did not fail");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolResult {
    /// The value for programs; absent when the call failed. `{}` is sent, null is not.
    pub structured: Option<Value>,
    /// The blocks for the model, in order.
    pub content: Vec<ContentBlock>,
    /// Whether the call failed.
    pub is_error: bool,
    /// Extra keys; none are sent when it is empty.
    pub meta: Map<String, Value>,
}

impl ToolResult {
    /// A result of these blocks.
    pub fn new(content: Vec<ContentBlock>) -> Self {
        Self { content, ..Self::default() }
    }

    /// A failed call with one text.
    pub fn error(message: impl Into<String>) -> Self {
        let content = vec![ContentBlock::text(message.into())];
        Self { content, is_error: true, ..Self::default() }
    }

    /// The same result with a value for programs.
    #[must_use]
    pub fn with_structured(mut self, value: Value) -> Self {
        self.structured = Some(value);
        self
    }

    /// The same result with an extra key of `_meta`.
    #[must_use]
    pub fn with_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// The text of the first block; empty when that is no text.
    pub fn text(&self) -> String {
        let first = self.content.first().and_then(ContentBlock::as_text);
        first.map_or_else(String::new, super::TextBody::render)
    }

    /// The code of a failed call, as in `cloudg/error_code`.
    pub fn error_code(&self) -> Option<&Value> {
        self.meta.get("cloudg/error_code")
    }

    /// The detail of a failed call, as in `cloudg/error_data`.
    pub fn error_data(&self) -> Option<&Value> {
        self.meta.get("cloudg/error_data")
    }

    /// `content`, `isError`, `structuredContent`?, `_meta`?.
    ///
    /// ```
    /// use cloudg_runtime::ToolResult;
    ///
    /// let result = ToolResult::error("No.").with_meta("x/code", 7);
    /// assert_eq!(
    ///     result.to_wire().to_string(),
    ///     r#"{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"x/code":7}}"#
    /// );
    /// ```
    pub fn to_wire(&self) -> Value {
        let mut wire = Map::new();
        let content: Vec<Value> = self.content.iter().map(ContentBlock::to_wire).collect();
        put(&mut wire, "content", content);
        put(&mut wire, "isError", self.is_error);
        if let Some(structured) = self.structured.as_ref().filter(|value| !value.is_null()) {
            put(&mut wire, "structuredContent", structured.clone());
        }
        put_meta(&mut wire, &self.meta);
        Value::Object(wire)
    }
}
