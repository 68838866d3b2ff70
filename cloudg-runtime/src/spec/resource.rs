//! The declaration of a resource: something to read behind a fixed address.

use std::{borrow::Cow, sync::Arc};

use super::{BoxFuture, Icon, MetaSource, Source, StateRequirement};
use crate::{
    Capabilities, Capability, ContentAnnotations, Contents, Labels, Sensitivity, ToolContext,
    ToolError,
};

/// A resource. Built as a constant by `#[resource]` and collected through `inventory`, or at run
/// time.
///
/// ```
/// use cloudg_runtime::{Contents, ResourceHandler, ResourceSpec, Source};
///
/// let handler = ResourceHandler::Blocking(|_| Ok(Contents::Text("Nothing new.".to_owned())));
/// let mut spec = ResourceSpec::new("x://news", "news", handler, Source::here("my-server"));
/// assert_eq!(spec.mime_type, ResourceSpec::JSON);
/// spec.mime_type = "text/plain".into();
/// ```
#[derive(Clone)]
pub struct ResourceSpec {
    /// Address, without control characters; what the resource is found by.
    pub uri: Cow<'static, str>,
    /// Display name, by default that of the handler.
    pub name: Cow<'static, str>,
    /// Display title.
    pub title: Option<Cow<'static, str>>,
    /// What is behind the address; may be empty.
    pub description: Cow<'static, str>,
    /// Media type of contents that say none; [`ResourceSpec::JSON`] by default.
    pub mime_type: Cow<'static, str>,
    /// Group used by filters, policies and listing order.
    pub category: Cow<'static, str>,
    /// Free labels, sorted on the wire.
    pub tags: Cow<'static, [&'static str]>,
    /// How sensitive the contents are.
    pub sensitivity: Sensitivity,
    /// What the handler touches.
    pub capabilities: Capabilities,
    /// For whom the contents are, and how important.
    pub annotations: ContentAnnotations,
    /// Bytes of the contents, when known in advance; 0 is sent.
    pub size: Option<u64>,
    /// What the parts of JSON contents tell about their owner; see [`crate::Labelled`].
    pub labels: Labels,
    /// Extra keys of `_meta`.
    pub meta: MetaSource,
    /// Pictures for the entry.
    pub icons: Cow<'static, [Icon]>,
    /// State types that the handler takes; checked at start-up.
    pub states: Cow<'static, [StateRequirement]>,
    /// The code that answers.
    pub handler: ResourceHandler,
    /// Where the resource is declared.
    pub source: Source,
}

impl ResourceSpec {
    /// The media type of resources that declare none.
    pub const JSON: &'static str = "application/json";

    /// A resource with the defaults: JSON, category `general`, confidential, reads the state.
    ///
    /// ```
    /// use cloudg_runtime::{Contents, Registry, ResourceHandler, ResourceSpec, Source};
    ///
    /// let handler = ResourceHandler::Blocking(|_| Ok(Contents::Text("[]".to_owned())));
    /// let spec = ResourceSpec::new("my://items", "items", handler, Source::here("my-server"));
    /// let mut registry = Registry::new();
    /// registry.add(spec).expect("the address is free");
    /// ```
    pub fn new(
        uri: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        handler: ResourceHandler,
        source: Source,
    ) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: Cow::Borrowed(""),
            mime_type: Cow::Borrowed(Self::JSON),
            category: Cow::Borrowed("general"),
            tags: Cow::Borrowed(&[]),
            sensitivity: Sensitivity::Confidential,
            capabilities: Capabilities::of(&[Capability::ReadState]),
            annotations: ContentAnnotations::NONE,
            size: None,
            labels: Labels::NONE,
            meta: MetaSource::None,
            icons: Cow::Borrowed(&[]),
            states: Cow::Borrowed(&[]),
            handler,
            source,
        }
    }
}

/// What the handler of a resource or a template returns.
///
/// ```
/// use cloudg_runtime::{ContentsResult, IntoContents};
///
/// let answer: ContentsResult = "Nothing new.".into_contents();
/// # assert!(answer.is_ok());
/// ```
pub type ContentsResult = Result<Contents, ToolError>;
/// A handler given at run time.
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::{DynamicResource, IntoContents, ResourceHandler};
///
/// let news = "Nothing new.".to_owned();
/// let handler: Arc<DynamicResource> = Arc::new(move |_| news.as_str().into_contents());
/// let handler = ResourceHandler::Dynamic(handler);
/// # let _ = handler;
/// ```
pub type DynamicResource = dyn Fn(&ToolContext) -> ContentsResult + Send + Sync;

/// How a resource is read. There is no time limit; cancellation sets the token of the context.
///
/// ```
/// use cloudg_runtime::{IntoContents, ResourceHandler};
///
/// let handler = ResourceHandler::Async(|context| {
///     Box::pin(async move { context.name().to_owned().into_contents() })
/// });
/// # let _ = handler;
/// ```
#[derive(Clone)]
pub enum ResourceHandler {
    /// Runs on the blocking pool.
    Blocking(fn(&ToolContext) -> ContentsResult),
    /// Runs on the async runtime.
    Async(fn(ToolContext) -> BoxFuture<ContentsResult>),
    /// A closure given at run time, on the blocking pool.
    Dynamic(Arc<DynamicResource>),
}

inventory::collect!(ResourceSpec);
