//! The messages of a prompt: the task, the context as data, and resources with what they serve.

use std::sync::Arc;

use cloudg_runtime::{
    ContentBlock, PromptMessage, PromptResult, ResourceContents, TextBody, ToolContext, ToolError,
};
use serde::Serialize;
use serde_json::{Map, Value};

use super::tasks;
use crate::{dataset::Dataset, tools::dataset_views::SummaryReply, workspace::Workspace};

/// The line above the context.
const HEADING: &str = "Context for this task (JSON):";
/// What is said where nothing is loaded.
const NO_DATA: &str = include_str!("tasks/no_data.md");

/// A conversation that is being put together.
pub(super) struct Briefing {
    title: Option<String>,
    messages: Vec<PromptMessage>,
}

impl Briefing {
    /// Begins with the task, and the context as data.
    pub(super) fn new(ctx: &ToolContext, task: &str, context: Map<String, Value>) -> Self {
        let task = ContentBlock::text(tasks::render(ctx, task));
        let context = ContentBlock::text(TextBody::fenced(HEADING, Value::Object(context)));
        let messages = vec![PromptMessage::user(task), PromptMessage::user(context)];
        Self { title: title(ctx), messages }
    }

    /// Adds a resource with exactly what it serves.
    pub(super) fn embed(mut self, uri: String, contents: Value) -> Self {
        let resource = ResourceContents::text(uri, TextBody::json(contents));
        self.messages.push(PromptMessage::user(ContentBlock::resource(resource)));
        self
    }

    /// Adds the summary of a dataset.
    pub(super) fn embed_summary(self, dataset: &Dataset) -> Result<Self, ToolError> {
        let uri = format!("cloudg://datasets/{}/summary", dataset.name());
        Ok(self.embed(uri, to_value(&SummaryReply::new(dataset))?))
    }

    /// The conversation.
    pub(super) fn finish(self) -> PromptResult {
        PromptResult { description: self.title, messages: self.messages }
    }
}

/// What a prompt is about.
pub(super) enum Subject {
    /// A dataset, and whether it is the active one.
    Dataset {
        /// The dataset.
        dataset: Arc<Dataset>,
        /// Whether resources read it.
        is_active: bool,
    },
    /// Nothing is loaded, and no dataset was named.
    Nothing,
}

impl Subject {
    /// The dataset of that name, the active one without a name.
    pub(super) fn find(workspace: &Workspace, name: Option<String>) -> Result<Self, ToolError> {
        let name = name.unwrap_or_default();
        let active = workspace.active();
        if name.is_empty() && active.is_none() {
            return Ok(Self::Nothing);
        }
        let dataset = workspace.dataset(&name)?;
        let is_active = active.as_deref() == Some(dataset.name());
        Ok(Self::Dataset { dataset, is_active })
    }
}

/// The conversation about nothing: how to get data.
pub(super) fn no_data(ctx: &ToolContext) -> PromptResult {
    let text = ContentBlock::text(tasks::render(ctx, NO_DATA));
    PromptResult { description: title(ctx), messages: vec![PromptMessage::user(text)] }
}

/// The title of the prompt that is made, which describes its conversation.
fn title(ctx: &ToolContext) -> Option<String> {
    ctx.layer().registry().prompt(ctx.name())?.title().map(str::to_owned)
}

/// A reply as data.
pub(super) fn to_value(reply: &impl Serialize) -> Result<Value, ToolError> {
    serde_json::to_value(reply).map_err(|error| ToolError::internal(error.to_string()))
}

/// The members of a reply.
pub(super) fn to_members(reply: &impl Serialize) -> Result<Map<String, Value>, ToolError> {
    match to_value(reply)? {
        Value::Object(members) => Ok(members),
        _ => Err(ToolError::internal("The answer is no object.")),
    }
}
