//! What a handler gives back.

use serde::Serialize;
use serde_json::Value;

use crate::{ToolError, ToolResult};

/// Key of an answer that is no object.
pub(crate) const WRAPPER: &str = "result";

/// The answer of a handler before the output pipeline.
///
/// ```
/// use cloudg_runtime::{IntoReply, Reply, ToolError, ToolResult};
/// use serde_json::json;
///
/// let counted: Result<u32, ToolError> = Ok(3);
/// assert_eq!(counted.into_reply(), Ok(Reply::Value(json!(3))));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// A value; anything but an object is wrapped as `{"result": value}` by the layer, which also
    /// writes the text.
    Value(Value),
    /// A result put together by the handler.
    Result(ToolResult),
}

/// Everything a handler may return: any serialisable value, a [`ToolResult`], or a `Result` of
/// one of these.
///
/// ```
/// use cloudg_runtime::{IntoReply, Reply, ToolError, ToolResult};
///
/// let refused = ToolResult::error("No.");
/// assert_eq!(refused.clone().into_reply(), Ok(Reply::Result(refused)));
/// let failed: Result<u32, _> = Err(ToolError::denied("No."));
/// assert_eq!(failed.into_reply(), Err(ToolError::denied("No.")));
/// ```
pub trait IntoReply {
    /// Turns the value into a reply.
    fn into_reply(self) -> Result<Reply, ToolError>;
}

impl<T: Serialize> IntoReply for Result<T, ToolError> {
    fn into_reply(self) -> Result<Reply, ToolError> {
        let value = serde_json::to_value(self?)
            .map_err(|error| ToolError::handler(format!("SerializationError: {error}")))?;
        Ok(Reply::Value(value))
    }
}

impl IntoReply for ToolResult {
    fn into_reply(self) -> Result<Reply, ToolError> {
        Ok(Reply::Result(self))
    }
}

impl IntoReply for Result<ToolResult, ToolError> {
    fn into_reply(self) -> Result<Reply, ToolError> {
        self.map(Reply::Result)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_or_a_whole_result() {
        let result = || ToolResult::error("No.");
        assert_eq!(Ok::<_, ToolError>(7).into_reply(), Ok(Reply::Value(json!(7))));
        assert_eq!(result().into_reply(), Ok(Reply::Result(result())));
        assert_eq!(Ok::<_, ToolError>(result()).into_reply(), Ok(Reply::Result(result())));
        let failed: Result<ToolResult, ToolError> = Err(ToolError::denied("No."));
        assert_eq!(failed.into_reply(), Err(ToolError::denied("No.")));
    }
}
