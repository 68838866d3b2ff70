//! One call of a tool, for every command that makes one.

use std::{fs, io::Read};

use anyhow::Context;
use cloudg_runtime::{CallRequest, Principal, Tool, ToolResult};
use serde_json::Value;

use super::{
    failure::{Failure, tell_refusal, unknown},
    setup,
};
use crate::{
    App,
    cli::{LayerOptions, ListingOptions},
    output,
};

/// What a tool answered.
pub(super) struct Called {
    result: ToolResult,
    /// The whole result as a client receives it.
    pub(super) wire: Value,
}

impl Called {
    /// Loads what the options ask for and calls the tool through the layer.
    pub(super) fn new(
        app: &App,
        options: &LayerOptions,
        tool: &str,
        arguments: Value,
    ) -> Result<Self, Failure> {
        let layer = setup::layer(app, options, &ListingOptions::default())?;
        if layer.find_tool(tool, &Principal::local()).is_none() {
            return Err(unknown("tool", tool, layer.registry().tools().map(Tool::name)));
        }
        let request = CallRequest::new(tool, Some(arguments));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let result = runtime.block_on(layer.call_tool(request))?;
        let wire = result.to_wire();
        Ok(Self { result, wire })
    }

    /// Whether the tool refused or failed.
    pub(super) fn is_error(&self) -> bool {
        self.wire["isError"] == Value::Bool(true)
    }

    /// Tells on stderr why there is no answer.
    pub(super) fn refuse(&self) -> Result<(), Failure> {
        let message = self.wire["content"][0]["text"].as_str().unwrap_or_default();
        tell_refusal(message, self.result.error_data())
    }

    /// The structured answer, or the content blocks of a tool that has none, on stdout.
    pub(super) fn print(&self) -> std::io::Result<()> {
        if let Some(structured) = self.structured() {
            return output::json(structured);
        }
        for block in self.wire["content"].as_array().into_iter().flatten() {
            match block["text"].as_str() {
                Some(text) => output::line(text)?,
                None => output::json(block)?,
            }
        }
        Ok(())
    }

    /// The structured answer.
    pub(super) fn structured(&self) -> Option<&Value> {
        self.wire.get("structuredContent")
    }
}

/// The text itself, of `@FILE`, or for `-` of standard input; `what` names it in errors.
pub(super) fn text(source: &str, what: &str) -> anyhow::Result<String> {
    match (source, source.strip_prefix('@')) {
        ("-", _) => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .with_context(|| format!("{what}: standard input"))?;
            Ok(text)
        }
        (_, Some(path)) => fs::read_to_string(path).with_context(|| format!("{what}: `{path}`")),
        _ => Ok(source.to_owned()),
    }
}
