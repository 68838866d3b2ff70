//! One tool on a page: what it answers, what it takes, how it is called, what comes back.

mod example;

use cloudg_runtime::{Principal, Tool};
use serde_json::{Map, Value};

use self::example::Example;
use super::{
    failure::{Failure, unknown},
    listing,
    schema::Schema,
    setup,
};
use crate::{
    App,
    cli::ToolsOptions,
    output,
    render::{self, Answer, Rendering},
};

/// Describes the tool of that name, or prints its definition.
pub(super) fn run(app: &App, options: &ToolsOptions, name: &str) -> Result<(), Failure> {
    let registry = options.registry.as_deref();
    let (layer, workspace) = setup::bare(app, registry, &options.listing)?;
    let Some(tool) = layer.find_tool(name, &Principal::local()) else {
        return Err(unknown("tool", name, layer.registry().tools().map(Tool::name)));
    };
    let entry = tool.to_wire(name, true);
    if options.json {
        output::json(&entry)?;
        return Ok(());
    }
    let example = Example::of(tool, name, registry);
    let answer = example.answer(&layer, &workspace)?;
    let page = Page { entry: &entry, tool, example: &example, answer: answer.as_ref() };
    output::line(&page.text())?;
    Ok(())
}

/// What the page is made of.
struct Page<'a> {
    entry: &'a Value,
    tool: &'a Tool,
    example: &'a Example,
    /// What the example answers on the sample, where it may be called.
    answer: Option<&'a Value>,
}

impl Page<'_> {
    fn text(&self) -> String {
        let name = listing::text(&self.entry["name"]);
        let title = self.tool.title().map_or_else(String::new, |title| format!(": {title}"));
        let description = listing::text(&self.entry["description"]);
        let mut parts = vec![
            format!("{}{title}", output::strong(name)),
            description.to_owned(),
            rows(&self.facts()),
            section("Arguments", &self.arguments()),
            section("Example", &format!("  {}", self.example.line())),
            section("Answer", &self.answer_keys()),
        ];
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }

    fn facts(&self) -> Vec<(String, String)> {
        let [category, sensitivity] = listing::kind(self.entry);
        let tags = self.tool.spec().tags.join(", ");
        let facts = [
            ("Category", category.to_owned()),
            ("Sensitivity", sensitivity.to_owned()),
            ("Hints", listing::hints(&self.entry["annotations"])),
            ("Tags", tags),
        ];
        let facts = facts.into_iter().filter(|(_, fact)| !fact.is_empty());
        facts.map(|(name, fact)| (name.to_owned(), fact)).collect()
    }

    fn arguments(&self) -> String {
        let schema = self.tool.input_schema();
        let arguments = Schema::members(schema);
        if arguments.is_empty() {
            return "  none".to_owned();
        }
        let row = |(name, argument): &(&str, Schema<'_>)| {
            let default = match is_required(schema, name) {
                true => "required".to_owned(),
                false => default(argument.key("default")),
            };
            let description = argument.key("description").and_then(Value::as_str);
            let description = description.unwrap_or_default().split_whitespace();
            let description = description.collect::<Vec<_>>().join(" ");
            [(*name).to_owned(), argument.words(), default, description]
        };
        let rows: Vec<[String; 4]> = arguments.iter().map(row).collect();
        let cells = rows.iter().map(|row| row.each_ref().map(String::as_str));
        let mut text = listing::plain(["Name", "Takes", "Default", "What it is"], cells);
        if text.contains(" in all)") {
            let name = listing::text(&self.entry["name"]);
            text += &format!("\n`cloudg tools {name} --json` lists all values.");
        }
        text
    }

    /// The forms of the answer, and its keys with what they hold.
    fn answer_keys(&self) -> String {
        let forms = match self.answer {
            Some(result) => {
                let name = listing::text(&self.entry["name"]);
                let forms = render::supported(Answer {
                    tool: name,
                    arguments: None,
                    result,
                    next_page: None,
                });
                format!("  --render {}", names(&forms))
            }
            None => {
                "  --render json; other forms where the answer has a list or a graph".to_owned()
            }
        };
        let keys = match (self.tool.output_schema(), self.answer) {
            (Some(schema), _) => published(schema),
            (None, Some(Value::Object(answer))) => seen(answer),
            (None, _) => Vec::new(),
        };
        if keys.is_empty() {
            return forms;
        }
        let cells = keys.iter().map(|(key, holds)| [key.as_str(), holds.as_str()]);
        format!("{forms}\n\n{}", listing::plain(["Key", "Holds"], cells))
    }
}

fn names(forms: &[Rendering]) -> String {
    forms.iter().map(|form| form.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether a call has to give the argument.
fn is_required(schema: &Map<String, Value>, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|one| one == name))
}

/// A default on one line; one that stands for nothing is none.
fn default(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// The keys that the tool promises.
fn published(schema: &Map<String, Value>) -> Vec<(String, String)> {
    let key = |(name, schema): (&str, Schema<'_>)| {
        let keys = schema.items().unwrap_or(schema).key("properties").and_then(Value::as_object);
        let inner = keys.map_or_else(String::new, inner);
        (name.to_owned(), format!("{}{inner}", schema.words()))
    };
    Schema::members(schema).into_iter().map(key).collect()
}

/// The keys of the answer to the example.
fn seen(answer: &Map<String, Value>) -> Vec<(String, String)> {
    let key = |(name, value): (&String, &Value)| {
        let words = match value {
            Value::Null => "empty here".to_owned(),
            Value::Bool(_) => "true or false".to_owned(),
            Value::Number(_) => "number".to_owned(),
            Value::String(_) => "text".to_owned(),
            Value::Object(_) => "object".to_owned(),
            Value::Array(list) => match list.first() {
                Some(Value::Object(keys)) => format!("list of object{}", inner(keys)),
                _ => "list".to_owned(),
            },
        };
        (name.clone(), words)
    };
    answer.iter().map(key).collect()
}

/// The keys of objects within.
fn inner(keys: &Map<String, Value>) -> String {
    let keys: Vec<String> = keys.keys().cloned().collect();
    if keys.is_empty() { String::new() } else { format!(": {}", keys.join(", ")) }
}

fn section(title: &str, text: &str) -> String {
    format!("{}\n{text}", output::strong(title))
}

/// Names and what they hold, in two columns.
fn rows(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let row = |(name, text): &(String, String)| format!("  {name:width$}  {text}");
    rows.iter().map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_say_what_they_hold() {
        let schema = json!({"properties": {
            "total": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "items": {"type": "array", "items": {"type": "object", "properties": {"id": {}, "name": {}}}},
        }});
        let published = published(schema.as_object().expect("an object"));
        let shown = rows(&published);
        assert_eq!(shown, "  total  integer\n  items  list of object: id, name");
        let answer =
            json!({"groups": {"a": 1}, "items": [{"id": 1}], "hint": null, "n": 2, "x": []});
        let seen = seen(answer.as_object().expect("an object"));
        let words: Vec<&str> = seen.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, ["object", "list of object: id", "empty here", "number", "list"]);
    }

    #[test]
    fn defaults_that_stand_for_nothing_are_blank() {
        assert_eq!(default(Some(&json!(""))), "");
        assert_eq!(default(Some(&json!(null))), "");
        assert_eq!(default(Some(&json!(false))), "false");
        assert_eq!(default(Some(&json!("name"))), "name");
    }
}
