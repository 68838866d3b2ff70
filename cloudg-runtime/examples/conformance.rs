//! What the official conformance suite of the protocol asks a server for, written with the
//! attributes alone.
//!
//! `just mcp-conformance` runs the suite against it. Names, texts and delays are the suite's. What
//! it asks for and is missing here (questions back to the client, tasks, streams that resume) the
//! framework does not have; those scenarios are listed in `tests/conformance/mcp-REVISION.yaml`.

use std::{error::Error, process::ExitCode, time::Duration};

use cloudg_runtime::{
    Bytes, Change, ContentBlock, Layer, LogLevel, PromptMessage, Registry, ResourceContents,
    ToolContext, ToolError, ToolResult, prompt, resource, tool, transport,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// One red pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\
    \0\0\0\x0cIDATx\xdac\xf8\xcf\xc0\0\0\x03\x01\x01\0\xf7\x03AC\0\0\0\0IEND\xaeB`\x82";
/// A millisecond of silence.
const WAV: &[u8] = b"RIFF,\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\
    \x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";
const STEP: Duration = Duration::from_millis(50);

fn main() -> ExitCode {
    transport::run(layer)
}

fn layer() -> Result<Layer, Box<dyn Error>> {
    let registry = Registry::collected(&[])?;
    Ok(Layer::builder(registry).identity("conformance", "1.0.0", "Conformance").build()?)
}

/// One text.
fn text(text: &str) -> ToolResult {
    ToolResult::new(vec![ContentBlock::text(text)])
}

/// A text with an address.
fn plain(uri: impl Into<String>, text: &str) -> ResourceContents {
    ResourceContents::text(uri, text).with_mime_type("text/plain")
}

/// Answers with a text.
#[tool]
fn test_simple_text(_ctx: &ToolContext) -> ToolResult {
    text("This is a simple text response for testing.")
}

/// Answers with a picture.
#[tool]
fn test_image_content(_ctx: &ToolContext) -> ToolResult {
    ToolResult::new(vec![ContentBlock::image(PNG, "image/png")])
}

/// Answers with a sound.
#[tool]
fn test_audio_content(_ctx: &ToolContext) -> ToolResult {
    ToolResult::new(vec![ContentBlock::audio(WAV, "audio/wav")])
}

/// Answers with a resource.
#[tool]
fn test_embedded_resource(_ctx: &ToolContext) -> ToolResult {
    let resource = plain("test://embedded-resource", "This is an embedded resource content.");
    ToolResult::new(vec![ContentBlock::resource(resource)])
}

/// Answers with a text, a picture and a resource.
#[tool]
fn test_multiple_content_types(_ctx: &ToolContext) -> ToolResult {
    let data = json!({"test": "data", "value": 123}).to_string();
    ToolResult::new(vec![
        ContentBlock::text("Multiple content types test:"),
        ContentBlock::image(PNG, "image/png"),
        ContentBlock::resource(ResourceContents::text("test://mixed-content-resource", data)),
    ])
}

/// Logs three times while it runs.
#[tool]
async fn test_tool_with_logging(ctx: &ToolContext) -> ToolResult {
    ctx.log(LogLevel::Info, "Tool execution started");
    tokio::time::sleep(STEP).await;
    ctx.log(LogLevel::Info, "Tool processing data");
    tokio::time::sleep(STEP).await;
    ctx.log(LogLevel::Info, "Tool execution completed");
    text("Tool execution completed.")
}

/// Logs once; a client that did not ask for logs does not see it.
#[tool]
fn test_logging_tool(ctx: &ToolContext) -> ToolResult {
    ctx.log(LogLevel::Info, "One record");
    text("Logged.")
}

/// Always fails.
#[tool]
fn test_error_handling(_ctx: &ToolContext) -> Result<Value, ToolError> {
    Err(ToolError::invalid("This tool intentionally returns an error for testing"))
}

/// Reports progress three times while it runs.
#[tool]
async fn test_tool_with_progress(ctx: &ToolContext) -> ToolResult {
    for done in [0.0, 50.0] {
        ctx.report_progress(done, Some(100.0), None);
        tokio::time::sleep(STEP).await;
    }
    ctx.report_progress(100.0, Some(100.0), None);
    text("Tool execution completed.")
}

/// A text that HTTP clients repeat in a header, so that a proxy can route by it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(transparent, extend("x-mcp-header" = "Region"))]
struct Region(String);

/// Answers with the region that it was asked for.
#[tool]
fn test_custom_headers(_ctx: &ToolContext, region: Region) -> ToolResult {
    text(&region.0)
}

/// Tells clients that the list of tools changed.
#[tool]
fn test_trigger_tool_change(ctx: &ToolContext) -> ToolResult {
    ctx.changes().notify(&Change::Tools);
    text("Told.")
}

/// Tells clients that the list of prompts changed.
#[tool]
fn test_trigger_prompt_change(ctx: &ToolContext) -> ToolResult {
    ctx.changes().notify(&Change::Prompts);
    text("Told.")
}

/// A text.
#[resource("test://static-text", mime_type = "text/plain")]
fn static_text(_ctx: &ToolContext) -> &'static str {
    "This is the content of the static text resource."
}

/// A picture.
#[resource("test://static-binary", mime_type = "image/png")]
fn static_binary(_ctx: &ToolContext) -> Bytes {
    Bytes(PNG.to_vec())
}

/// A text to subscribe to.
#[resource("test://watched-resource", mime_type = "text/plain")]
fn watched(_ctx: &ToolContext) -> &'static str {
    "Nothing new."
}

/// Data of one id.
#[resource("test://template/{id}/data")]
fn template_data(_ctx: &ToolContext, id: String) -> Value {
    let data = format!("Data for ID: {id}");
    json!({"id": id, "templateTest": true, "data": data})
}

/// Without arguments.
#[prompt]
fn test_simple_prompt(_ctx: &ToolContext) -> &'static str {
    "This is a simple prompt for testing."
}

/// With two arguments.
#[prompt(complete(arg1 = places, arg2 = places))]
fn test_prompt_with_arguments(
    _ctx: &ToolContext,
    /// The first.
    arg1: String,
    /// The second.
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

fn places(_ctx: &ToolContext, partial: &str) -> Vec<&'static str> {
    let places = ["paris", "park", "party"];
    places.into_iter().filter(|place| place.starts_with(partial)).collect()
}

/// With a resource.
#[prompt]
fn test_prompt_with_embedded_resource(
    _ctx: &ToolContext,
    /// Address of the resource.
    #[arg(name = "resourceUri")]
    uri: String,
) -> Vec<PromptMessage> {
    let resource = plain(uri, "Embedded resource content for testing.");
    vec![
        PromptMessage::user(ContentBlock::resource(resource)),
        PromptMessage::user(ContentBlock::text("Please process the embedded resource above.")),
    ]
}

/// With a picture.
#[prompt]
fn test_prompt_with_image(_ctx: &ToolContext) -> Vec<PromptMessage> {
    vec![
        PromptMessage::user(ContentBlock::image(PNG, "image/png")),
        PromptMessage::user(ContentBlock::text("Please analyze the image above.")),
    ]
}
