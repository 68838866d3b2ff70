//! The declaration of a resource template: a family of addresses with variables.

use std::{borrow::Cow, sync::Arc};

use super::{
    BoxFuture, Completer, ContentsResult, Icon, MetaSource, ResourceSpec, Source, StateRequirement,
};
use crate::{
    Capabilities, Capability, ContentAnnotations, Sensitivity, TextArguments, ToolContext,
};

/// A resource template. Built as a constant by `#[resource]` when its address has variables and
/// collected through `inventory`, or at run time.
#[derive(Clone)]
pub struct TemplateSpec {
    /// Address with `{name}`, `{+name}` or `{name*}`; see [`crate::UriTemplate`].
    pub uri_template: Cow<'static, str>,
    /// Display name, by default that of the handler.
    pub name: Cow<'static, str>,
    /// Display title.
    pub title: Option<Cow<'static, str>>,
    /// What is behind the addresses; may be empty.
    pub description: Cow<'static, str>,
    /// Media type of contents that say none; [`crate::ResourceSpec::JSON`] by default.
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
    /// Completions of variables; each names a variable of the template, none twice.
    pub completions: Cow<'static, [Completion]>,
    /// Extra keys of `_meta`.
    pub meta: MetaSource,
    /// Pictures for the entry.
    pub icons: Cow<'static, [Icon]>,
    /// State types that the handler takes; checked at start-up.
    pub states: Cow<'static, [StateRequirement]>,
    /// The code that answers.
    pub handler: TemplateHandler,
    /// Where the template is declared.
    pub source: Source,
}

impl TemplateSpec {
    /// A template with the defaults: JSON, category `general`, confidential, reads the state.
    ///
    /// ```
    /// use cloudg_runtime::{Contents, Registry, Source, TemplateHandler, TemplateSpec};
    ///
    /// let handler = TemplateHandler::Blocking(|_, mut variables| {
    ///     Ok(Contents::Text(variables.take("id").unwrap_or_default()))
    /// });
    /// let source = Source::here("my-server");
    /// let mut registry = Registry::new();
    /// registry.add(TemplateSpec::new("my://items/{id}", "item", handler, source)).expect("sound");
    /// assert!(registry.find_template("my://items/7").is_some());
    /// ```
    pub fn new(
        uri_template: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        handler: TemplateHandler,
        source: Source,
    ) -> Self {
        Self {
            uri_template: uri_template.into(),
            name: name.into(),
            title: None,
            description: Cow::Borrowed(""),
            mime_type: Cow::Borrowed(ResourceSpec::JSON),
            category: Cow::Borrowed("general"),
            tags: Cow::Borrowed(&[]),
            sensitivity: Sensitivity::Confidential,
            capabilities: Capabilities::of(&[Capability::ReadState]),
            annotations: ContentAnnotations::NONE,
            completions: Cow::Borrowed(&[]),
            meta: MetaSource::None,
            icons: Cow::Borrowed(&[]),
            states: Cow::Borrowed(&[]),
            handler,
            source,
        }
    }
}

/// A handler given at run time.
pub type DynamicTemplate = dyn Fn(&ToolContext, TextArguments) -> ContentsResult + Send + Sync;

/// How an address of a template is read. The variables arrive decoded, all of them, in the order
/// of the template. There is no time limit; cancellation sets the token of the context.
#[derive(Clone)]
pub enum TemplateHandler {
    /// Runs on the blocking pool.
    Blocking(fn(&ToolContext, TextArguments) -> ContentsResult),
    /// Runs on the async runtime.
    Async(fn(ToolContext, TextArguments) -> BoxFuture<ContentsResult>),
    /// A closure given at run time, on the blocking pool.
    Dynamic(Arc<DynamicTemplate>),
}

/// Proposes values for one variable.
#[derive(Clone)]
pub struct Completion {
    /// Name of the variable.
    pub argument: Cow<'static, str>,
    /// The code that proposes.
    pub complete: Completer,
}

inventory::collect!(TemplateSpec);
