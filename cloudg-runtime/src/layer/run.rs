//! Runs code of an author: on the right pool, under its deadline, with panics contained.

use std::{
    any::Any,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    task::Poll,
    time::Duration,
};

use crate::{
    Completer, Handler, LayerError, Prompt, PromptHandler, Resource, ResourceHandler, Template,
    TemplateHandler, TextArguments, Tool, ToolContext, ToolError,
    spec::{
        ArgumentMap, BoxFuture, CompletionResult, ContentsResult, HandlerResult,
        PromptHandlerResult,
    },
};

/// What a panic was raised with.
type Payload = Box<dyn Any + Send>;

/// The answer of a tool, or an error that the layer found.
pub(super) async fn tool(
    tool: &Tool,
    context: &ToolContext,
    arguments: ArgumentMap,
    timeout: Option<Duration>,
) -> Result<HandlerResult, LayerError> {
    let ctx = context.clone();
    let running = async {
        match &tool.spec().handler {
            Handler::Async(handler) => contained(|| handler(ctx, arguments)).await,
            Handler::Blocking(handler) => {
                let handler = *handler;
                blocking(move || handler(&ctx, arguments)).await
            }
            Handler::Dynamic(handler) => {
                let handler = Arc::clone(handler);
                blocking(move || handler(&ctx, arguments)).await
            }
        }
    };
    until_ended(context, running, timeout).await
}

/// The contents of a resource.
pub(super) async fn resource(
    resource: &Resource,
    context: &ToolContext,
) -> Result<ContentsResult, LayerError> {
    let ctx = context.clone();
    let running = async {
        match &resource.spec().handler {
            ResourceHandler::Async(handler) => contained(|| handler(ctx)).await,
            ResourceHandler::Blocking(handler) => {
                let handler = *handler;
                blocking(move || handler(&ctx)).await
            }
            ResourceHandler::Dynamic(handler) => {
                let handler = Arc::clone(handler);
                blocking(move || handler(&ctx)).await
            }
        }
    };
    until_ended(context, running, None).await
}

/// The contents behind an address of a template.
pub(super) async fn template(
    template: &Template,
    context: &ToolContext,
    variables: TextArguments,
) -> Result<ContentsResult, LayerError> {
    let ctx = context.clone();
    let running = async {
        match &template.spec().handler {
            TemplateHandler::Async(handler) => contained(|| handler(ctx, variables)).await,
            TemplateHandler::Blocking(handler) => {
                let handler = *handler;
                blocking(move || handler(&ctx, variables)).await
            }
            TemplateHandler::Dynamic(handler) => {
                let handler = Arc::clone(handler);
                blocking(move || handler(&ctx, variables)).await
            }
        }
    };
    until_ended(context, running, None).await
}

/// The messages of a prompt.
pub(super) async fn prompt(
    prompt: &Prompt,
    context: &ToolContext,
    arguments: TextArguments,
) -> Result<PromptHandlerResult, LayerError> {
    let ctx = context.clone();
    let running = async {
        match &prompt.spec().handler {
            PromptHandler::Async(handler) => contained(|| handler(ctx, arguments)).await,
            PromptHandler::Blocking(handler) => {
                let handler = *handler;
                blocking(move || handler(&ctx, arguments)).await
            }
            PromptHandler::Dynamic(handler) => {
                let handler = Arc::clone(handler);
                blocking(move || handler(&ctx, arguments)).await
            }
        }
    };
    until_ended(context, running, None).await
}

/// The proposals of a completer.
pub(super) async fn completer(
    completer: &Completer,
    context: &ToolContext,
    partial: String,
    others: ArgumentMap,
) -> Result<CompletionResult, LayerError> {
    let ctx = context.clone();
    let running = async {
        match completer {
            Completer::Async(complete) => contained(|| complete(ctx, partial, others)).await,
            Completer::Blocking(complete) => {
                let complete = *complete;
                blocking(move || complete(&ctx, &partial, &others)).await
            }
            Completer::Dynamic(complete) => {
                let complete = Arc::clone(complete);
                blocking(move || complete(&ctx, &partial, &others)).await
            }
        }
    };
    until_ended(context, running, None).await
}

/// Waits for the answer, the caller giving up, or the deadline.
async fn until_ended<T>(
    context: &ToolContext,
    running: impl Future<Output = Result<Result<T, ToolError>, Payload>>,
    timeout: Option<Duration>,
) -> Result<Result<T, ToolError>, LayerError> {
    let deadline = async {
        match timeout {
            Some(timeout) => tokio::time::sleep(timeout).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        () = context.cancelled() => Err(LayerError::Cancelled),
        ended = running => Ok(match ended {
            Ok(answer) => answer.map_err(ToolError::without_timeout),
            Err(payload) => Err(panicked(context, &*payload)),
        }),
        () = deadline => {
            context.cancellation().cancel();
            let seconds = timeout.unwrap_or_default().as_secs_f64();
            let message = format!(
                "{} timed out after {seconds} s. Ask for less, or for a smaller part.",
                context.name()
            );
            Ok(Err(ToolError::timeout(message)))
        }
    }
}

/// Runs on the blocking pool. Dropping the future does not end the code, which goes on until it
/// looks at its token.
async fn blocking<T: Send + 'static>(
    code: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Payload> {
    tokio::task::spawn_blocking(code).await.map_err(|error| match error.try_into_panic() {
        Ok(payload) => payload,
        Err(error) => Box::new(error.to_string()),
    })
}

/// The future with its panics as errors. It is not polled again after one, and dropping it ends
/// the code.
async fn contained<T>(start: impl FnOnce() -> BoxFuture<T>) -> Result<T, Payload> {
    // The function itself may panic before it returns its future.
    let mut future = catch_unwind(AssertUnwindSafe(start))?;
    poll_fn(move |cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(polled) => polled.map(Ok),
        Err(payload) => Poll::Ready(Err(payload)),
    })
    .await
}

/// The text of a panic may hold anything, so it goes to the log only.
fn panicked(context: &ToolContext, payload: &(dyn Any + Send)) -> ToolError {
    let (kind, name) = (context.kind().as_str(), context.name());
    let detail = panic_text(payload);
    tracing::error!(kind, name, %detail, "a handler panicked");
    ToolError::handler(format!(
        "InternalError: the {kind} failed unexpectedly; the server log has details."
    ))
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a text".to_owned())
}
