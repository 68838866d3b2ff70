//! Declarations: everything a client, a policy or the layer needs to know about a tool, a
//! resource, a template or a prompt.
//!
//! All of them can be built in a constant, and are then collected through `inventory`.

mod any;
mod completer;
mod prompt;
mod resource;
mod template;
mod transform_hints;

use std::{any::TypeId, borrow::Cow, future::Future, pin::Pin, sync::Arc, time::Duration};

use serde_json::{Map, Value};

pub use self::{
    any::Spec,
    completer::{Completer, CompletionResult, DynamicCompleter},
    prompt::{DynamicPrompt, PromptArgument, PromptHandler, PromptHandlerResult, PromptSpec},
    resource::{ContentsResult, DynamicResource, ResourceHandler, ResourceSpec},
    template::{Completion, DynamicTemplate, TemplateHandler, TemplateSpec},
    transform_hints::TransformHints,
};
use crate::{Capabilities, Hints, Labels, Reply, Sensitivity, ToolContext, ToolError};

/// A tool. Built as a constant by `#[tool]` and collected through `inventory`, or at run time.
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::{
///     Capabilities, Handler, Hints, Labels, MetaSource, Registry, Reply, SchemaSource, Sensitivity,
///     Source, ToolSpec, TransformHints,
/// };
/// use serde_json::{Value, json};
///
/// let schema = json!({"additionalProperties": false, "properties": {}, "type": "object"});
/// let spec = ToolSpec {
///     name: "now".into(),
///     title: None,
///     description: "Tell what was configured.".into(),
///     category: "general".into(),
///     tags: (&[]).into(),
///     sensitivity: Sensitivity::Public,
///     capabilities: Capabilities::NONE,
///     hints: Hints::default().derive(Capabilities::NONE),
///     timeout: None,
///     input_schema: SchemaSource::Given(Arc::new(schema)),
///     output_schema: None,
///     labels: Labels::NONE,
///     transform_hints: TransformHints::NONE,
///     meta: MetaSource::None,
///     icons: (&[]).into(),
///     states: (&[]).into(),
///     handler: Handler::Dynamic(Arc::new(|_, arguments| Ok(Reply::Value(Value::Object(arguments))))),
///     source: Source::here("my-server"),
/// };
/// Registry::new().add(spec)?;
/// # Ok::<(), cloudg_runtime::RegistryError>(())
/// ```
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
    /// What the parts of the result tell about their owner; see [`crate::Labelled`].
    pub labels: Labels,
    /// Options of the tool for the transforms of a policy.
    pub transform_hints: TransformHints,
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
///
/// ```
/// use cloudg_runtime::{SchemaSource, schema_of};
///
/// assert_eq!(SchemaSource::Derived(schema_of::<bool>).build()["type"], "boolean");
/// ```
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
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::MetaSource;
/// use serde_json::{Map, json};
///
/// let meta = Map::from_iter([("my/key".to_owned(), json!(1))]);
/// assert_eq!(MetaSource::Given(Arc::new(meta.clone())).build(), meta);
/// assert!(MetaSource::None.build().is_empty());
/// ```
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
///
/// ```
/// use cloudg_runtime::{Icon, IconTheme};
///
/// const ICON: Icon = Icon {
///     src: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
///     mime_type: Some("image/svg+xml"),
///     sizes: &["any"],
///     theme: Some(IconTheme::Dark),
/// };
/// assert_eq!(ICON.theme.map(IconTheme::as_str), Some("dark"));
/// ```
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
///
/// ```
/// assert_eq!(cloudg_runtime::IconTheme::Light.as_str(), "light");
/// ```
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
///
/// ```
/// use cloudg_runtime::BoxFuture;
///
/// fn later() -> BoxFuture<u32> {
///     Box::pin(async { 7 })
/// }
/// # let _ = later;
/// ```
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
/// What a handler returns.
///
/// ```
/// use cloudg_runtime::{HandlerResult, Reply};
///
/// let answer: HandlerResult = Ok(Reply::Value(serde_json::json!({})));
/// # assert!(answer.is_ok());
/// ```
pub type HandlerResult = Result<Reply, ToolError>;
/// Validated arguments: every declared key present, defaults filled in, coerced.
///
/// ```
/// use cloudg_runtime::{ArgumentMap, ToolContext};
///
/// /// A completion that looks at what else was filled in.
/// fn cities(_ctx: &ToolContext, _partial: &str, others: &ArgumentMap) -> Vec<&'static str> {
///     match others.get("country").and_then(|country| country.as_str()) {
///         Some("Norway") => vec!["Bergen", "Oslo"],
///         _ => vec![],
///     }
/// }
/// # let _ = cities;
/// ```
pub type ArgumentMap = Map<String, Value>;

/// A handler given at run time.
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::{DynamicHandler, Handler, Reply};
///
/// let greeting = "hello".to_owned();
/// let handler: Arc<DynamicHandler> =
///     Arc::new(move |_, _| Ok(Reply::Value(greeting.as_str().into())));
/// let handler = Handler::Dynamic(handler);
/// # let _ = handler;
/// ```
pub type DynamicHandler = dyn Fn(&ToolContext, ArgumentMap) -> HandlerResult + Send + Sync;

/// How a tool runs.
///
/// ```
/// use cloudg_runtime::{Handler, Reply};
/// use serde_json::Value;
///
/// let mirror = Handler::Blocking(|_, arguments| Ok(Reply::Value(Value::Object(arguments))));
/// let later = Handler::Async(|context, _| {
///     Box::pin(async move { Ok(Reply::Value(context.name().into())) })
/// });
/// # let _ = (mirror, later);
/// ```
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
///
/// ```
/// use std::any::{TypeId, type_name};
///
/// use cloudg_runtime::StateRequirement;
///
/// struct Names;
/// const NEEDS: StateRequirement =
///     StateRequirement { id: TypeId::of::<Names>, name: type_name::<Names> };
/// assert!((NEEDS.name)().ends_with("Names"));
/// ```
#[derive(Clone, Copy)]
pub struct StateRequirement {
    /// Identity of the type.
    pub id: fn() -> TypeId,
    /// Its name, for the start-up error.
    pub name: fn() -> &'static str,
}

/// A place in source code.
///
/// ```
/// use cloudg_runtime::Source;
///
/// let place = Source { package: "my-server", file: "src/lib.rs", line: 7, column: 1 };
/// assert_eq!(place.to_string(), "src/lib.rs:7:1");
/// ```
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
