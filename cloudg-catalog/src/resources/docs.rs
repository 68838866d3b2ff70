//! The documentation of the program, a page for each topic.

use std::{
    borrow::Cow,
    fs,
    path::{Path, PathBuf},
};

use cloudg_runtime::{Labelled, ToolContext, ToolError, resource};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::completers;
use crate::text::fold;

/// A directory whose `<topic>.md` takes the place of a page.
const DIRECTORY: &str = "CLOUDG_DOCS_DIR";
/// Most characters of a page.
const MAX_CHARS: usize = 40_000;
/// Most bytes that are read of a page of the directory: more than [`MAX_CHARS`] can take.
const MAX_BYTES: u64 = 4 * MAX_CHARS as u64;

/// A page.
struct Page {
    topic: &'static str,
    /// What the page is about, in a line.
    about: &'static str,
    text: &'static str,
}

/// Declares the pages: `topic: what it is about;`, each in a file of that name.
macro_rules! pages {
    ($($topic:literal: $about:literal;)*) => {
        [$(Page { topic: $topic, about: $about, text: include_str!(concat!("docs/", $topic, ".md")) }),*]
    };
}

static PAGES: [Page; 18] = pages! {
    "mcp": "How to work with this server: the short guide to read first.";
    "pipeline": "From collected files to answers: what happens on the way.";
    "cli": "The commands of the program and their options.";
    "inputs": "Which files can be loaded, and how they are recognised.";
    "outputs": "What answers look like, and where files are written.";
    "data-models": "Assets, edges, findings and compliance results, field by field.";
    "configuration": "Options and environment variables of the server.";
    "api": "Using the crates from Rust, and from other programs.";
    "recipes": "Sequences of calls for common tasks.";
    "authentication": "Who may reach the server, and where credentials are not needed.";
    "identifiers": "How assets and findings are named, and how references are resolved.";
    "edges": "What an edge holds, and how edges become a graph.";
    "edge-types": "Each type of edge, how it reads, and what depends on what.";
    "relations": "The finer vocabulary of relations, by group.";
    "inventory-summary": "The headline numbers of a dataset and how they are counted.";
    "dependencies": "What depends on what, and how far an outage or a change reaches.";
    "inventory-map": "The file inventory-map.json, key by key.";
    "organization": "Accounts, units and policies, and the file that describes them.";
};

/// Names that a topic also answers to.
const ALIASES: [(&str, &str); 1] = [("python-api", "api")];

/// The topics, in listing order.
pub(super) fn topics() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|page| page.topic)
}

/// What there is to read.
#[derive(Serialize, Labelled)]
struct IndexReply {
    available: bool,
    #[label(public)]
    topics: Map<String, Value>,
}

/// The topics of the documentation, each with a line on what it is about.
#[resource(
    "cloudg://docs",
    title = "Documentation topics",
    category = "meta",
    sensitivity = public,
)]
fn docs_index_resource(_ctx: &ToolContext) -> IndexReply {
    let entry = |page: &Page| (page.topic.to_owned(), Value::from(page.about));
    IndexReply { available: true, topics: PAGES.iter().map(entry).collect() }
}

/// One page of the documentation.
#[resource(
    "cloudg://docs/{topic}",
    title = "Documentation",
    category = "meta",
    sensitivity = public,
    mime_type = "text/markdown",
    complete(topic = completers::topics),
)]
fn docs_resource(_ctx: &ToolContext, topic: String) -> Result<String, ToolError> {
    let page = find(&topic).ok_or_else(|| {
        let message = "There is no such topic. Read cloudg://docs for the list.";
        ToolError::not_found(message).with_data(json!({"value": topic}))
    })?;
    let directory = std::env::var_os(DIRECTORY).map(PathBuf::from);
    let text = text(page, directory.as_deref().filter(|directory| directory.is_dir()));
    Ok(text.chars().take(MAX_CHARS).collect())
}

/// The page of a topic, in any letter case.
fn find(topic: &str) -> Option<&'static Page> {
    let topic = fold::lower(topic);
    let alias = ALIASES.iter().find(|(alias, _)| *alias == topic);
    let topic = alias.map_or(&*topic, |(_, topic)| topic);
    PAGES.iter().find(|page| page.topic == topic)
}

/// The text of a page: that of the directory where it has a readable one, else our own.
fn text(page: &Page, directory: Option<&Path>) -> Cow<'static, str> {
    let own = directory.and_then(|directory| {
        let path = directory.join(format!("{}.md", page.topic));
        let is_small = fs::metadata(&path).is_ok_and(|file| file.len() <= MAX_BYTES);
        is_small.then(|| fs::read_to_string(&path).ok()).flatten()
    });
    own.map_or(Cow::Borrowed(page.text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EdgeType, RelationType};

    #[test]
    fn every_page_is_a_page() {
        for page in &PAGES {
            assert!(page.text.starts_with("# "), "{}", page.topic);
            assert!(page.text.chars().count() < MAX_CHARS, "{}", page.topic);
            assert!(page.about.ends_with('.'), "{}", page.topic);
        }
        let guide = find("mcp").expect("a page").text;
        assert!(guide.chars().count() <= 1500, "{}", guide.chars().count());
    }

    #[test]
    fn the_lists_of_the_pages_are_whole() {
        let text = |topic| find(topic).expect("a page").text;
        for name in EdgeType::NAMES {
            assert!(text("edge-types").contains(&format!("| `{name}` |")), "{name}");
            assert!(text("dependencies").contains(name), "{name}");
        }
        for name in RelationType::NAMES {
            assert!(text("relations").contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn a_topic_has_aliases_and_no_letter_case() {
        assert_eq!(find("PYTHON-API").map(|page| page.topic), Some("api"));
        assert_eq!(find("Edge-Types").map(|page| page.topic), Some("edge-types"));
        assert!(find("../mcp").is_none());
    }

    #[test]
    fn a_directory_takes_the_place_of_the_pages_it_has() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("cli.md"), "# Ours").expect("written");
        let page = |topic| text(find(topic).expect("a page"), Some(directory.path()));
        assert_eq!(page("cli"), "# Ours");
        assert!(page("edges").starts_with("# ") && page("edges") != "# Ours");
    }
}
