//! A plugin: tools, resources and prompts, each an annotated function.
//!
//! Replace the glossary by something of your own. Whatever is annotated anywhere in this crate is
//! found; nothing has to be registered.

use std::error::Error;

use cloudg_runtime::{
    Layer, LayerBuilder, Registry, ResourceLink, ToolContext, ToolError, prompt, resource, tool,
};
use schemars::JsonSchema;
use serde::Serialize;

const NAME: &str = env!("CARGO_PKG_NAME");
const INSTRUCTIONS: &str = "\
A glossary. Look up one term with plugin_name_define.";

/// What the addresses of its terms start with.
const TERMS: &str = "plugin-scheme://terms/";

const GLOSSARY: [(&str, &str); 3] = [
    ("layer", "The one path of every request."),
    ("prompt", "A prepared conversation with arguments."),
    ("tool", "A function that a model can call."),
];

/// A server that offers this crate, and every other one that is linked.
pub fn layer() -> Result<Layer, Box<dyn Error>> {
    let builder = Layer::builder(Registry::collected(&[])?)
        .identity(NAME, env!("CARGO_PKG_VERSION"), NAME)
        .instructions(INSTRUCTIONS);
    Ok(configure(builder).build()?)
}

/// What this crate needs of the server around it. A function that takes `State<T>` gets what is
/// provided here with `builder.state(…)`.
pub fn configure(builder: LayerBuilder) -> LayerBuilder {
    builder
}

/// One term with its meaning.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Definition {
    /// The term as it stands in the glossary.
    pub term: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
}

/// Define a term of the glossary. Use it when a word of this server is not clear; the answer is a
/// sentence, and links to the entry.
#[tool(
    name = "plugin_name_define",
    title = "Define a term",
    category = "glossary",
    sensitivity = public,
    output = Definition
)]
fn define(
    ctx: &ToolContext,
    /// The term, in any letter case.
    #[arg(length = 1..=60)]
    term: String,
) -> Result<Definition, ToolError> {
    let definition = find(&term)?;
    let uri = format!("{TERMS}{}", definition.term);
    ctx.link(ResourceLink::new(uri, definition.term));
    Ok(definition)
}

/// One entry of the glossary.
#[resource(
    "plugin-scheme://terms/{term}",
    title = "Term",
    category = "glossary",
    sensitivity = public,
    complete(term = terms)
)]
fn entry(_ctx: &ToolContext, term: String) -> Result<Definition, ToolError> {
    find(&term)
}

/// Explain a term to somebody new.
#[prompt(
    name = "plugin_name_explain",
    title = "Explain a term",
    category = "glossary",
    complete(term = terms)
)]
fn explain(
    _ctx: &ToolContext,
    /// The term.
    term: String,
    /// For whom, such as a child or a colleague.
    reader: Option<String>,
) -> Result<String, ToolError> {
    let Definition { term, meaning } = find(&term)?;
    let reader = reader.unwrap_or_else(|| "somebody new".to_owned());
    Ok(format!(
        "Explain the term `{term}` to {reader}, in three sentences. It means: {meaning}"
    ))
}

/// The terms that start as written.
fn terms(_ctx: &ToolContext, partial: &str) -> Vec<&'static str> {
    let terms = GLOSSARY.into_iter().map(|(term, _)| term);
    terms.filter(|term| term.starts_with(partial)).collect()
}

fn find(wanted: &str) -> Result<Definition, ToolError> {
    let mut entries = GLOSSARY.into_iter();
    let found = entries.find(|(term, _)| term.eq_ignore_ascii_case(wanted));
    let (term, meaning) = found.ok_or_else(unknown)?;
    Ok(Definition { term, meaning })
}

/// A message tells what to do next, and never repeats what the caller wrote.
fn unknown() -> ToolError {
    let known: Vec<&str> = GLOSSARY.into_iter().map(|(term, _)| term).collect();
    let message = "The glossary does not have this term. The detail lists all it has.";
    ToolError::not_found(message).with_data(known.into())
}
