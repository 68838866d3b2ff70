//! From the layer's types to those of the protocol, moving instead of copying.

use std::borrow::Cow;

use rmcp::model::{
    Annotations, AudioContent, CallToolResult, CompleteResult, CompletionInfo,
    ContentBlock as WireBlock, EmbeddedResource as WireEmbedded, ErrorCode, ErrorData,
    GetPromptResult, Icon as WireIcon, IconTheme as WireTheme, ImageContent, Implementation,
    MetaObject, Prompt as WirePrompt, PromptArgument as WireArgument, PromptMessage as WireMessage,
    PromptsCapability, ProtocolVersion, Resource as WireResource, ResourceContents as WireContents,
    ResourceTemplate, Role as WireRole, ServerCapabilities, ServerConfig, TextContent,
    Tool as WireTool, ToolAnnotations,
};
use serde_json::{Map, Value};

use crate::{
    CompletionValues, ContentAnnotations, ContentBlock, ContentsBody, Icon, IconTheme, Layer,
    LayerError, Prompt, PromptArgument, PromptMessage, PromptResult, Resource, ResourceContents,
    ResourceLink, Role, Template, Tool, ToolResult,
};

/// What the server says about itself.
#[expect(deprecated, reason = "clients of older revisions set log levels")]
pub(super) fn server_config(layer: &Layer) -> ServerConfig {
    let mut capabilities = ServerCapabilities::builder()
        .enable_logging()
        .enable_resources()
        .enable_resources_subscribe()
        .enable_resources_list_changed()
        .enable_tools()
        .enable_tool_list_changed()
        .build();
    let registry = layer.registry();
    if registry.prompts().len() > 0 {
        let mut prompts = PromptsCapability::default();
        prompts.list_changed = Some(true);
        capabilities.prompts = Some(prompts);
    }
    if registry.has_completions() {
        capabilities.completions = Some(Map::new());
    }
    let mut identity = Implementation::new(layer.name(), layer.version());
    if !layer.title().is_empty() {
        identity = identity.with_title(layer.title());
    }
    let config = ServerConfig::new(capabilities)
        .with_protocol_version(ProtocolVersion::V_2025_11_25)
        .with_server_info(identity);
    if layer.instructions().is_empty() {
        config
    } else {
        config.with_instructions(layer.instructions())
    }
}

/// The list entry of a tool.
pub(super) fn tool(layer: &Layer, tool: &Tool) -> WireTool {
    let spec = tool.spec();
    let mut wire = WireTool::new(
        layer.exposed_name(tool.name()),
        spec.description.clone(),
        tool.listed_input_schema().clone(),
    );
    wire.title = tool.title().map(str::to_owned);
    wire.output_schema = tool.listed_output_schema().cloned();
    wire.annotations = Some(ToolAnnotations::from_raw(
        wire.title.clone(),
        spec.hints.read_only,
        spec.hints.destructive,
        spec.hints.idempotent,
        spec.hints.open_world,
    ));
    wire.icons = icons(&spec.icons);
    wire.meta = Some(MetaObject(tool.meta()));
    wire
}

/// The list entry of a resource.
pub(super) fn resource(resource: &Resource) -> WireResource {
    let spec = resource.spec();
    let mut wire = WireResource::new(&*spec.uri, &*spec.name);
    wire.title = resource.title().map(str::to_owned);
    wire.description = present(&spec.description);
    wire.mime_type = Some(spec.mime_type.to_string());
    wire.size = spec.size;
    wire.icons = icons(&spec.icons);
    wire.meta = Some(MetaObject(resource.meta()));
    wire.annotations = annotations(&spec.annotations);
    wire
}

/// The list entry of a resource template.
pub(super) fn template(template: &Template) -> ResourceTemplate {
    let spec = template.spec();
    let mut wire = ResourceTemplate::new(&*spec.uri_template, &*spec.name);
    wire.title = template.title().map(str::to_owned);
    wire.description = present(&spec.description);
    wire.mime_type = Some(spec.mime_type.to_string());
    wire.icons = icons(&spec.icons);
    wire.meta = Some(MetaObject(template.meta()));
    wire.annotations = annotations(&spec.annotations);
    wire
}

/// The list entry of a prompt.
pub(super) fn prompt(layer: &Layer, prompt: &Prompt) -> WirePrompt {
    let spec = prompt.spec();
    let arguments = spec.arguments.iter().map(argument).collect();
    let name = layer.exposed_name(prompt.name());
    let mut wire = WirePrompt::new(name, Some(&*spec.description), Some(arguments));
    wire.title = prompt.title().map(str::to_owned);
    wire.icons = icons(&spec.icons);
    wire.meta = Some(MetaObject(prompt.meta()));
    wire
}

fn argument(argument: &PromptArgument) -> WireArgument {
    let mut wire = WireArgument::new(&*argument.name).with_required(argument.required);
    wire.title = argument.title.as_deref().and_then(present);
    wire.description = present(&argument.description);
    wire
}

fn icons(icons: &[Icon]) -> Option<Vec<WireIcon>> {
    (!icons.is_empty()).then(|| icons.iter().map(icon).collect())
}

fn icon(icon: &Icon) -> WireIcon {
    let mut wire = WireIcon::new(icon.src);
    wire.mime_type = icon.mime_type.and_then(present);
    let sizes = || icon.sizes.iter().map(|size| (*size).to_owned()).collect();
    wire.sizes = (!icon.sizes.is_empty()).then(sizes);
    wire.theme = icon.theme.map(|theme| match theme {
        IconTheme::Light => WireTheme::Light,
        IconTheme::Dark => WireTheme::Dark,
    });
    wire
}

/// A text that is not empty.
fn present(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// The messages of a prompt.
pub(super) fn prompt_result(result: PromptResult) -> GetPromptResult {
    let message = |one: PromptMessage| WireMessage::new(role(one.role), block(one.content));
    let mut wire = GetPromptResult::new(result.messages.into_iter().map(message).collect());
    wire.description = result.description.filter(|text| !text.is_empty());
    wire
}

/// Proposed values.
pub(super) fn completion(values: CompletionValues) -> CompleteResult {
    let mut wire = CompletionInfo::default();
    wire.has_more = Some(values.has_more());
    wire.total = Some(u32::try_from(values.total).unwrap_or(u32::MAX));
    wire.values = values.values;
    CompleteResult::new(wire)
}

/// The result of a call.
pub(super) fn tool_result(result: ToolResult) -> CallToolResult {
    let content = result.content.into_iter().map(block).collect();
    let mut wire = if result.is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    wire.structured_content = result.structured.filter(|value| !value.is_null());
    wire.with_meta(meta(result.meta))
}

fn block(block: ContentBlock) -> WireBlock {
    match block {
        ContentBlock::Text(text) => {
            let mut wire = TextContent::new(text.body.into_text());
            (wire.annotations, wire.meta) = (annotations(&text.annotations), meta(text.meta));
            WireBlock::Text(wire)
        }
        ContentBlock::Image(image) => {
            let mut wire = ImageContent::new(image.data_base64(), image.mime_type);
            (wire.annotations, wire.meta) = (annotations(&image.annotations), meta(image.meta));
            WireBlock::Image(wire)
        }
        ContentBlock::Audio(audio) => {
            let mut wire = AudioContent::new(audio.data_base64(), audio.mime_type);
            (wire.annotations, wire.meta) = (annotations(&audio.annotations), meta(audio.meta));
            WireBlock::Audio(wire)
        }
        ContentBlock::Link(one) => WireBlock::ResourceLink(link(one)),
        ContentBlock::Resource(embedded) => {
            let mut wire = WireEmbedded::new(contents(embedded.resource));
            wire.annotations = annotations(&embedded.annotations);
            wire.meta = meta(embedded.meta);
            WireBlock::Resource(wire)
        }
    }
}

fn link(link: ResourceLink) -> WireResource {
    let present = |text: &String| !text.is_empty();
    let mut wire = WireResource::new(link.uri, link.name);
    wire.title = link.title.filter(present);
    wire.description = link.description.filter(present);
    wire.mime_type = Some(link.mime_type).filter(present);
    wire.size = link.size;
    wire.annotations = annotations(&link.annotations);
    wire.meta = meta(link.meta);
    wire
}

/// One item of a resource.
pub(super) fn contents(item: ResourceContents) -> WireContents {
    let ResourceContents { uri, body, mime_type, meta: extra } = item;
    let (mime_type, meta) = (Some(mime_type).filter(|text| !text.is_empty()), meta(extra));
    match body {
        ContentsBody::Text(text) => {
            WireContents::TextResourceContents { uri, mime_type, text: text.into_text(), meta }
        }
        ContentsBody::Blob(bytes) => {
            let blob = ContentsBody::base64(&bytes);
            WireContents::BlobResourceContents { uri, mime_type, blob, meta }
        }
    }
}

fn annotations(given: &ContentAnnotations) -> Option<Annotations> {
    // Nothing set is nothing sent.
    given.to_wire()?;
    let mut wire = Annotations::default();
    if !given.audience.is_empty() {
        wire.audience = Some(given.audience.iter().copied().map(role).collect());
    }
    // A priority is between 0 and 1: what the narrower type loses is below its meaning.
    #[expect(clippy::cast_possible_truncation, reason = "the protocol type is narrower")]
    let priority = given.clamped_priority().map(|priority| priority as f32);
    wire.priority = priority;
    let changed = given.last_modified.as_deref().filter(|text| !text.is_empty());
    wire.last_modified = changed.map(str::to_owned);
    Some(wire)
}

fn role(role: Role) -> WireRole {
    match role {
        Role::User => WireRole::User,
        Role::Assistant => WireRole::Assistant,
    }
}

fn meta(meta: Map<String, Value>) -> Option<MetaObject> {
    (!meta.is_empty()).then_some(MetaObject(meta))
}

/// The protocol error of a failed request.
pub(super) fn layer_error(error: &LayerError) -> ErrorData {
    let data = error.data();
    match error {
        // Newer revisions answer this with -32602, which the protocol library sees to.
        LayerError::UnknownResource { .. } | LayerError::MissingResource(_) => {
            ErrorData::resource_not_found(error.to_string(), data)
        }
        _ => ErrorData::new(ErrorCode(error.json_rpc()), error.to_string(), data),
    }
}

/// The answer to parameters that do not fit.
pub(super) fn invalid_params(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::invalid_params(message, None)
}
