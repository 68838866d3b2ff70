//! Write a documented Rust function, get a Model Context Protocol tool.
//!
//! The declaration becomes a [`ToolSpec`], the specs a [`Registry`], and the [`Layer`] answers
//! every request for them, whatever brought it. [`transport`] connects the layer to clients.
//!
//! The [`guide`] starts with a [tutorial](guide::tutorial): a served tool of your own in ten
//! minutes.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

// What the attributes expand to names the crate, here too.
extern crate self as cloudg_runtime;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod arguments;
mod changes;
pub mod client;
mod content;
mod context;
mod error;
pub mod export;
pub mod guide;
mod hints;
pub mod json_text;
mod labels;
mod layer;
pub mod lock;
pub mod number;
mod principal;
mod registry;
mod reply;
mod schema;
mod search;
mod spec;
#[cfg(test)]
mod testing;
mod texts;
pub mod transport;
mod uri_template;
mod validate;

pub use arguments::{ArgumentName, ArgumentSchema, Arguments, Decoder, FieldSchema};
pub use changes::{Change, Changes, Subscription};
pub use cloudg_macros::{Args, Labelled, plugins, prompt, resource, tool};
pub use content::{
    Bytes, ContentAnnotations, ContentBlock, Contents, ContentsBody, EmbeddedResource,
    IntoContents, IntoPrompt, JsonLayout, MediaBlock, PromptMessage, PromptResult,
    ResourceContents, ResourceLink, Role, TextBlock, TextBody, ToolResult, forms,
};
pub use context::{CallKind, CallSink, LogLevel, LogRecord, Progress, State, ToolContext};
pub use error::{ErrorCode, LayerError, ToolError};
pub use hints::{Capabilities, Capability, Hints, Sensitivity};
pub use labels::{Label, LabelTree, LabelVisitor, Labelled, Labels, MemberLabels, ObjectLabels};
pub use layer::{
    BuildError, CallRequest, CompleteRequest, CompletionTarget, CompletionValues, Layer,
    LayerBuilder, Origin, PromptRequest, ReadRequest,
};
pub use principal::Principal;
pub use registry::{Filter, Prompt, Registry, RegistryError, Resource, Template, Tool};
pub use reply::{IntoReply, Reply};
pub use schema::{SchemaProfile, answer_schema_of, open_object, output_schema_of, schema_of};
pub use search::{Hit, SEARCH_TOOLS, START_TAG, ToolIndex};
pub use spec::{
    ArgumentMap, BoxFuture, Completer, Completion, CompletionResult, ContentsResult,
    DynamicCompleter, DynamicHandler, DynamicPrompt, DynamicResource, DynamicTemplate, Handler,
    HandlerResult, Icon, IconTheme, MetaSource, PromptArgument, PromptHandler, PromptHandlerResult,
    PromptSpec, ResourceHandler, ResourceSpec, SchemaSource, Source, Spec, StateRequirement,
    TemplateHandler, TemplateSpec, ToolSpec, TransformHints,
};
pub use texts::TextArguments;
pub use uri_template::{TemplateError, UriTemplate};
pub use validate::{MAX_DEPTH, MAX_PROBLEMS, Problem, SchemaError, Validator};
