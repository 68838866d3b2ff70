//! What reading a resource gives.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{TextBody, base64_text, put, put_meta, put_text};
use crate::{ResourceSpec, ToolError};

/// What the handler of a resource or a template gives.
///
/// ```
/// use cloudg_runtime::{Contents, IntoContents, ResourceContents};
/// use serde_json::json;
///
/// assert_eq!(json!({"n": 1}).into_contents(), Ok(Contents::Json(json!({"n": 1}))));
/// let items = vec![ResourceContents::text("x://a", "[]"), ResourceContents::blob("x://b", *b"b")];
/// assert_eq!(items.clone().into_contents(), Ok(Contents::Items(items)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Contents {
    /// One text of the declared media type.
    Text(String),
    /// One file of the declared media type. The output pipeline does not look into it.
    Bytes(Vec<u8>),
    /// One JSON text of the declared media type.
    Json(Value),
    /// Items with addresses and media types of their own. An empty list is the JSON text `[]`.
    Items(Vec<ResourceContents>),
}

/// Bytes as the answer of a handler: without it a list of numbers is meant.
///
/// ```
/// use cloudg_runtime::{Bytes, Contents, IntoContents};
///
/// assert_eq!(Bytes(b"GIF89a".to_vec()).into_contents(), Ok(Contents::Bytes(b"GIF89a".to_vec())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// One item of a resource.
///
/// ```
/// use cloudg_runtime::{ContentsBody, ResourceContents};
///
/// let picture = ResourceContents::blob("x://a", *b"hello").with_mime_type("image/gif");
/// assert_eq!(picture.body, ContentsBody::Blob(b"hello".to_vec()));
/// assert_eq!(picture.to_wire()["blob"], "aGVsbG8=");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceContents {
    /// Address.
    pub uri: String,
    /// Text or bytes.
    pub body: ContentsBody,
    /// Media type; empty is not sent.
    pub mime_type: String,
    /// Extra keys; none are sent when it is empty.
    pub meta: Map<String, Value>,
}

/// Text or bytes.
///
/// ```
/// use cloudg_runtime::{ContentsBody, ResourceContents, TextBody};
///
/// let note = ResourceContents::text("x://a", "hi");
/// assert_eq!(note.body, ContentsBody::Text(TextBody::Plain("hi".to_owned())));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum ContentsBody {
    /// A text.
    Text(TextBody),
    /// A file; base64 on the wire.
    Blob(Vec<u8>),
}

impl ResourceContents {
    /// A text, said to be JSON unless [`ResourceContents::with_mime_type`] says otherwise.
    pub fn text(uri: impl Into<String>, text: impl Into<TextBody>) -> Self {
        let mime_type = ResourceSpec::JSON.to_owned();
        Self { uri: uri.into(), body: ContentsBody::Text(text.into()), mime_type, meta: Map::new() }
    }

    /// A file of unsaid media type.
    pub fn blob(uri: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let (body, mime_type) = (ContentsBody::Blob(bytes.into()), String::new());
        Self { uri: uri.into(), body, mime_type, meta: Map::new() }
    }

    /// The same contents with another media type; an empty one is not sent.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = mime_type.into();
        self
    }

    /// `uri`, `text` or `blob`, `mimeType`?, `_meta`?.
    ///
    /// ```
    /// use cloudg_runtime::ResourceContents;
    ///
    /// let contents = ResourceContents::text("x://a", "hi").with_mime_type("text/plain");
    /// assert_eq!(
    ///     contents.to_wire().to_string(),
    ///     r#"{"uri":"x://a","text":"hi","mimeType":"text/plain"}"#
    /// );
    /// ```
    pub fn to_wire(&self) -> Value {
        let mut wire = Map::new();
        put(&mut wire, "uri", self.uri.as_str());
        match &self.body {
            ContentsBody::Text(text) => put(&mut wire, "text", text.render()),
            ContentsBody::Blob(bytes) => put(&mut wire, "blob", base64_text(bytes)),
        }
        put_text(&mut wire, "mimeType", &self.mime_type);
        put_meta(&mut wire, &self.meta);
        Value::Object(wire)
    }
}

impl ContentsBody {
    /// A blob as base64.
    pub(crate) fn base64(bytes: &[u8]) -> String {
        base64_text(bytes)
    }
}

/// Everything a handler of a resource may return: a text, [`Bytes`], any serialisable value,
/// [`ResourceContents`] or a list of them, or a `Result` of one of these.
///
/// ```
/// use cloudg_runtime::{Bytes, Contents, IntoContents};
///
/// assert_eq!("hi".into_contents(), Ok(Contents::Text("hi".to_owned())));
/// assert_eq!(Bytes(vec![1]).into_contents(), Ok(Contents::Bytes(vec![1])));
/// assert_eq!(vec![1].into_contents(), Ok(Contents::Json(serde_json::json!([1]))));
/// ```
///
/// `Form` keeps these cases apart and is never written: for one type only one of them applies.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the contents of a resource",
    label = "not usable as contents",
    note = "contents are a text, `Bytes`, a type with `serde::Serialize`, `ResourceContents` or a list of them, or a `Result<T, ToolError>` of one of these"
)]
pub trait IntoContents<Form> {
    /// Turns the value into contents.
    fn into_contents(self) -> Result<Contents, ToolError>;
}

/// How a type becomes contents. Only types, never values.
pub mod forms {
    use std::marker::PhantomData;

    /// It is serialised: a string is a text, everything else is JSON.
    pub enum Serialised {}
    /// It already is contents.
    pub enum Built {}
    /// It may be an error; `F` is the form of the rest.
    pub struct Fallible<F>(PhantomData<F>);
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoContents<forms::Serialised> for T {
    fn into_contents(self) -> Result<Contents, ToolError> {
        let value = serde_json::to_value(self)
            .map_err(|error| ToolError::handler(format!("SerializationError: {error}")))?;
        Ok(match value {
            Value::String(text) => Contents::Text(text),
            other => Contents::Json(other),
        })
    }
}

impl IntoContents<forms::Built> for Contents {
    fn into_contents(self) -> Result<Contents, ToolError> {
        Ok(self)
    }
}

impl IntoContents<forms::Built> for Bytes {
    fn into_contents(self) -> Result<Contents, ToolError> {
        Ok(Contents::Bytes(self.0))
    }
}

impl IntoContents<forms::Built> for ResourceContents {
    fn into_contents(self) -> Result<Contents, ToolError> {
        Ok(Contents::Items(vec![self]))
    }
}

impl IntoContents<forms::Built> for Vec<ResourceContents> {
    fn into_contents(self) -> Result<Contents, ToolError> {
        Ok(Contents::Items(self))
    }
}

impl<F, T: IntoContents<F>> IntoContents<forms::Fallible<F>> for Result<T, ToolError> {
    fn into_contents(self) -> Result<Contents, ToolError> {
        self?.into_contents()
    }
}
