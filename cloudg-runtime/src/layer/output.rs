//! The one place where everything that leaves can be changed or withheld.

use serde_json::Value;

use crate::Labels;

/// Transforms whatever leaves: results, texts, links, error texts and data, progress and log
/// records. One pipeline serves one call; it decides for its principal and its primitive.
pub(crate) trait OutputPipeline: Send + Sync {
    /// Transforms a JSON value whose parts are labelled; what is not labelled is treated by rules.
    fn labelled(&self, value: Value, labels: Labels) -> Result<Value, OutputFailure>;
    /// Transforms a JSON value of which nothing is labelled.
    fn value(&self, value: Value) -> Result<Value, OutputFailure> {
        self.labelled(value, Labels::NONE)
    }
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
    fn labelled(&self, value: Value, _: Labels) -> Result<Value, OutputFailure> {
        Ok(value)
    }

    fn text(&self, text: String) -> Result<String, OutputFailure> {
        Ok(text)
    }
}

#[cfg(test)]
mod tests;
