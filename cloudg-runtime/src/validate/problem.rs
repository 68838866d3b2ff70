//! One thing wrong with the arguments, and how all of them become an error.

use serde_json::{Map, Value};

use crate::ToolError;

/// One problem. The value received is never repeated.
///
/// ```
/// use cloudg_runtime::Validator;
/// use serde_json::json;
///
/// let schema = json!({"properties": {"top": {"maximum": 9, "type": "integer"}}, "type": "object"});
/// let problems = Validator::compile(&schema)?.check(Some(json!({"top": 10})));
/// let problem = &problems.expect_err("it is above")[0];
/// assert_eq!(problem.loc, "top");
/// # Ok::<(), cloudg_runtime::SchemaError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Path of the value, joined with dots; empty is an argument without a name or the root.
    pub loc: String,
    /// Text for a person or a model.
    pub msg: String,
    /// Stable kind, such as `int_parsing`.
    pub kind: &'static str,
    /// For an unknown argument, the declared one that was probably meant.
    pub did_you_mean: Option<String>,
}

impl Problem {
    /// `loc`, `msg`, `type`, `did_you_mean`?.
    fn to_wire(&self) -> Value {
        let mut wire = Map::new();
        wire.insert("loc".to_owned(), Value::from(self.loc.as_str()));
        wire.insert("msg".to_owned(), Value::from(self.msg.as_str()));
        wire.insert("type".to_owned(), Value::from(self.kind));
        if let Some(name) = &self.did_you_mean {
            wire.insert("did_you_mean".to_owned(), Value::from(name.as_str()));
        }
        Value::Object(wire)
    }

    fn to_text(&self) -> String {
        let loc = if self.loc.is_empty() { "<root>" } else { &self.loc };
        format!("{loc}: {}", self.msg)
    }
}

/// The error that reports `problems`.
pub(crate) fn to_error(problems: &[Problem]) -> ToolError {
    let texts: Vec<String> = problems.iter().map(Problem::to_text).collect();
    ToolError::invalid(format!("Invalid arguments: {}", texts.join("; ")))
        .with_data(problems.iter().map(Problem::to_wire).collect())
}
