//! What a transport, the command line or a test asks of the layer.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::{CallSink, Principal};

/// Who asks, and how they hear while they wait.
///
/// ```
/// use std::sync::Arc;
///
/// use cloudg_runtime::{Origin, Principal};
///
/// let origin = Origin::of(Arc::new(Principal::anonymous()));
/// assert!(origin.sink.is_none() && !origin.cancelled.is_cancelled());
/// assert_eq!(Origin::default().principal.id, "local");
/// ```
#[derive(Clone)]
pub struct Origin {
    /// Id of the request, for handlers and logs.
    pub request_id: Option<Value>,
    /// Takes progress and log records; `None` drops them.
    pub sink: Option<Arc<dyn CallSink>>,
    /// Cancelled when the caller gives up.
    pub cancelled: CancellationToken,
    /// Who is calling.
    pub principal: Arc<Principal>,
}

impl Origin {
    /// Somebody whom nothing is told while they wait.
    pub fn of(principal: Arc<Principal>) -> Self {
        Self { request_id: None, sink: None, cancelled: CancellationToken::new(), principal }
    }
}

impl Default for Origin {
    /// The local person.
    fn default() -> Self {
        Self::of(Arc::new(Principal::local()))
    }
}

/// A request to call a tool.
///
/// ```
/// use cloudg_runtime::CallRequest;
/// use serde_json::json;
///
/// let request = CallRequest::new("add", Some(json!({"left": 1, "right": 2})));
/// assert_eq!(request.origin.principal.id, "local");
/// ```
#[derive(Clone)]
pub struct CallRequest {
    /// Exposed name, prefix included.
    pub name: String,
    /// The arguments as received; `None` and `null` are `{}`.
    pub arguments: Option<Value>,
    /// Who asks.
    pub origin: Origin,
}

impl CallRequest {
    /// A call by the local person that nothing listens to.
    pub fn new(name: impl Into<String>, arguments: Option<Value>) -> Self {
        Self { name: name.into(), arguments, origin: Origin::default() }
    }
}

/// A request to read a resource.
///
/// ```
/// use cloudg_runtime::ReadRequest;
///
/// assert_eq!(ReadRequest::new("x://a").uri, "x://a");
/// ```
#[derive(Clone)]
pub struct ReadRequest {
    /// Address.
    pub uri: String,
    /// Who asks.
    pub origin: Origin,
}

impl ReadRequest {
    /// A read by the local person that nothing listens to.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), origin: Origin::default() }
    }
}

/// A request for the messages of a prompt.
///
/// ```
/// use cloudg_runtime::PromptRequest;
/// use serde_json::{Map, json};
///
/// let arguments = Map::from_iter([("name".to_owned(), json!("Ada"))]);
/// assert_eq!(PromptRequest::new("greet", arguments).name, "greet");
/// ```
#[derive(Clone)]
pub struct PromptRequest {
    /// Exposed name, prefix included.
    pub name: String,
    /// The arguments as received.
    pub arguments: Map<String, Value>,
    /// Who asks.
    pub origin: Origin,
}

impl PromptRequest {
    /// A request by the local person that nothing listens to.
    pub fn new(name: impl Into<String>, arguments: Map<String, Value>) -> Self {
        Self { name: name.into(), arguments, origin: Origin::default() }
    }
}

/// What is to be completed.
///
/// ```
/// use cloudg_runtime::CompletionTarget;
///
/// let template = CompletionTarget::Template { uri: "x://items/{id}".to_owned() };
/// assert_ne!(template, CompletionTarget::Prompt { name: "greet".to_owned() });
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompletionTarget {
    /// An argument of a prompt.
    Prompt {
        /// Exposed name, prefix included.
        name: String,
    },
    /// A variable of a resource template.
    Template {
        /// The template, exactly as listed.
        uri: String,
    },
}

/// A request for values of one argument or variable.
///
/// ```
/// use cloudg_runtime::{CompleteRequest, CompletionTarget};
///
/// let target = CompletionTarget::Template { uri: "x://items/{id}".to_owned() };
/// let request = CompleteRequest::new(target, "id", "i-");
/// assert!(request.others.is_empty());
/// ```
#[derive(Clone)]
pub struct CompleteRequest {
    /// What is to be completed.
    pub target: CompletionTarget,
    /// Name of the argument or variable.
    pub argument: String,
    /// What is written of it so far.
    pub value: String,
    /// What is filled in for the others.
    pub others: Map<String, Value>,
    /// Who asks.
    pub origin: Origin,
}

impl CompleteRequest {
    /// A request by the local person, with nothing else filled in.
    pub fn new(
        target: CompletionTarget,
        argument: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        let (argument, value) = (argument.into(), value.into());
        Self { target, argument, value, others: Map::new(), origin: Origin::default() }
    }
}
