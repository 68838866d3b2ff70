//! The one path of every request: find, validate, run, shape.
//!
//! A transport asks the layer and never a handler. Whatever leaves passes the output pipeline.

mod builder;
mod complete;
mod outgoing;
mod output;
mod prompt;
mod request;
mod resource;
mod result;
mod run;

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tokio_util::sync::DropGuard;

pub(crate) use self::output::OutputPipeline;
use self::result::Shaper;
pub use self::{
    builder::{BuildError, LayerBuilder},
    complete::CompletionValues,
    request::{CallRequest, CompleteRequest, CompletionTarget, Origin, PromptRequest, ReadRequest},
};
use crate::{
    CallKind, Changes, ErrorCode, Labels, LayerError, Principal, Prompt, Registry, Reply, Resource,
    START_TAG, Template, Tool, ToolContext, ToolError, ToolResult,
    context::{Call, StateMap},
    spec::HandlerResult,
    validate::to_error,
};

/// Serves one registry. Cheap to clone.
///
/// ```standalone_crate
/// use cloudg_runtime::{CallRequest, Layer, Registry, ToolContext, tool};
/// use serde_json::json;
///
/// /// Add two numbers.
/// #[tool]
/// fn add(_ctx: &ToolContext, left: i64, right: i64) -> i64 {
///     left + right
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let layer = Layer::builder(Registry::collected(&[])?).prefix("my_").build()?;
///     assert_eq!(layer.exposed_name("add"), "my_add");
///     let arguments = json!({"left": 40, "right": "2"});
///     let sum = layer.call_tool(CallRequest::new("my_add", Some(arguments))).await?;
///     assert_eq!(sum.structured, Some(json!({"result": 42})));
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Layer {
    inner: Arc<Inner>,
}

struct Inner {
    registry: Registry,
    states: Arc<StateMap>,
    changes: Changes,
    options: Options,
}

/// What a layer is built with.
struct Options {
    name: String,
    version: String,
    title: String,
    instructions: String,
    prefix: String,
    default_timeout: Option<Duration>,
    max_output_chars: usize,
    output: Arc<dyn OutputPipeline>,
    near_names: bool,
    start_small: bool,
}

impl Layer {
    /// Starts building a layer that serves `registry`.
    pub fn builder(registry: Registry) -> LayerBuilder {
        LayerBuilder::new(registry)
    }

    /// What is served.
    pub fn registry(&self) -> &Registry {
        &self.inner.registry
    }

    /// The hub of change events.
    pub fn changes(&self) -> &Changes {
        &self.inner.changes
    }

    /// Name of the server.
    pub fn name(&self) -> &str {
        &self.inner.options.name
    }

    /// Version of the server.
    pub fn version(&self) -> &str {
        &self.inner.options.version
    }

    /// Display title of the server; may be empty.
    pub fn title(&self) -> &str {
        &self.inner.options.title
    }

    /// How a model should use the server; may be empty.
    pub fn instructions(&self) -> &str {
        &self.inner.options.instructions
    }

    /// The name under which a client sees `name`.
    pub fn exposed_name(&self, name: &str) -> String {
        format!("{}{name}", self.inner.options.prefix)
    }

    /// The tools that a principal may see, in listing order.
    pub fn visible_tools(&self, _principal: &Principal) -> impl ExactSizeIterator<Item = &Tool> {
        self.inner.registry.tools()
    }

    /// The visible tools that are listed: all of them, or those to start with after
    /// [`LayerBuilder::start_small`]. The others can be called all the same.
    pub fn listed_tools(&self, principal: &Principal) -> Vec<&Tool> {
        let listed =
            |tool: &&Tool| !self.inner.options.start_small || tool.spec().tags.contains(&START_TAG);
        self.visible_tools(principal).filter(listed).collect()
    }

    /// The list entries of the tools that a principal is told of, in listing order.
    pub fn tools_to_wire(&self, principal: &Principal) -> Vec<Value> {
        let entry = |tool: &Tool| tool.to_wire(&self.exposed_name(tool.name()), true);
        self.listed_tools(principal).into_iter().map(entry).collect()
    }

    /// The resources that a principal may see, in listing order.
    pub fn visible_resources(
        &self,
        _principal: &Principal,
    ) -> impl ExactSizeIterator<Item = &Resource> {
        self.inner.registry.resources()
    }

    /// The templates that a principal may see, in listing order.
    pub fn visible_templates(
        &self,
        _principal: &Principal,
    ) -> impl ExactSizeIterator<Item = &Template> {
        self.inner.registry.templates()
    }

    /// The prompts that a principal may see, in listing order.
    pub fn visible_prompts(
        &self,
        _principal: &Principal,
    ) -> impl ExactSizeIterator<Item = &Prompt> {
        self.inner.registry.prompts()
    }

    /// The list entries of the resources that a principal may see, in listing order.
    pub fn resources_to_wire(&self, principal: &Principal) -> Vec<Value> {
        self.visible_resources(principal).map(Resource::to_wire).collect()
    }

    /// The list entries of the templates that a principal may see, in listing order.
    pub fn templates_to_wire(&self, principal: &Principal) -> Vec<Value> {
        self.visible_templates(principal).map(Template::to_wire).collect()
    }

    /// The list entries of the prompts that a principal may see, in listing order.
    pub fn prompts_to_wire(&self, principal: &Principal) -> Vec<Value> {
        let entry = |prompt: &Prompt| prompt.to_wire(&self.exposed_name(prompt.name()));
        self.visible_prompts(principal).map(entry).collect()
    }

    /// The visible tool with this exposed name.
    pub fn find_tool(&self, exposed_name: &str, _principal: &Principal) -> Option<&Tool> {
        self.inner.registry.tool(self.internal_name(exposed_name)?)
    }

    /// The visible prompt with this exposed name.
    pub fn find_prompt(&self, exposed_name: &str, _principal: &Principal) -> Option<&Prompt> {
        self.inner.registry.prompt(self.internal_name(exposed_name)?)
    }

    fn internal_name<'n>(&self, exposed_name: &'n str) -> Option<&'n str> {
        exposed_name.strip_prefix(self.inner.options.prefix.as_str())
    }

    /// Calls a tool. What goes wrong inside the call is an error result.
    ///
    /// # Errors
    ///
    /// No visible tool has the name, the caller gave up, or the output pipeline failed.
    pub async fn call_tool(&self, request: CallRequest) -> Result<ToolResult, LayerError> {
        let CallRequest { name, arguments, origin } = request;
        let Some(tool) = self.find_tool(&name, &origin.principal) else {
            return Err(LayerError::UnknownTool { name });
        };
        let output = self.output();
        let max_chars = self.inner.options.max_output_chars;
        let shaper = Shaper::start(output.clone(), tool.spec().labels, max_chars);
        let (context, _gone) = self.context(CallKind::Tool, tool.name(), origin, &output);
        match self.answer(tool, &context, arguments).await? {
            Ok(Reply::Value(value)) => shaper.value(value, context.take_links()),
            Ok(Reply::Result(result)) => shaper.result(result, context.take_links()),
            Err(error) => shaper.failure(error),
        }
        .map_err(|_| LayerError::Output)
    }

    /// What everything that leaves one call passes.
    fn output(&self) -> Arc<dyn OutputPipeline> {
        Arc::clone(&self.inner.options.output)
    }

    /// The context of one call. Whatever ends the call drops the guard, and so the handler learns
    /// that nobody waits any more.
    fn context(
        &self,
        kind: CallKind,
        name: &str,
        origin: Origin,
        output: &Arc<dyn OutputPipeline>,
    ) -> (ToolContext, DropGuard) {
        let cancelled = origin.cancelled.child_token();
        let guard = cancelled.clone().drop_guard();
        let context = ToolContext::new(Call {
            kind,
            name: name.to_owned(),
            layer: self.clone(),
            request_id: origin.request_id,
            principal: origin.principal,
            cancelled,
            sink: origin.sink,
            states: self.inner.states.clone(),
            changes: self.inner.changes.clone(),
            output: output.clone(),
            reported: Default::default(),
        });
        (context, guard)
    }

    /// Validates and runs: the innermost part, around which middleware and policy go.
    async fn answer(
        &self,
        tool: &Tool,
        context: &ToolContext,
        arguments: Option<Value>,
    ) -> Result<HandlerResult, LayerError> {
        let validator = match tool.validator() {
            Ok(validator) => validator,
            Err(error) => {
                tracing::error!(tool = tool.name(), %error, "the argument schema is unusable");
                return Ok(Err(ToolError::internal("The tool is not available.")));
            }
        };
        let arguments = match validator.check(arguments) {
            Ok(arguments) => arguments,
            Err(mut problems) => {
                if !self.inner.options.near_names {
                    problems.iter_mut().for_each(|problem| problem.did_you_mean = None);
                }
                return Ok(Err(to_error(&problems)));
            }
        };
        let timeout = tool.spec().timeout.filter(|timeout| !timeout.is_zero());
        let timeout = timeout.or(self.inner.options.default_timeout);
        run::tool(tool, context, arguments, timeout).await
    }
}

/// The protocol error of a resource or a prompt. What failed unexpectedly is told to the log only.
fn raise(output: &dyn OutputPipeline, context: &ToolContext, error: ToolError) -> LayerError {
    let labels = Labels::root(error.labels);
    raise_labelled(output, context, error, labels)
}

/// The same with labels of the detail as it is now.
fn raise_labelled(
    output: &dyn OutputPipeline,
    context: &ToolContext,
    error: ToolError,
    labels: Labels,
) -> LayerError {
    if error.code == ErrorCode::Handler {
        let (kind, name) = (context.kind().as_str(), context.name());
        tracing::error!(kind, name, %error, "a handler failed");
        let text = format!("The {kind} could not be prepared; the server log has details.");
        return LayerError::Failed(ToolError::internal(text));
    }
    let data = error.data.map(|data| output.labelled(data, labels)).transpose();
    match (output.text(error.message), data) {
        (Ok(message), Ok(data)) => LayerError::Failed(ToolError { message, data, ..error }),
        _ => LayerError::Output,
    }
}

#[cfg(test)]
mod tests;
