//! Proposes values for an argument of a prompt or a variable of a template.

use serde_json::{Map, Value, json};

use super::{CompleteRequest, CompletionTarget, Layer, output::OutputPipeline, run};
use crate::{CallKind, Completer, LayerError, Principal};

/// Most values of one answer.
const MAX_VALUES: usize = 100;

/// Proposed values.
///
/// ```
/// use cloudg_runtime::CompletionValues;
///
/// let values = CompletionValues { values: vec!["a".to_owned()], total: 7 };
/// assert!(values.has_more());
/// assert_eq!(values.to_wire().to_string(), r#"{"values":["a"],"total":7,"hasMore":true}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CompletionValues {
    /// The first 100 in the order they are proposed.
    pub values: Vec<String>,
    /// How many there are in all.
    pub total: usize,
}

impl CompletionValues {
    /// Whether there are more than are given.
    pub fn has_more(&self) -> bool {
        self.total > self.values.len()
    }

    /// `values`, `total`, `hasMore`.
    pub fn to_wire(&self) -> Value {
        json!({"values": self.values, "total": self.total, "hasMore": self.has_more()})
    }
}

impl Layer {
    /// Proposes values. What nobody completes, what the caller may not see and what fails has
    /// none.
    ///
    /// # Errors
    ///
    /// The caller gave up, or the output pipeline failed.
    pub async fn complete(&self, request: CompleteRequest) -> Result<CompletionValues, LayerError> {
        let CompleteRequest { target, argument, value, others, origin } = request;
        let Some(completer) = self.find_completer(&target, &argument, &origin.principal) else {
            return Ok(CompletionValues::default());
        };
        let output = self.output();
        let (context, _gone) = self.context(CallKind::Completion, &argument, origin, &output);
        match run::completer(completer, &context, value, others).await? {
            Ok(values) => shape(&*output, &argument, values),
            Err(error) => {
                tracing::warn!(argument, %error, "a completer failed");
                Ok(CompletionValues::default())
            }
        }
    }

    fn find_completer(
        &self,
        target: &CompletionTarget,
        argument: &str,
        principal: &Principal,
    ) -> Option<&Completer> {
        match target {
            CompletionTarget::Prompt { name } => {
                self.find_prompt(name, principal)?.completer(argument)
            }
            CompletionTarget::Template { uri } => {
                self.registry().template(uri)?.completer(argument)
            }
        }
    }
}

/// Each value passes the output pipeline under the name of what it completes.
fn shape(
    output: &dyn OutputPipeline,
    argument: &str,
    values: Vec<String>,
) -> Result<CompletionValues, LayerError> {
    let total = values.len();
    let transform = |value: String| {
        let wrapped = Map::from_iter([(argument.to_owned(), Value::from(value))]);
        let transformed = output.value(Value::Object(wrapped)).map_err(|_| LayerError::Output)?;
        match transformed.get(argument) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(other) => Ok(other.to_string()),
            None => Ok(String::new()),
        }
    };
    let values = values.into_iter().take(MAX_VALUES).map(transform).collect::<Result<_, _>>()?;
    Ok(CompletionValues { values, total })
}

#[cfg(test)]
mod tests;
