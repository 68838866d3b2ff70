//! Code that proposes values for a variable or an argument.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::BoxFuture;
use crate::{ToolContext, ToolError};

/// Values in the order they are proposed; a client gets the first 100 and the number of all.
pub type CompletionResult = Result<Vec<String>, ToolError>;
/// A completer given at run time.
pub type DynamicCompleter =
    dyn Fn(&ToolContext, &str, &Map<String, Value>) -> CompletionResult + Send + Sync;

/// Proposes values that continue a partial one. The map holds what the client has filled in so
/// far for the other arguments. A failure proposes nothing.
#[derive(Clone)]
pub enum Completer {
    /// Runs on the blocking pool.
    Blocking(fn(&ToolContext, &str, &Map<String, Value>) -> CompletionResult),
    /// Runs on the async runtime.
    Async(fn(ToolContext, String, Map<String, Value>) -> BoxFuture<CompletionResult>),
    /// A closure given at run time, on the blocking pool.
    Dynamic(Arc<DynamicCompleter>),
}
