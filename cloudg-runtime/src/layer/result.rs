//! Shapes the outcome of a call into the result a client gets.

use std::{sync::Arc, time::Instant};

use serde_json::{Map, Value};

use super::{
    outgoing,
    output::{OutputFailure, OutputPipeline},
};
use crate::{
    ContentBlock, ErrorCode, Labels, ResourceLink, ToolError, ToolResult, json_text, reply::WRAPPER,
};

/// What follows a text that was cut.
const CUT_NOTE: &str = "\n... [truncated by cloudg mcp layer]";

/// Shapes one call; started with it, so that it can tell how long it took.
pub(super) struct Shaper {
    started: Instant,
    output: Arc<dyn OutputPipeline>,
    labels: Labels,
    max_chars: usize,
}

impl Shaper {
    /// Starts a call of a tool whose answers have these labels.
    pub(super) fn start(output: Arc<dyn OutputPipeline>, labels: Labels, max_chars: usize) -> Self {
        Self { started: Instant::now(), output, labels, max_chars }
    }

    /// The value, its text, the links, and how long it took.
    pub(super) fn value(
        &self,
        value: Value,
        links: Vec<ResourceLink>,
    ) -> Result<ToolResult, OutputFailure> {
        let (value, labels) = match value {
            object @ Value::Object(_) => (object, self.labels),
            other => (wrapped(other), self.labels.under(WRAPPER)),
        };
        let structured = match self.output.labelled(value, labels)? {
            object @ Value::Object(_) => object,
            other => wrapped(other),
        };
        let mut report = Map::new();
        // Keys are texts and numbers always have one, so rendering cannot fail.
        let text = json_text::pretty(&structured).map_err(|_| OutputFailure)?;
        let text = self.capped(text, &mut report);
        let mut result = ToolResult::new(vec![ContentBlock::text(text)]);
        self.append(&mut result, links)?;
        result.structured = Some(structured);
        if !report.is_empty() {
            result.meta.insert("cloudg/transforms".to_owned(), Value::Object(report));
        }
        self.stamp(&mut result);
        Ok(result)
    }

    /// The result of the handler, its links, and how long it took. Nothing is cut.
    pub(super) fn result(
        &self,
        result: ToolResult,
        links: Vec<ResourceLink>,
    ) -> Result<ToolResult, OutputFailure> {
        let (output, labels) = (&*self.output, self.labels);
        let block = |block| outgoing::block(output, block, labels);
        let labelled = |value| output.labelled(value, labels);
        let mut shaped = ToolResult {
            structured: result.structured.map(labelled).transpose()?,
            content: result.content.into_iter().map(block).collect::<Result<_, _>>()?,
            is_error: result.is_error,
            meta: outgoing::meta(output, result.meta)?,
        };
        self.append(&mut shaped, links)?;
        if !shaped.is_error {
            self.stamp(&mut shaped);
        }
        Ok(shaped)
    }

    /// The message, the code, and the detail if there is one.
    pub(super) fn failure(&self, error: ToolError) -> Result<ToolResult, OutputFailure> {
        let mut result = ToolResult::error(self.output.text(error.message)?);
        result.meta.insert("cloudg/error_code".to_owned(), ErrorCode::to_wire(error.code));
        if let Some(data) = error.data {
            let data = self.output.labelled(data, Labels::root(error.labels))?;
            result.meta.insert("cloudg/error_data".to_owned(), data);
        }
        Ok(result)
    }

    fn append(
        &self,
        result: &mut ToolResult,
        links: Vec<ResourceLink>,
    ) -> Result<(), OutputFailure> {
        for link in links {
            result.content.push(outgoing::link(&*self.output, link)?.into());
        }
        Ok(())
    }

    /// Tells how long the call took, unless the handler did.
    fn stamp(&self, result: &mut ToolResult) {
        let elapsed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        result.meta.entry("cloudg/duration_ms").or_insert_with(|| Value::from(elapsed));
    }

    /// The first `max_chars` characters with a note, when there are more.
    fn capped(&self, mut text: String, report: &mut Map<String, Value>) -> String {
        // No text has more characters than bytes: most need no counting.
        if text.len() <= self.max_chars {
            return text;
        }
        if let Some((end, _)) = text.char_indices().nth(self.max_chars) {
            let removed = text[end..].chars().count();
            report.insert("truncated_chars".to_owned(), Value::from(removed));
            text.truncate(end);
            text.push_str(CUT_NOTE);
        }
        text
    }
}

/// Anything but an object becomes `{"result": value}`.
fn wrapped(value: Value) -> Value {
    Value::Object(Map::from_iter([(WRAPPER.to_owned(), value)]))
}
