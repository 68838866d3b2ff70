//! Whether an answer is what its tool promises.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{Tool, ToolResult, Validator};

/// # Panics
///
/// A structured answer does not fit the output schema of its tool.
pub(super) fn assert_fits(tool: &Tool, result: &ToolResult) {
    let (Some(schema), Some(answer)) = (tool.output_schema(), &result.structured) else { return };
    let problem = if result.is_error { None } else { problem(schema, answer) };
    if let Some(problem) = problem {
        panic!("the answer of `{}` does not fit its `output`: {problem}", tool.name());
    }
}

/// The first thing in an answer that its schema does not allow.
fn problem(schema: &Arc<Map<String, Value>>, answer: &Value) -> Option<String> {
    let validator = match Validator::compile(&Value::Object((**schema).clone())) {
        Ok(validator) => validator,
        Err(error) => return Some(error.to_string()),
    };
    let read = match validator.check(Some(answer.clone())) {
        Ok(read) => Value::Object(read),
        Err(problems) => return problems.first().map(|one| format!("{}: {}", one.loc, one.msg)),
    };
    let converted = "a value is of another type, as a text with a number is";
    (!is_as_read(answer, &read)).then(|| converted.to_owned())
}

/// Whether a validator left values as they are; it takes `"5"` for a number, and adds defaults.
fn is_as_read(answer: &Value, read: &Value) -> bool {
    match (answer, read) {
        (Value::Object(answer), Value::Object(read)) => {
            let same = |(key, value): (&String, &Value)| {
                read.get(key).is_some_and(|read| is_as_read(value, read))
            };
            answer.iter().all(same)
        }
        (Value::Array(answer), Value::Array(read)) => {
            answer.len() == read.len()
                && answer.iter().zip(read).all(|(answer, read)| is_as_read(answer, read))
        }
        (Value::Number(answer), Value::Number(read)) => answer.as_f64() == read.as_f64(),
        (answer, read) => answer == read,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_fits_or_is_told() {
        let schema = json!({
            "properties": {"n": {"type": "integer"}, "of": {"default": 1, "type": "integer"}},
            "required": ["n"],
            "type": "object"
        });
        let schema = Arc::new(schema.as_object().cloned().unwrap_or_default());
        let told = |answer: Value| problem(&schema, &answer);
        assert_eq!(told(json!({"n": 1})), None);
        assert_eq!(told(json!({"n": 1, "of": 2, "other": null})), None);
        assert!(told(json!({"n": "x"})).is_some_and(|text| text.starts_with("n: ")));
        assert!(told(json!({})).is_some_and(|text| text.starts_with("n: ")));
        assert!(told(json!({"n": "1"})).is_some_and(|text| text.contains("another type")));
    }
}
