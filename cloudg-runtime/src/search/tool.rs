//! The ready-made tool that finds tools, for servers that do not list all of them.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::ToolIndex;
use crate::{Tool, ToolContext, ToolError, open_object, tool};

/// Longest short description, in characters.
const MAX_SHORT: usize = 200;

/// What the search found.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(crate) struct SearchReply {
    /// The tools that fit, best first.
    matches: Vec<Match>,
    /// How many fit, listed or not.
    total: usize,
    /// How many tools were looked through.
    searched: usize,
    /// What to try when nothing fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// A tool that fits.
#[derive(Serialize, JsonSchema)]
struct Match {
    /// The name to call it by.
    name: String,
    /// Its title; empty when it has none.
    title: String,
    /// What it does, in one line.
    description: String,
    /// Its category.
    category: String,
    /// How well it fits: higher is better, comparable within one answer.
    score: f64,
    /// The schema of its arguments, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_schema: Option<Map<String, Value>>,
}

/// Find the tools that answer a question. Not all tools of this server are in its list: describe
/// what you want to know in a few words, and call what comes back by its `name`. Ask with
/// `include_schema` to see the arguments too. Names, titles, descriptions and arguments are
/// searched; the best fit comes first.
#[tool(
    title = "Search tools",
    category = "meta",
    tags = ["start-here"],
    sensitivity = public,
    capabilities = [],
    output = SearchReply,
    constant = SPEC
)]
pub(super) fn search_tools(
    ctx: &ToolContext,
    /// What the tool should do or answer, in a few words.
    #[arg(length = 1..=500)]
    query: String,
    /// Most tools to list.
    #[arg(default = 5, range = 1..=50)]
    limit: u32,
    /// Search one category only; empty searches all.
    #[arg(default)]
    category: String,
    /// Give the argument schema of each tool found.
    #[arg(default)]
    include_schema: bool,
) -> Result<SearchReply, ToolError> {
    let visible = ctx.layer().visible_tools(ctx.principal());
    let mut tools: Vec<&Tool> = visible.filter(|tool| tool.name() != ctx.name()).collect();
    if !category.is_empty() {
        check_category(&category, &tools)?;
        tools.retain(|tool| tool.spec().category == category);
    }
    let hits = ToolIndex::of(tools.iter().copied()).search(&query, tools.len());
    let found = hits.iter().take(usize::try_from(limit).unwrap_or(usize::MAX)).filter_map(|hit| {
        let tool = tools.iter().find(|tool| tool.name() == hit.name)?;
        Some(entry(ctx, tool, hit.score, include_schema))
    });
    let hint = hits.is_empty().then(|| {
        "No tool has any of these words. Use other words for the same thing, or leave `category` \
         empty."
            .to_owned()
    });
    Ok(SearchReply { matches: found.collect(), total: hits.len(), searched: tools.len(), hint })
}

fn check_category(category: &str, tools: &[&Tool]) -> Result<(), ToolError> {
    let known: BTreeSet<&str> = tools.iter().map(|tool| &*tool.spec().category).collect();
    if known.contains(category) {
        return Ok(());
    }
    let known: Vec<&str> = known.into_iter().collect();
    let message = format!("Unknown category. Valid values: {}", known.join(", "));
    Err(ToolError::invalid(message).with_data(json!({"value": category, "valid_values": known})))
}

fn entry(ctx: &ToolContext, tool: &Tool, score: f64, with_schema: bool) -> Match {
    Match {
        name: ctx.layer().exposed_name(tool.name()),
        title: tool.title().unwrap_or_default().to_owned(),
        description: short(&tool.spec().description),
        category: tool.spec().category.to_string(),
        score: (score * 1000.0).round() / 1000.0,
        input_schema: with_schema.then(|| Map::clone(tool.listed_input_schema())),
    }
}

/// The first sentence of a description on one line.
fn short(description: &str) -> String {
    let mut line = String::new();
    for word in description.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if word.ends_with(['.', '?', '!']) && line.chars().count() > 20 {
            break;
        }
    }
    match line.char_indices().nth(MAX_SHORT) {
        None => line,
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Layer, Registry, ToolSpec, client::Client, testing::tool_with};

    fn described(name: &'static str, category: &'static str, text: &'static str) -> ToolSpec {
        let schema = json!({"depth": {"description": "How deep.", "type": "integer"}});
        let mut spec = tool_with(name, &schema, |_, _| Ok(crate::Reply::Value(json!({"ok": 1}))));
        (spec.category, spec.description) = (category.into(), text.into());
        spec
    }

    fn registry() -> Registry {
        let mut registry = Registry::new();
        let mut start = described("status", "start", "Say what is loaded.");
        start.tags = (&["start-here"]).into();
        for spec in [
            start,
            described("find_assets", "inventory", "Search assets by text.\nMore is told here."),
            described("find_paths", "graph", "Search paths between two assets."),
        ] {
            registry.add(spec).unwrap();
        }
        registry
    }

    fn names(entries: &[Value]) -> Vec<&str> {
        entries.iter().filter_map(|entry| entry["name"].as_str()).collect()
    }

    async fn search(client: &Client, name: &str, arguments: Value) -> Value {
        let result = client.call_tool(name, arguments).await.unwrap();
        assert!(!result.is_error, "{}", result.text());
        result.structured.unwrap()
    }

    #[tokio::test]
    async fn a_small_start_lists_little_and_finds_the_rest() {
        let layer = Layer::builder(registry()).start_small().prefix("x.").build().unwrap();
        let client = Client::new(layer.clone());
        assert_eq!(names(&client.list_tools()), ["x.status", "x.search_tools"]);
        assert!(layer.instructions().contains("x.search_tools"), "{}", layer.instructions());
        let found = search(&client, "x.search_tools", json!({"query": "search the assets"})).await;
        assert_eq!(names(found["matches"].as_array().unwrap()), ["x.find_assets", "x.find_paths"]);
        let first = &found["matches"][0];
        assert_eq!(first["description"], json!("Search assets by text."));
        assert_eq!(first["category"], json!("inventory"));
        assert!(first.get("input_schema").is_none() && first["score"].as_f64() > Some(0.0));
        assert_eq!((&found["total"], &found["searched"]), (&json!(2), &json!(3)));
        let called = client.call_tool("x.find_paths", json!({})).await.unwrap();
        assert_eq!(called.structured, Some(json!({"ok": 1})));
    }

    #[tokio::test]
    async fn a_search_can_be_narrowed_and_can_show_arguments() {
        let layer = Layer::builder(registry()).start_small().build().unwrap();
        let client = Client::new(layer);
        let arguments = json!({"query": "assets", "category": "graph", "include_schema": true});
        let found = search(&client, "search_tools", arguments).await;
        assert_eq!(names(found["matches"].as_array().unwrap()), ["find_paths"]);
        assert!(found["matches"][0]["input_schema"]["properties"]["depth"].is_object());
        let found = search(&client, "search_tools", json!({"query": "assets", "limit": 1})).await;
        assert_eq!((found["matches"].as_array().unwrap().len(), &found["total"]), (1, &json!(2)));
        let found = search(&client, "search_tools", json!({"query": "unheard"})).await;
        assert_eq!(found["matches"], json!([]));
        assert!(found["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{found}");
        let wrong = json!({"query": "assets", "category": "graphs"});
        let wrong = client.call_tool("search_tools", wrong).await.unwrap();
        assert_eq!(wrong.text(), "Unknown category. Valid values: graph, inventory, start");
        assert_eq!(wrong.error_data().unwrap()["value"], json!("graphs"));
    }

    #[test]
    fn it_is_not_there_unless_asked_for() {
        assert!(Registry::collected(&[]).unwrap().tool("search_tools").is_none());
        let layer = Layer::builder(registry()).build().unwrap();
        assert_eq!(names(&layer.tools_to_wire(&crate::Principal::local())).len(), 3);
        let mut taken = registry();
        taken.add(described("search_tools", "own", "Another one.")).unwrap();
        let error = Layer::builder(taken).start_small().build().err().unwrap();
        assert!(error.to_string().starts_with("duplicate tool `search_tools`"), "{error}");
    }

    #[test]
    fn a_short_description_is_one_line() {
        assert_eq!(
            short("Count assets\nby one property. And more."),
            "Count assets by one property."
        );
        assert_eq!(
            short("Start here. Tells what is loaded. More."),
            "Start here. Tells what is loaded."
        );
        assert_eq!(short(&"long ".repeat(100)).chars().count(), MAX_SHORT + 1);
        assert_eq!(short(""), "");
    }
}
