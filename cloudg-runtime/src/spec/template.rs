//! The declaration of a resource template: a family of addresses with variables.

use std::{borrow::Cow, sync::Arc};

use super::{
    BoxFuture, Completer, ContentsResult, Icon, MetaSource, ResourceSpec, Source, StateRequirement,
};
use crate::{
    Capabilities, Capability, ContentAnnotations, Labels, Sensitivity, TextArguments, ToolContext,
};

/// A resource template. Built as a constant by `#[resource]` when its address has variables and
/// collected through `inventory`, or at run time.
///
/// ```
/// use cloudg_runtime::{Completer, Completion, IntoContents, Source, TemplateHandler, TemplateSpec};
///
/// let handler = TemplateHandler::Blocking(|_, mut variables| {
///     variables.take("id").unwrap_or_default().into_contents()
/// });
/// let mut spec = TemplateSpec::new("x://items/{id}", "item", handler, Source::here("my-server"));
/// let complete = Completer::Blocking(|_, _, _| Ok(vec!["i-1".to_owned()]));
/// spec.completions = vec![Completion { argument: "id".into(), complete }].into();
/// ```
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
    /// What the parts of JSON contents tell about their owner; see [`crate::Labelled`].
    pub labels: Labels,
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
            labels: Labels::NONE,
            meta: MetaSource::None,
            icons: Cow::Borrowed(&[]),
            states: Cow::Borrowed(&[]),
            handler,
            source,
        }
    }
}

/// A handler given at run time.
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::{DynamicTemplate, IntoContents, TemplateHandler};
///
/// let greeting = "Hello".to_owned();
/// let handler: Arc<DynamicTemplate> = Arc::new(move |_, variables| {
///     format!("{greeting} {}", variables.get("name").unwrap_or("you")).into_contents()
/// });
/// let handler = TemplateHandler::Dynamic(handler);
/// # let _ = handler;
/// ```
pub type DynamicTemplate = dyn Fn(&ToolContext, TextArguments) -> ContentsResult + Send + Sync;

/// How an address of a template is read. The variables arrive decoded, all of them, in the order
/// of the template. There is no time limit; cancellation sets the token of the context.
///
/// ```
/// use cloudg_runtime::{IntoContents, TemplateHandler};
///
/// let handler = TemplateHandler::Blocking(|_, variables| {
///     variables.get("id").unwrap_or_default().into_contents()
/// });
/// # let _ = handler;
/// ```
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
///
/// ```
/// use cloudg_runtime::{Completer, Completion};
///
/// let complete = Completer::Blocking(|_, partial, _| Ok(vec![format!("{partial}1")]));
/// let completion = Completion { argument: "id".into(), complete };
/// assert_eq!(completion.argument, "id");
/// ```
#[derive(Clone)]
pub struct Completion {
    /// Name of the variable.
    pub argument: Cow<'static, str>,
    /// The code that proposes.
    pub complete: Completer,
}

inventory::collect!(TemplateSpec);
