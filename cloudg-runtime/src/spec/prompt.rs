//! The declaration of a prompt: a prepared conversation with arguments.

use std::{borrow::Cow, sync::Arc};

use super::{BoxFuture, Completer, Icon, MetaSource, Source, StateRequirement};
use crate::{
    Capabilities, Capability, PromptResult, Sensitivity, TextArguments, ToolContext, ToolError,
};

/// A prompt. Built as a constant by `#[prompt]` and collected through `inventory`, or at run time.
///
/// ```
/// use cloudg_runtime::{IntoPrompt, PromptHandler, PromptSpec, Sensitivity, Source};
///
/// let handler = PromptHandler::Blocking(|_, _| "Hello.".into_prompt());
/// let spec = PromptSpec::new("greet", handler, Source::here("my-server"));
/// assert_eq!(spec.sensitivity, Sensitivity::Internal);
/// ```
#[derive(Clone)]
pub struct PromptSpec {
    /// Wire name, 1 to 128 of `A-Z a-z 0-9 _ . -`.
    pub name: Cow<'static, str>,
    /// Display title.
    pub title: Option<Cow<'static, str>>,
    /// What the conversation is for; may be empty.
    pub description: Cow<'static, str>,
    /// Arguments in listing order, no name twice.
    pub arguments: Cow<'static, [PromptArgument]>,
    /// Group used by filters, policies and listing order; `general` by default.
    pub category: Cow<'static, str>,
    /// Free labels, sorted on the wire.
    pub tags: Cow<'static, [&'static str]>,
    /// How sensitive the messages are; internal by default.
    pub sensitivity: Sensitivity,
    /// What the handler touches.
    pub capabilities: Capabilities,
    /// Extra keys of `_meta`.
    pub meta: MetaSource,
    /// Pictures for the entry.
    pub icons: Cow<'static, [Icon]>,
    /// State types that the handler takes; checked at start-up.
    pub states: Cow<'static, [StateRequirement]>,
    /// The code that answers.
    pub handler: PromptHandler,
    /// Where the prompt is declared.
    pub source: Source,
}

impl PromptSpec {
    /// A prompt with the defaults: no arguments, category `general`, internal, reads the state.
    ///
    /// ```
    /// use cloudg_runtime::{IntoPrompt, PromptArgument, PromptHandler, PromptSpec, Source};
    ///
    /// let handler = PromptHandler::Blocking(|_, mut given| {
    ///     format!("Explain {}.", given.take("topic").unwrap_or_default()).into_prompt()
    /// });
    /// let mut spec = PromptSpec::new("explain", handler, Source::here("my-server"));
    /// spec.arguments = vec![PromptArgument::required("topic")].into();
    /// ```
    pub fn new(name: impl Into<Cow<'static, str>>, handler: PromptHandler, source: Source) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: Cow::Borrowed(""),
            arguments: Cow::Borrowed(&[]),
            category: Cow::Borrowed("general"),
            tags: Cow::Borrowed(&[]),
            sensitivity: Sensitivity::Internal,
            capabilities: Capabilities::of(&[Capability::ReadState]),
            meta: MetaSource::None,
            icons: Cow::Borrowed(&[]),
            states: Cow::Borrowed(&[]),
            handler,
            source,
        }
    }
}

/// One argument of a prompt. Its value is a text.
///
/// ```
/// use cloudg_runtime::PromptArgument;
///
/// let topic = PromptArgument { title: Some("Topic".into()), ..PromptArgument::required("topic") };
/// assert!(topic.required && !PromptArgument::optional("mood").required);
/// ```
#[derive(Clone)]
pub struct PromptArgument {
    /// Name on the wire.
    pub name: Cow<'static, str>,
    /// Display title.
    pub title: Option<Cow<'static, str>>,
    /// What it means; may be empty.
    pub description: Cow<'static, str>,
    /// Whether a text that is not empty must be given.
    pub required: bool,
    /// Proposes values.
    pub completion: Option<Completer>,
}

impl PromptArgument {
    /// An argument that must be given, without a description or a completion.
    pub fn required(name: impl Into<Cow<'static, str>>) -> Self {
        Self { required: true, ..Self::optional(name) }
    }

    /// An argument that may be left out, without a description or a completion.
    pub fn optional(name: impl Into<Cow<'static, str>>) -> Self {
        let (name, description) = (name.into(), Cow::Borrowed(""));
        Self { name, title: None, description, required: false, completion: None }
    }
}

/// What the handler of a prompt returns.
///
/// ```
/// use cloudg_runtime::{IntoPrompt, PromptHandlerResult};
///
/// let answer: PromptHandlerResult = "Hello.".into_prompt();
/// # assert!(answer.is_ok());
/// ```
pub type PromptHandlerResult = Result<PromptResult, ToolError>;
/// A handler given at run time.
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::{DynamicPrompt, IntoPrompt, PromptHandler};
///
/// let text = "Hello.".to_owned();
/// let handler: Arc<DynamicPrompt> = Arc::new(move |_, _| text.as_str().into_prompt());
/// let handler = PromptHandler::Dynamic(handler);
/// # let _ = handler;
/// ```
pub type DynamicPrompt = dyn Fn(&ToolContext, TextArguments) -> PromptHandlerResult + Send + Sync;

/// How a prompt is made. The arguments are the declared ones that were given, in the order of
/// their declaration; required ones are there and not empty. There is no time limit.
///
/// ```
/// use cloudg_runtime::{IntoPrompt, PromptHandler};
///
/// let handler = PromptHandler::Blocking(|_, mut given| {
///     given.take("topic").unwrap_or_default().into_prompt()
/// });
/// # let _ = handler;
/// ```
#[derive(Clone)]
pub enum PromptHandler {
    /// Runs on the blocking pool.
    Blocking(fn(&ToolContext, TextArguments) -> PromptHandlerResult),
    /// Runs on the async runtime.
    Async(fn(ToolContext, TextArguments) -> BoxFuture<PromptHandlerResult>),
    /// A closure given at run time, on the blocking pool.
    Dynamic(Arc<DynamicPrompt>),
}

inventory::collect!(PromptSpec);
