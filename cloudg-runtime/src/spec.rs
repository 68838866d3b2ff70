//! Declarations: everything a client, a policy or the layer needs to know about a tool, a
//! resource, a template or a prompt.
//!
//! All of them can be built in a constant, and are then collected through `inventory`.

mod any;
mod completer;
mod prompt;
mod resource;
mod template;

use std::{any::TypeId, borrow::Cow, future::Future, pin::Pin, sync::Arc, time::Duration};

use serde_json::{Map, Value};

pub use self::{
    any::Spec,
    completer::{Completer, CompletionResult, DynamicCompleter},
    prompt::{DynamicPrompt, PromptArgument, PromptHandler, PromptHandlerResult, PromptSpec},
    resource::{ContentsResult, DynamicResource, ResourceHandler, ResourceSpec},
    template::{Completion, DynamicTemplate, TemplateHandler, TemplateSpec},
};
use crate::{Capabilities, Hints, Reply, Sensitivity, ToolContext, ToolError};

/// A tool. Built as a constant by `#[tool]` and collected through `inventory`, or at run time.
#[derive(Clone)]
pub struct ToolSpec {
    /// Wire name, 1 to 128 of `A-Z a-z 0-9 _ . -`.
    pub name: Cow<'static, str>,
    /// Display title.
    pub title: Option<Cow<'static, str>>,
    /// What the tool answers, for a model to read.
    pub description: Cow<'static, str>,
    /// Group used by filters, policies and listing order.
    pub category: Cow<'static, str>,
    /// Free labels, sorted on the wire.
    pub tags: Cow<'static, [&'static str]>,
    /// How sensitive the answer is.
    pub sensitivity: Sensitivity,
    /// What the handler touches.
    pub capabilities: Capabilities,
    /// Final hints, derived from the capabilities unless given.
    pub hints: Hints,
    /// Longest run; `None` is the layer's default.
    pub timeout: Option<Duration>,
    /// JSON Schema of the arguments, in normal form.
    pub input_schema: SchemaSource,
    /// JSON Schema of the structured result, in normal form.
    pub output_schema: Option<SchemaSource>,
    /// Extra keys of `_meta`.
    pub meta: MetaSource,
    /// Pictures for the entry.
    pub icons: Cow<'static, [Icon]>,
    /// State types that the handler takes by [`crate::State`]; checked at start-up.
    pub states: Cow<'static, [StateRequirement]>,
    /// The code that answers.
    pub handler: Handler,
    /// Where the tool is declared.
    pub source: Source,
}

/// A schema that is built on first use, or one given at run time.
#[derive(Clone)]
pub enum SchemaSource {
    /// Generated from Rust types.
    Derived(fn() -> Value),
    /// Given as it is.
    Given(Arc<Value>),
}

impl SchemaSource {
    /// The schema; a derived one is built anew.
    pub fn build(&self) -> Arc<Value> {
        match self {
            Self::Derived(build) => Arc::new(build()),
            Self::Given(schema) => Arc::clone(schema),
        }
    }
}

/// Extra keys of `_meta` in a list entry. They follow the keys of the layer and win over them.
#[derive(Clone, Default)]
pub enum MetaSource {
    /// No keys.
    #[default]
    None,
    /// Built when asked for.
    Derived(fn() -> Map<String, Value>),
    /// Given as they are.
    Given(Arc<Map<String, Value>>),
}

impl MetaSource {
    /// The keys.
    pub fn build(&self) -> Map<String, Value> {
        match self {
            Self::None => Map::new(),
            Self::Derived(build) => build(),
            Self::Given(meta) => Map::clone(meta),
        }
    }
}

/// A picture for a list entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Icon {
    /// Address; prefer a `data:` one, which nobody has to fetch.
    pub src: &'static str,
    /// Media type.
    pub mime_type: Option<&'static str>,
    /// Sizes such as `48x48`, or `any`.
    pub sizes: &'static [&'static str],
    /// The background it is made for.
    pub theme: Option<IconTheme>,
}

/// The background a picture is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IconTheme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

impl IconTheme {
    /// The name on the wire, lower-case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A future that a handler returns.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
/// What a handler returns.
pub type HandlerResult = Result<Reply, ToolError>;
/// Validated arguments: every declared key present, defaults filled in, coerced.
pub type ArgumentMap = Map<String, Value>;

/// A handler given at run time.
pub type DynamicHandler = dyn Fn(&ToolContext, ArgumentMap) -> HandlerResult + Send + Sync;

/// How a tool runs.
#[derive(Clone)]
pub enum Handler {
    /// Runs on the blocking pool.
    Blocking(fn(&ToolContext, ArgumentMap) -> HandlerResult),
    /// Runs on the async runtime.
    Async(fn(ToolContext, ArgumentMap) -> BoxFuture<HandlerResult>),
    /// A closure given at run time, on the blocking pool.
    Dynamic(Arc<DynamicHandler>),
}

/// A state type a handler needs.
#[derive(Clone, Copy)]
pub struct StateRequirement {
    /// Identity of the type.
    pub id: fn() -> TypeId,
    /// Its name, for the start-up error.
    pub name: fn() -> &'static str,
}

/// A place in source code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// Crate that declares it (`CARGO_PKG_NAME`).
    pub package: &'static str,
    /// File as the compiler names it.
    pub file: &'static str,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl Source {
    /// The place of the call, in the package of that name.
    ///
    /// ```
    /// use cloudg_runtime::Source;
    ///
    /// const HERE: Source = Source::here("my-server");
    /// assert_eq!(HERE.package, "my-server");
    /// ```
    #[track_caller]
    pub const fn here(package: &'static str) -> Self {
        let place = std::panic::Location::caller();
        Self { package, file: place.file(), line: place.line(), column: place.column() }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

inventory::collect!(ToolSpec);
