//! Sends content through the output pipeline: texts, links, embedded resources and extra keys.

use serde_json::{Map, Value};

use super::output::{OutputFailure, OutputPipeline};
use crate::{
    ContentBlock, ContentsBody, Labels, PromptMessage, ResourceContents, ResourceLink, TextBody,
};

/// A block with everything readable transformed, and data, which has these labels, rendered. Bytes
/// are kept.
pub(super) fn block(
    output: &dyn OutputPipeline,
    block: ContentBlock,
    labels: Labels,
) -> Result<ContentBlock, OutputFailure> {
    Ok(match block {
        ContentBlock::Text(mut text) => {
            text.body = body(output, text.body, labels)?;
            text.meta = meta(output, text.meta)?;
            ContentBlock::Text(text)
        }
        ContentBlock::Image(mut media) => {
            media.meta = meta(output, media.meta)?;
            ContentBlock::Image(media)
        }
        ContentBlock::Audio(mut media) => {
            media.meta = meta(output, media.meta)?;
            ContentBlock::Audio(media)
        }
        ContentBlock::Link(one) => ContentBlock::Link(link(output, one)?),
        ContentBlock::Resource(mut embedded) => {
            embedded.resource = contents(output, embedded.resource, labels)?;
            embedded.meta = meta(output, embedded.meta)?;
            ContentBlock::Resource(embedded)
        }
    })
}

/// The same for the item of a resource, address included.
pub(super) fn contents(
    output: &dyn OutputPipeline,
    item: ResourceContents,
    labels: Labels,
) -> Result<ResourceContents, OutputFailure> {
    Ok(ResourceContents {
        uri: output.text(item.uri)?,
        body: contents_body(output, item.body, labels)?,
        meta: meta(output, item.meta)?,
        ..item
    })
}

/// The text of an item, rendered; bytes are kept.
pub(super) fn contents_body(
    output: &dyn OutputPipeline,
    given: ContentsBody,
    labels: Labels,
) -> Result<ContentsBody, OutputFailure> {
    Ok(match given {
        ContentsBody::Text(text) => ContentsBody::Text(body(output, text, labels)?),
        blob @ ContentsBody::Blob(_) => blob,
    })
}

/// The same for a link.
pub(super) fn link(
    output: &dyn OutputPipeline,
    link: ResourceLink,
) -> Result<ResourceLink, OutputFailure> {
    let text = |text: String| output.text(text);
    Ok(ResourceLink {
        uri: text(link.uri)?,
        name: text(link.name)?,
        title: link.title.map(text).transpose()?,
        description: link.description.map(text).transpose()?,
        meta: meta(output, link.meta)?,
        ..link
    })
}

/// The same for a message.
pub(super) fn message(
    output: &dyn OutputPipeline,
    message: PromptMessage,
) -> Result<PromptMessage, OutputFailure> {
    Ok(PromptMessage { content: block(output, message.content, Labels::NONE)?, ..message })
}

/// The same for extra keys.
pub(super) fn meta(
    output: &dyn OutputPipeline,
    meta: Map<String, Value>,
) -> Result<Map<String, Value>, OutputFailure> {
    if meta.is_empty() {
        return Ok(meta);
    }
    match output.value(Value::Object(meta))? {
        Value::Object(meta) => Ok(meta),
        _ => Err(OutputFailure),
    }
}

/// Data is transformed before it is rendered, so that the pipeline knows the keys.
fn body(
    output: &dyn OutputPipeline,
    body: TextBody,
    labels: Labels,
) -> Result<TextBody, OutputFailure> {
    Ok(TextBody::Plain(match body {
        TextBody::Plain(text) => output.text(text)?,
        TextBody::Json { value, layout } => layout.render(&output.labelled(value, labels)?),
    }))
}
