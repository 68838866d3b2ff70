//! Why a call was refused, for a person: what is wrong, and what may have been meant.

use serde_json::{Map, Value};

use super::schema::{self, Schema};
use crate::{render::clean, text::near::near_names};

/// Most problems of arguments that are told.
const MAX_PROBLEMS: usize = 10;
/// Most values that are proposed.
const MAX_MEANT: usize = 5;
/// Keys of error data that have a line of their own.
const TOLD: [&str; 5] = ["valid", "close_matches", "did_you_mean", "suggestions", "candidates"];
/// What begins the list of values in a message.
const VALID: &str = "Valid values: ";

/// The call that was refused.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub schema: &'a Map<String, Value>,
    pub arguments: &'a Value,
}

/// The message and, indented below it, what its data adds.
pub(super) fn text(message: &str, data: Option<&Value>, asked: Option<Asked<'_>>) -> String {
    let mut lines = match data {
        Some(Value::Array(problems)) if is_problems(problems) => {
            let head = message.split_once(": ").map_or(message, |(head, _)| head);
            let mut lines = vec![clean(head)];
            let told = problems.iter().take(MAX_PROBLEMS);
            lines.extend(told.map(|problem| problem_line(problem, asked)));
            let n_more = problems.len().saturating_sub(MAX_PROBLEMS);
            lines.extend((n_more > 0).then(|| format!("… and {n_more} more")));
            lines
        }
        Some(Value::Object(members)) => with_members(message, members),
        Some(data) if !data.is_null() => vec![clean(message), shown(data)],
        _ => vec![clean(message)],
    };
    for line in lines.iter_mut().skip(1) {
        line.insert_str(0, "  ");
    }
    lines.join("\n")
}

fn is_problems(problems: &[Value]) -> bool {
    !problems.is_empty()
        && problems.iter().all(|one| one["loc"].is_string() && one["msg"].is_string())
}

/// `name: what is wrong`, and what may have been meant.
fn problem_line(problem: &Value, asked: Option<Asked<'_>>) -> String {
    let text = |key: &str| problem[key].as_str().unwrap_or_default();
    let (place, kind) = (text("loc"), text("type"));
    let values = asked.map_or_else(Vec::new, |asked| asked.values(place));
    let given = asked.and_then(|asked| asked.given(place));
    let (what, near) = match kind {
        "extra_forbidden" => {
            ("no such argument".to_owned(), asked.map_or_else(Vec::new, |asked| asked.names(place)))
        }
        "missing" => ("required".to_owned(), Vec::new()),
        "literal_error" | "enum" if !values.is_empty() => {
            let known = values.iter().map(String::as_str);
            let near = given.map_or_else(Vec::new, |given| near_names(given, known, MAX_MEANT));
            (format!("not one of {}", schema::listed(&values)), owned(near))
        }
        _ => (text("msg").to_owned(), Vec::new()),
    };
    let near = match problem["did_you_mean"].as_str() {
        Some(name) => vec![name.to_owned()],
        None => near,
    };
    let meant = meant(&near).map_or_else(String::new, |meant| format!(". {meant}"));
    clean(&format!("{place}: {what}{meant}"))
}

impl<'a> Asked<'a> {
    /// The values of the closed list at a place, an argument or an element of it.
    fn values(self, place: &str) -> Vec<String> {
        let name = place.split('.').next().unwrap_or_default();
        let Some(schema) = Schema::member(self.schema, name) else { return Vec::new() };
        match schema.values() {
            values if values.is_empty() => schema.items().map_or_else(Vec::new, Schema::values),
            values => values,
        }
    }

    /// The text that was given at a place.
    fn given(self, place: &str) -> Option<&'a str> {
        let mut value = self.arguments;
        for step in place.split('.') {
            value = match step.parse::<usize>() {
                Ok(at) if value.is_array() => value.get(at)?,
                _ => value.get(step)?,
            };
        }
        value.as_str()
    }

    /// Arguments that look like the name.
    fn names(self, name: &str) -> Vec<String> {
        let known = Schema::members(self.schema).into_iter().map(|(known, _)| known);
        owned(near_names(name, known, MAX_MEANT))
    }
}

/// The message without the values that its data lists, then what the data has.
fn with_members(message: &str, members: &Map<String, Value>) -> Vec<String> {
    let valid = texts(members.get("valid"));
    let head = match message.split_once(VALID) {
        Some((head, _)) if !valid.is_empty() => head.split(" Did you mean ").next().unwrap_or(head),
        _ => message,
    };
    let mut lines = vec![clean(head.trim_end()).replace("in the error data", "below")];
    lines.extend(meant(&near_of(members, &valid)));
    if !valid.is_empty() {
        lines.push(clean(&format!("{VALID}{}", schema::listed(&valid))));
    }
    let others = members.iter().filter(|(key, value)| {
        !TOLD.contains(&key.as_str()) && !value.is_null() && !is_empty(value)
    });
    lines.extend(others.map(|(key, value)| clean(&format!("{key}: {}", shown(value)))));
    lines
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
}

/// What may have been meant: what is near among the valid values, else what the data proposes.
fn near_of(members: &Map<String, Value>, valid: &[String]) -> Vec<String> {
    let value = members.get("value").and_then(Value::as_str).unwrap_or_default();
    let near = near_names(value, valid.iter().map(String::as_str), MAX_MEANT);
    if !near.is_empty() {
        return owned(near);
    }
    let mut proposed = ["did_you_mean", "close_matches", "suggestions", "candidates"]
        .into_iter()
        .map(|key| texts(members.get(key)));
    proposed.find(|proposed| !proposed.is_empty()).unwrap_or_default()
}

fn meant(names: &[String]) -> Option<String> {
    let names: Vec<&str> = names.iter().take(MAX_MEANT).map(String::as_str).collect();
    (!names.is_empty()).then(|| clean(&format!("Did you mean {}?", names.join(", "))))
}

/// The entries of a list, or the only one.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(list)) => list.iter().map(shown).collect(),
        Some(one) => vec![shown(one)],
    }
}

/// A value on one line; of an object its name, and the id that can be passed on.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => schema::listed(&list.iter().map(shown).collect::<Vec<_>>()),
        Value::Object(members) => {
            let text = |key: &str| members.get(key).and_then(Value::as_str);
            match (text("name").filter(|name| !name.is_empty()), text("id")) {
                (Some(name), Some(id)) if name != id => format!("{name} ({id})"),
                (Some(name), _) => name.to_owned(),
                (None, Some(id)) => id.to_owned(),
                (None, None) => {
                    let first = members.values().find_map(Value::as_str);
                    first.map_or_else(|| value.to_string(), str::to_owned)
                }
            }
        }
        other => other.to_string(),
    }
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(message: &str, data: &Value, expected: &[&str]) {
        let schema = json!({"properties": {
            "limit": {"type": "integer"},
            "internet_exposed": {"type": "boolean"},
            "sort_by": {"type": "string", "enum": ["name", "risk"]},
        }});
        let arguments = json!({"sort_by": "ris", "exposed": true});
        let schema = schema.as_object().expect("an object");
        let asked = Asked { schema, arguments: &arguments };
        assert_eq!(text(message, Some(data), Some(asked)), expected.join("\n"));
    }

    #[test]
    fn problems_stand_below_each_other() {
        let problems = json!([
            {"loc": "limit", "msg": "Input should be a valid integer", "type": "int_type"},
            {"loc": "exposed", "msg": "Extra", "type": "extra_forbidden"},
            {"loc": "limt", "msg": "Extra", "type": "extra_forbidden", "did_you_mean": "limit"},
            {"loc": "sort_by", "msg": "Input should be …", "type": "literal_error"},
            {"loc": "ref", "msg": "Field required", "type": "missing"},
        ]);
        check(
            "Invalid arguments: limit: …; exposed: …",
            &problems,
            &[
                "Invalid arguments",
                "  limit: Input should be a valid integer",
                "  exposed: no such argument. Did you mean internet_exposed?",
                "  limt: no such argument. Did you mean limit?",
                "  sort_by: not one of name, risk. Did you mean risk?",
                "  ref: required",
            ],
        );
        let many: Vec<Value> =
            (0..12).map(|n| json!({"loc": n.to_string(), "msg": "bad"})).collect();
        let text = text("Invalid arguments", Some(&Value::Array(many)), None);
        assert!(text.ends_with("\n  9: bad\n  … and 2 more"), "{text}");
    }

    #[test]
    fn valid_values_are_cut_and_near_ones_proposed() {
        let mut valid = vec!["S3_BUCKET".to_owned()];
        valid.extend((0..9).map(|n| format!("OTHER{n}")));
        let data = json!({"value": "S3", "valid": valid, "close_matches": []});
        check(
            "Unknown asset type. Valid values: S3_BUCKET, ...",
            &data,
            &[
                "Unknown asset type.",
                "  Did you mean S3_BUCKET?",
                "  Valid values: S3_BUCKET, OTHER0, OTHER1, OTHER2, OTHER3, OTHER4, OTHER5, OTHER6, … (10 in all)",
                "  value: S3",
            ],
        );
    }

    #[test]
    fn suggestions_have_names_and_ids() {
        let data = json!({
            "value": "x",
            "suggestions": [{"id": "i-1", "name": "web\u{1b}"}, {"finding_id": "f-1"}, {"id": "a", "name": ""}],
            "datasets": [{"dataset": "prod"}],
            "limit": 5,
            "empty": [],
        });
        check(
            "No asset matches.",
            &data,
            &[
                "No asset matches.",
                "  Did you mean web\u{fffd} (i-1), f-1, a?",
                "  value: x",
                "  datasets: prod",
                "  limit: 5",
            ],
        );
    }

    #[test]
    fn a_message_without_data_is_itself() {
        assert_eq!(text("Refused: no.", None, None), "Refused: no.");
        assert_eq!(text("Refused.", Some(&json!("why")), None), "Refused.\n  why");
    }
}
