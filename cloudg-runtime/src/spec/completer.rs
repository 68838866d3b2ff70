//! Code that proposes values for a variable or an argument.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::BoxFuture;
use crate::{ToolContext, ToolError};

/// Values in the order they are proposed; a client gets the first 100 and the number of all.
///
/// ```
/// use cloudg_runtime::CompletionResult;
///
/// let proposed: CompletionResult = Ok(vec!["paris".to_owned(), "park".to_owned()]);
/// # assert!(proposed.is_ok());
/// ```
pub type CompletionResult = Result<Vec<String>, ToolError>;
/// A completer given at run time.
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::{Completer, DynamicCompleter};
///
/// let names = vec!["Ada".to_owned(), "Bo".to_owned()];
/// let complete: Arc<DynamicCompleter> = Arc::new(move |_, _, _| Ok(names.clone()));
/// let completer = Completer::Dynamic(complete);
/// # let _ = completer;
/// ```
pub type DynamicCompleter =
    dyn Fn(&ToolContext, &str, &Map<String, Value>) -> CompletionResult + Send + Sync;

/// Proposes values that continue a partial one. The map holds what the client has filled in so
/// far for the other arguments. A failure proposes nothing.
///
/// ```
/// use cloudg_runtime::Completer;
///
/// let doubled = Completer::Blocking(|_, partial, _| Ok(vec![format!("{partial}{partial}")]));
/// # let _ = doubled;
/// ```
#[derive(Clone)]
pub enum Completer {
    /// Runs on the blocking pool.
    Blocking(fn(&ToolContext, &str, &Map<String, Value>) -> CompletionResult),
    /// Runs on the async runtime.
    Async(fn(ToolContext, String, Map<String, Value>) -> BoxFuture<CompletionResult>),
    /// A closure given at run time, on the blocking pool.
    Dynamic(Arc<DynamicCompleter>),
}
