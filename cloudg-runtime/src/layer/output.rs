//! The one place where everything that leaves can be changed or withheld.

use serde_json::Value;

/// Transforms whatever leaves: results, texts, links, error texts and data, progress and log
/// records. One pipeline serves one call; it decides for its principal and its primitive.
pub(crate) trait OutputPipeline: Send + Sync {
    /// Transforms a JSON value.
    fn value(&self, value: Value) -> Result<Value, OutputFailure>;
    /// Transforms a text.
    fn text(&self, text: String) -> Result<String, OutputFailure>;
}

/// The pipeline failed; its input must not leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the output pipeline failed")]
pub(crate) struct OutputFailure;

/// Changes nothing.
pub(crate) struct Identity;

impl OutputPipeline for Identity {
    fn value(&self, value: Value) -> Result<Value, OutputFailure> {
        Ok(value)
    }

    fn text(&self, text: String) -> Result<String, OutputFailure> {
        Ok(text)
    }
}
