//! Errors that a call can end with, and the channel each of them takes.

use serde_json::{Value, json};

use crate::{LabelTree, Labelled};

/// Code of an error; numeric ones are JSON-RPC codes.
///
/// ```
/// use cloudg_runtime::ErrorCode;
///
/// assert_eq!(ErrorCode::NotFound.to_wire(), -32602);
/// assert_eq!(ErrorCode::Timeout.to_wire(), "timeout");
/// assert_eq!(ErrorCode::Timeout.json_rpc(), -32603);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// Arguments, references, names, files: -32602.
    InvalidArguments,
    /// Unknown or hidden primitive: -32602.
    NotFound,
    /// Policy or path sandbox: -31001.
    AccessDenied,
    /// Rate or concurrency limit: -31029.
    RateLimited,
    /// Internal: -32603.
    Internal,
    /// The layer's deadline passed: `"timeout"`.
    Timeout,
    /// The handler failed unexpectedly: `"handler_error"`.
    Handler,
}

impl ErrorCode {
    /// The value of `cloudg/error_code`: a number, or a string where no JSON-RPC code exists.
    pub fn to_wire(self) -> Value {
        match self {
            Self::Timeout => Value::from("timeout"),
            Self::Handler => Value::from("handler_error"),
            numeric => Value::from(numeric.json_rpc()),
        }
    }

    /// The JSON-RPC code used when this failure is a protocol error.
    pub const fn json_rpc(self) -> i32 {
        match self {
            Self::InvalidArguments | Self::NotFound => -32602,
            Self::AccessDenied => -31001,
            Self::RateLimited => -31029,
            Self::Internal | Self::Timeout | Self::Handler => -32603,
        }
    }
}

/// Why a tool call failed. The message never repeats a value of the caller or a name from the
/// data: those go into `data`, which passes the output pipeline.
///
/// ```
/// use cloudg_runtime::{ErrorCode, ToolError};
/// use serde_json::json;
///
/// let error = ToolError::not_found("No such page. List them first.")
///     .with_data(json!({"page": 9, "pages": 3}));
/// assert_eq!(error.code, ErrorCode::NotFound);
/// assert_eq!(error.to_string(), "No such page. List them first.");
/// ```
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct ToolError {
    /// What kind of failure.
    pub code: ErrorCode,
    /// Text for the model: what is wrong and what to do next.
    pub message: String,
    /// Structured detail.
    pub data: Option<Value>,
    /// What the detail tells about its owner; `None` is not said.
    pub labels: Option<&'static LabelTree>,
}

/// Labels say how a detail is treated, not what it is.
impl PartialEq for ToolError {
    fn eq(&self, other: &Self) -> bool {
        (self.code, &self.message, &self.data) == (other.code, &other.message, &other.data)
    }
}

impl ToolError {
    /// An error with code -32602.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidArguments, message)
    }

    /// An error with code -32602 for something that does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::NotFound, message)
    }

    /// An error with code -31001.
    pub fn denied(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::AccessDenied, message)
    }

    /// An error with code -31029.
    pub fn rate_limited(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::RateLimited, message)
    }

    /// An error with code -32603.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Internal, message)
    }

    /// An unexpected failure, `"handler_error"`. Its text is `ErrorType: message`.
    pub fn handler(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Handler, message)
    }

    /// The same error with structured detail.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// The same error, its detail labelled like a value of type `T`.
    ///
    /// ```
    /// use cloudg_runtime::{Labelled, ToolError};
    /// use serde_json::json;
    ///
    /// #[derive(Labelled)]
    /// struct Unknown {
    ///     #[label(name)]
    ///     value: String,
    /// }
    ///
    /// let error = ToolError::invalid("No asset has this name.")
    ///     .with_data(json!({"value": "db-1"}))
    ///     .with_labels::<Unknown>();
    /// assert!(error.labels.is_some());
    /// ```
    #[must_use]
    pub fn with_labels<T: Labelled + ?Sized>(mut self) -> Self {
        self.labels = Some(const { &LabelTree::Of(<T as Labelled>::labels) });
        self
    }

    /// Only the layer sends `Timeout`; a handler's own deadline is a failure like any other.
    pub(crate) fn without_timeout(mut self) -> Self {
        if self.code == ErrorCode::Timeout {
            self.code = ErrorCode::Handler;
        }
        self
    }

    pub(crate) fn timeout(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Timeout, message)
    }

    fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None, labels: None }
    }
}

/// A failure that is answered as a protocol error instead of a result.
///
/// ```
/// use cloudg_runtime::LayerError;
/// use serde_json::json;
///
/// let error = LayerError::UnknownTool { name: "absent".to_owned() };
/// assert_eq!((error.json_rpc(), error.data()), (-32602, Some(json!({"name": "absent"}))));
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LayerError {
    /// No visible tool has this name.
    #[error("Unknown tool: {name}")]
    UnknownTool {
        /// The name as requested, prefix included.
        name: String,
    },
    /// No visible resource has this address.
    #[error("Unknown resource: {uri}")]
    UnknownResource {
        /// The address as requested.
        uri: String,
    },
    /// No visible prompt has this name.
    #[error("Unknown prompt: {name}")]
    UnknownPrompt {
        /// The name as requested, prefix included.
        name: String,
    },
    /// A resource exists, but what it should show does not. The detail starts with `uri`.
    #[error(transparent)]
    MissingResource(ToolError),
    /// A resource or a prompt failed.
    #[error(transparent)]
    Failed(ToolError),
    /// The caller gave up: nothing is answered.
    #[error("The call was cancelled.")]
    Cancelled,
    /// The output pipeline failed; the payload is withheld.
    #[error("The answer could not be prepared.")]
    Output,
}

impl LayerError {
    /// The JSON-RPC code.
    pub const fn json_rpc(&self) -> i32 {
        match self {
            Self::UnknownTool { .. }
            | Self::UnknownResource { .. }
            | Self::UnknownPrompt { .. } => ErrorCode::NotFound.json_rpc(),
            Self::MissingResource(error) | Self::Failed(error) => error.code.json_rpc(),
            Self::Cancelled | Self::Output => ErrorCode::Internal.json_rpc(),
        }
    }

    /// The `data` member of the JSON-RPC error.
    pub fn data(&self) -> Option<Value> {
        match self {
            Self::UnknownTool { name } | Self::UnknownPrompt { name } => {
                Some(json!({ "name": name }))
            }
            Self::UnknownResource { uri } => Some(json!({ "uri": uri })),
            Self::MissingResource(error) | Self::Failed(error) => error.data.clone(),
            Self::Cancelled | Self::Output => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_on_the_wire() {
        assert_eq!(ErrorCode::NotFound.to_wire(), json!(-32602));
        assert_eq!(ErrorCode::AccessDenied.to_wire(), json!(-31001));
        assert_eq!(ErrorCode::RateLimited.to_wire(), json!(-31029));
        assert_eq!(ErrorCode::Timeout.to_wire(), json!("timeout"));
        assert_eq!(ErrorCode::Handler.to_wire(), json!("handler_error"));
    }

    #[test]
    fn a_handler_cannot_claim_the_deadline_of_the_layer() {
        assert_eq!(ToolError::timeout("x").without_timeout().code, ErrorCode::Handler);
        assert_eq!(ToolError::denied("x").without_timeout().code, ErrorCode::AccessDenied);
    }
}
