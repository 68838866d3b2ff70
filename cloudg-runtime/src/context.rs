//! What a handler knows about the call it answers.

mod log;
mod state;

use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub(crate) use self::state::StateMap;
pub use self::{log::LogLevel, state::State};
use crate::{Changes, Layer, Principal, ResourceLink, ToolError, layer::OutputPipeline};

/// A progress report of a running call.
///
/// ```
/// use cloudg_runtime::Progress;
///
/// let half = Progress { progress: 1.0, total: Some(2.0), message: Some("reading".to_owned()) };
/// assert!(half.total > Some(half.progress));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// Strictly greater than the one before.
    pub progress: f64,
    /// The value at which the work is done.
    pub total: Option<f64>,
    /// What is being done; never empty.
    pub message: Option<String>,
}

/// A log record of a running call for the client.
///
/// ```
/// use cloudg_runtime::{LogLevel, LogRecord};
/// use serde_json::json;
///
/// let data = json!({"counted": 3});
/// let record = LogRecord { level: LogLevel::Info, data, logger: "cloudg".to_owned() };
/// assert!(record.level < LogLevel::Error);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LogRecord {
    /// How serious it is.
    pub level: LogLevel,
    /// The record itself.
    pub data: Value,
    /// Who logs.
    pub logger: String,
}

/// What a call asks for.
///
/// ```
/// assert_eq!(cloudg_runtime::CallKind::Completion.as_str(), "completion");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// The answer of a tool.
    Tool,
    /// The contents of a resource.
    Resource,
    /// The messages of a prompt.
    Prompt,
    /// Values for an argument.
    Completion,
}

impl CallKind {
    /// The name in logs, lower-case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
            Self::Completion => "completion",
        }
    }
}

/// Takes what a call reports while it runs. Called on the thread of the handler: an
/// implementation must not wait.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use cloudg_runtime::{CallRequest, CallSink, LogRecord, Origin, Progress};
///
/// #[derive(Default)]
/// struct Reports(Mutex<Vec<Progress>>);
///
/// impl CallSink for Reports {
///     fn progress(&self, progress: Progress) {
///         self.0.lock().expect("no report panics").push(progress);
///     }
///
///     fn log(&self, _record: LogRecord) {}
/// }
///
/// let mut request = CallRequest::new("count", None);
/// request.origin = Origin { sink: Some(Arc::new(Reports::default())), ..Origin::default() };
/// ```
pub trait CallSink: Send + Sync {
    /// Takes a progress report.
    fn progress(&self, progress: Progress);
    /// Takes a log record.
    fn log(&self, record: LogRecord);
}

/// The call: progress, log, links, cancellation, state. Cheap to clone, usable from any thread
/// and from blocking handlers without waiting.
///
/// ```
/// use cloudg_runtime::{LogLevel, ResourceLink, ToolContext, ToolError, tool};
///
/// /// Read all pages.
/// #[tool(name = "context_read_pages")]
/// fn read_pages(ctx: &ToolContext, pages: u32) -> Result<u32, ToolError> {
///     for page in 0..pages {
///         if ctx.is_cancelled() {
///             return Err(ToolError::internal("Nobody waits any more."));
///         }
///         ctx.report_progress(f64::from(page), Some(f64::from(pages)), Some("reading"));
///     }
///     ctx.link(ResourceLink::new("x://pages", "pages"));
///     ctx.log(LogLevel::Info, format!("{} is done", ctx.name()));
///     Ok(pages)
/// }
/// ```
#[derive(Clone)]
pub struct ToolContext {
    call: Arc<Call>,
}

/// What one call shares between the clones of its context.
pub(crate) struct Call {
    pub(crate) kind: CallKind,
    pub(crate) name: String,
    pub(crate) layer: Layer,
    pub(crate) request_id: Option<Value>,
    pub(crate) principal: Arc<Principal>,
    pub(crate) cancelled: CancellationToken,
    pub(crate) sink: Option<Arc<dyn CallSink>>,
    pub(crate) states: Arc<StateMap>,
    pub(crate) changes: Changes,
    pub(crate) output: Arc<dyn OutputPipeline>,
    pub(crate) reported: Mutex<Reported>,
}

/// What a call has reported so far.
#[derive(Default)]
pub(crate) struct Reported {
    pub(crate) links: Vec<ResourceLink>,
    progress: Option<f64>,
}

impl ToolContext {
    pub(crate) fn new(call: Call) -> Self {
        Self { call: Arc::new(call) }
    }

    /// What is being asked for.
    pub fn kind(&self) -> CallKind {
        self.call.kind
    }

    /// Name of the tool or prompt without prefix, address of the resource, or name of the argument
    /// that is completed.
    pub fn name(&self) -> &str {
        &self.call.name
    }

    /// The layer that answers the call.
    pub fn layer(&self) -> &Layer {
        &self.call.layer
    }

    /// The id of the request, if a transport brought the call: a string or an integer.
    pub fn request_id(&self) -> Option<&Value> {
        self.call.request_id.as_ref()
    }

    /// Who is calling.
    pub fn principal(&self) -> &Principal {
        &self.call.principal
    }

    /// Attaches a link to the result of a tool, in call order. Links of a call that fails, and
    /// those of anything but a tool, are dropped.
    pub fn link(&self, link: ResourceLink) {
        self.reported(|reported| reported.links.push(link));
    }

    /// Reports progress; dropped unless finite and strictly greater than the last value. An
    /// empty message is none.
    pub fn report_progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(sink) = &self.call.sink else { return };
        let message = message.filter(|text| !text.is_empty());
        let Ok(message) = message.map(|text| self.call.output.text(text.to_owned())).transpose()
        else {
            return;
        };
        // Sent under the lock, so that reports of several threads arrive in increasing order.
        self.reported(|reported| {
            let grows = reported.progress.is_none_or(|last| progress > last);
            if progress.is_finite() && grows {
                reported.progress = Some(progress);
                let total = total.filter(|total| total.is_finite());
                sink.progress(Progress { progress, total, message });
            }
        });
    }

    /// Sends a log record to the client under the logger `cloudg`, and to the log of the process.
    pub fn log(&self, level: LogLevel, data: impl Into<Value>) {
        self.log_as("cloudg", level, data);
    }

    /// Like [`ToolContext::log`], under another logger.
    pub fn log_as(&self, logger: &str, level: LogLevel, data: impl Into<Value>) {
        let Ok(data) = self.call.output.value(data.into()) else { return };
        level.to_process_log(self.name(), logger, &data);
        if let Some(sink) = &self.call.sink {
            sink.log(LogRecord { level, data, logger: logger.to_owned() });
        }
    }

    /// Whether the caller gave up or the deadline passed; long loops poll it.
    pub fn is_cancelled(&self) -> bool {
        self.call.cancelled.is_cancelled()
    }

    /// Ends when the caller gives up or the deadline passes.
    pub async fn cancelled(&self) {
        self.call.cancelled.cancelled().await;
    }

    /// The token behind [`ToolContext::is_cancelled`].
    pub fn cancellation(&self) -> &CancellationToken {
        &self.call.cancelled
    }

    /// Where to tell that data changed.
    pub fn changes(&self) -> &Changes {
        &self.call.changes
    }

    /// Shared state by type.
    ///
    /// # Errors
    ///
    /// The server does not provide it. For a declared requirement this is found at start-up.
    pub fn state<T: Any + Send + Sync>(&self) -> Result<State<T>, ToolError> {
        self.call.states.get().ok_or_else(|| ToolError::handler("MissingState: not provided"))
    }

    pub(crate) fn take_links(&self) -> Vec<ResourceLink> {
        self.reported(|reported| std::mem::take(&mut reported.links))
    }

    fn reported<T>(&self, act: impl FnOnce(&mut Reported) -> T) -> T {
        // Each change is one step, so a panic of another thread left nothing half done.
        act(&mut self.call.reported.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
