//! What a handler can say: blocks of text, pictures, sounds, links and embedded resources.
//!
//! Texts are kept apart from the structure until the output pipeline has seen them; bytes are
//! kept as bytes until the wire needs base64.

mod annotations;
mod contents;
mod link;
mod prompt;
mod text;
mod tool;

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Map, Value};

pub use self::{
    annotations::{ContentAnnotations, Role},
    contents::{Bytes, Contents, ContentsBody, IntoContents, ResourceContents, forms},
    link::ResourceLink,
    prompt::{IntoPrompt, PromptMessage, PromptResult},
    text::{JsonLayout, TextBody},
    tool::ToolResult,
};

/// One block of a tool result, or the content of a prompt message.
///
/// ```
/// use cloudg_runtime::{ContentBlock, ResourceContents, ResourceLink};
///
/// let blocks = [
///     ContentBlock::text("A dot and where it is:"),
///     ContentBlock::image(*b"GIF89a", "image/gif"),
///     ContentBlock::audio(*b"RIFF", "audio/wav"),
///     ContentBlock::from(ResourceLink::new("x://dots/1", "dot")),
///     ContentBlock::resource(ResourceContents::text("x://dots", "[1]")),
/// ];
/// let kinds: Vec<_> = blocks.iter().map(|block| block.to_wire()["type"].clone()).collect();
/// assert_eq!(kinds, ["text", "image", "audio", "resource_link", "resource"]);
/// assert!(blocks[0].as_text().is_some() && blocks[1].as_text().is_none());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum ContentBlock {
    /// A text.
    Text(TextBlock),
    /// A picture.
    Image(MediaBlock),
    /// A sound.
    Audio(MediaBlock),
    /// A link to a resource.
    Link(ResourceLink),
    /// A resource, contents included.
    Resource(EmbeddedResource),
}

/// A text with annotations.
///
/// ```
/// use cloudg_runtime::{ContentAnnotations, ContentBlock, Role, TextBlock};
///
/// let block = TextBlock {
///     body: "For your eyes only.".into(),
///     annotations: ContentAnnotations { audience: (&[Role::User]).into(), ..Default::default() },
///     ..TextBlock::default()
/// };
/// assert_eq!(ContentBlock::Text(block).to_wire()["annotations"]["audience"][0], "user");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextBlock {
    /// The text.
    pub body: TextBody,
    /// For whom, and how important.
    pub annotations: ContentAnnotations,
    /// Extra keys; none are sent when it is empty.
    pub meta: Map<String, Value>,
}

/// A picture or a sound.
///
/// ```
/// use cloudg_runtime::MediaBlock;
///
/// let mime_type = "image/gif".to_owned();
/// let picture = MediaBlock { data: b"GIF89a".to_vec(), mime_type, ..MediaBlock::default() };
/// assert_eq!(picture.data_base64(), "R0lGODlh");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MediaBlock {
    /// The file; base64 on the wire.
    pub data: Vec<u8>,
    /// Media type.
    pub mime_type: String,
    /// For whom, and how important.
    pub annotations: ContentAnnotations,
    /// Extra keys; none are sent when it is empty.
    pub meta: Map<String, Value>,
}

/// A resource inside a result or a message.
///
/// ```
/// use cloudg_runtime::{ContentAnnotations, ContentBlock, EmbeddedResource, ResourceContents};
///
/// let block = ContentBlock::Resource(EmbeddedResource {
///     resource: ResourceContents::text("x://a", "{}"),
///     annotations: ContentAnnotations { priority: Some(1.0), ..ContentAnnotations::NONE },
///     meta: Default::default(),
/// });
/// assert_eq!(block.to_wire()["resource"]["uri"], "x://a");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddedResource {
    /// The resource.
    pub resource: ResourceContents,
    /// For whom, and how important.
    pub annotations: ContentAnnotations,
    /// Extra keys; none are sent when it is empty.
    pub meta: Map<String, Value>,
}

impl ContentBlock {
    /// A text.
    pub fn text(text: impl Into<TextBody>) -> Self {
        Self::Text(TextBlock { body: text.into(), ..TextBlock::default() })
    }

    /// A picture.
    pub fn image(data: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self::Image(media(data.into(), mime_type.into()))
    }

    /// A sound.
    pub fn audio(data: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self::Audio(media(data.into(), mime_type.into()))
    }

    /// A resource, contents included.
    pub fn resource(resource: ResourceContents) -> Self {
        let annotations = ContentAnnotations::NONE;
        Self::Resource(EmbeddedResource { resource, annotations, meta: Map::new() })
    }

    /// The text, when the block is one.
    pub fn as_text(&self) -> Option<&TextBody> {
        match self {
            Self::Text(block) => Some(&block.body),
            _ => None,
        }
    }

    /// The block on the wire: `type`, its fields, `annotations`?, `_meta`?.
    ///
    /// ```
    /// use cloudg_runtime::ContentBlock;
    ///
    /// let wire = ContentBlock::image(*b"hello", "image/png").to_wire();
    /// assert_eq!(
    ///     wire.to_string(),
    ///     r#"{"type":"image","data":"aGVsbG8=","mimeType":"image/png"}"#
    /// );
    /// ```
    pub fn to_wire(&self) -> Value {
        match self {
            Self::Text(block) => {
                let mut wire = typed("text");
                put(&mut wire, "text", block.body.render());
                finish(wire, &block.annotations, &block.meta)
            }
            Self::Image(block) => block.to_wire("image"),
            Self::Audio(block) => block.to_wire("audio"),
            Self::Link(link) => link.to_wire(),
            Self::Resource(block) => {
                let mut wire = typed("resource");
                put(&mut wire, "resource", block.resource.to_wire());
                finish(wire, &block.annotations, &block.meta)
            }
        }
    }
}

impl MediaBlock {
    /// The file as base64.
    pub fn data_base64(&self) -> String {
        base64_text(&self.data)
    }

    fn to_wire(&self, kind: &str) -> Value {
        let mut wire = typed(kind);
        put(&mut wire, "data", self.data_base64());
        put(&mut wire, "mimeType", self.mime_type.as_str());
        finish(wire, &self.annotations, &self.meta)
    }
}

impl From<ResourceLink> for ContentBlock {
    fn from(link: ResourceLink) -> Self {
        Self::Link(link)
    }
}

fn media(data: Vec<u8>, mime_type: String) -> MediaBlock {
    MediaBlock { data, mime_type, ..MediaBlock::default() }
}

fn typed(kind: &str) -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), Value::from(kind))])
}

fn put(wire: &mut Map<String, Value>, key: &str, value: impl Into<Value>) {
    wire.insert(key.to_owned(), value.into());
}

/// A text that is not empty.
fn put_text(wire: &mut Map<String, Value>, key: &str, text: &str) {
    if !text.is_empty() {
        put(wire, key, text);
    }
}

/// Appends `annotations`? and `_meta`?.
fn finish(
    mut wire: Map<String, Value>,
    annotations: &ContentAnnotations,
    meta: &Map<String, Value>,
) -> Value {
    if let Some(annotations) = annotations.to_wire() {
        wire.insert("annotations".to_owned(), annotations);
    }
    put_meta(&mut wire, meta);
    Value::Object(wire)
}

/// Appends `_meta` unless it is empty.
fn put_meta(wire: &mut Map<String, Value>, meta: &Map<String, Value>) {
    if !meta.is_empty() {
        put(wire, "_meta", Value::Object(meta.clone()));
    }
}

fn base64_text(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests;
