//! One call of a tool, for every command that makes one.

use std::{fs, io::Read};

use anyhow::Context;
use cloudg_runtime::{CallRequest, Capability, Principal, Tool, ToolResult};
use serde_json::Value;

use super::{
    failure::{Failure, tell_refusal, unknown},
    refusal::Asked,
    setup,
};
use crate::{
    App,
    cli::{LayerOptions, ListingOptions},
    output,
};

/// What a tool answered.
pub(super) struct Called {
    tool: Tool,
    /// What the tool was called with.
    pub(super) arguments: Value,
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
        Self::typed(app, options, tool, |_| Ok(arguments))
    }

    /// As [`Self::new`], with arguments that depend on what the tool takes. Nothing is loaded for a
    /// tool that does not exist or for arguments that cannot be read.
    pub(super) fn typed(
        app: &App,
        options: &LayerOptions,
        name: &str,
        arguments: impl FnOnce(&Tool) -> Result<Value, Failure>,
    ) -> Result<Self, Failure> {
        let (layer, workspace) = setup::unloaded(app, options, &ListingOptions::default())?;
        let Some(tool) = layer.find_tool(name, &Principal::local()).cloned() else {
            return Err(unknown("tool", name, layer.registry().tools().map(Tool::name)));
        };
        let arguments = arguments(&tool)?;
        setup::load(&workspace, options)?;
        let request = CallRequest::new(name, Some(arguments.clone()));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let result = runtime.block_on(layer.call_tool(request))?;
        let wire = result.to_wire();
        Ok(Self { tool, arguments, result, wire })
    }

    /// Whether the tool refused or failed.
    pub(super) fn is_error(&self) -> bool {
        self.wire["isError"] == Value::Bool(true)
    }

    /// Tells on stderr why there is no answer.
    pub(super) fn refuse(&self) {
        let schema = self.tool.input_schema();
        let asked = Asked { schema, arguments: &self.arguments };
        tell_refusal(self.message(), self.result.error_data(), Some(asked));
    }

    /// What the tool says where it has no answer.
    pub(super) fn message(&self) -> &str {
        self.wire["content"][0]["text"].as_str().unwrap_or_default()
    }

    /// Whether the tool may have changed what is in memory, and wrote no file about it.
    pub(super) fn changes_memory(&self) -> bool {
        let capabilities = self.tool.spec().capabilities;
        capabilities.has(Capability::WriteState) && !capabilities.has(Capability::WriteFs)
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
