//! What a prompt gives: messages of a conversation.

use serde_json::{Map, Value};

use super::{ContentBlock, Role, put, put_text};
use crate::ToolError;

/// One message.
///
/// ```
/// use cloudg_runtime::{ContentBlock, PromptMessage, Role};
///
/// let message = PromptMessage::assistant(ContentBlock::text("Hello."));
/// assert_eq!(message.role, Role::Assistant);
/// assert_eq!(message.to_wire()["content"]["text"], "Hello.");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: ContentBlock,
}

impl PromptMessage {
    /// A message of the person.
    pub fn user(content: ContentBlock) -> Self {
        Self { role: Role::User, content }
    }

    /// A message of the model.
    pub fn assistant(content: ContentBlock) -> Self {
        Self { role: Role::Assistant, content }
    }

    /// `role`, `content`.
    pub fn to_wire(&self) -> Value {
        let mut wire = Map::new();
        put(&mut wire, "role", self.role.as_str());
        put(&mut wire, "content", self.content.to_wire());
        Value::Object(wire)
    }
}

/// A conversation to begin with.
///
/// ```
/// use cloudg_runtime::{ContentBlock, PromptMessage, PromptResult};
///
/// let question = PromptMessage::user(ContentBlock::text("What is new?"));
/// let result = PromptResult::new(vec![question]).with_description("Asks for news");
/// assert_eq!(result.to_wire()["description"], "Asks for news");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PromptResult {
    /// What the conversation is for; when absent, the description of the prompt is sent.
    pub description: Option<String>,
    /// The messages in order.
    pub messages: Vec<PromptMessage>,
}

impl PromptResult {
    /// Messages without a description of their own.
    pub fn new(messages: Vec<PromptMessage>) -> Self {
        Self { description: None, messages }
    }

    /// The same conversation with a description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// `messages`, `description`?; an empty description is left out.
    ///
    /// ```
    /// use cloudg_runtime::{ContentBlock, PromptMessage, PromptResult};
    ///
    /// let hello = PromptMessage::user(ContentBlock::text("Hello"));
    /// assert_eq!(
    ///     PromptResult::new(vec![hello]).with_description("Greets").to_wire().to_string(),
    ///     r#"{"messages":[{"role":"user","content":{"type":"text","text":"Hello"}}],"description":"Greets"}"#
    /// );
    /// ```
    pub fn to_wire(&self) -> Value {
        let mut wire = Map::new();
        let messages: Vec<Value> = self.messages.iter().map(PromptMessage::to_wire).collect();
        put(&mut wire, "messages", messages);
        put_text(&mut wire, "description", self.description.as_deref().unwrap_or_default());
        Value::Object(wire)
    }
}

/// Everything a handler of a prompt may return: a [`PromptResult`], a message or a list of them,
/// a text (one message of the person), or a `Result` of one of these.
///
/// ```
/// use cloudg_runtime::{ContentBlock, IntoPrompt, PromptMessage};
///
/// let message = PromptMessage::user(ContentBlock::text("Hello."));
/// assert_eq!("Hello.".into_prompt(), vec![message].into_prompt());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a prompt",
    label = "not usable as a conversation",
    note = "an answer is a text, a `PromptMessage` or a list of them, a `PromptResult`, or a `Result<T, ToolError>` of one of these"
)]
pub trait IntoPrompt {
    /// Turns the value into a conversation.
    fn into_prompt(self) -> Result<PromptResult, ToolError>;
}

impl IntoPrompt for PromptResult {
    fn into_prompt(self) -> Result<PromptResult, ToolError> {
        Ok(self)
    }
}

impl IntoPrompt for Vec<PromptMessage> {
    fn into_prompt(self) -> Result<PromptResult, ToolError> {
        Ok(PromptResult::new(self))
    }
}

impl IntoPrompt for PromptMessage {
    fn into_prompt(self) -> Result<PromptResult, ToolError> {
        Ok(PromptResult::new(vec![self]))
    }
}

impl IntoPrompt for String {
    fn into_prompt(self) -> Result<PromptResult, ToolError> {
        PromptMessage::user(ContentBlock::text(self)).into_prompt()
    }
}

impl IntoPrompt for &str {
    fn into_prompt(self) -> Result<PromptResult, ToolError> {
        self.to_owned().into_prompt()
    }
}

impl<T: IntoPrompt> IntoPrompt for Result<T, ToolError> {
    fn into_prompt(self) -> Result<PromptResult, ToolError> {
        self?.into_prompt()
    }
}
