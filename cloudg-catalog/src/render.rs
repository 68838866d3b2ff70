//! Answers as people look at them: tables, trees and pictures.
//!
//! Everything here is a pure function of the structured answer of a tool. Names come from
//! strangers: each rendering has its own escapes, and no control character passes.

mod dot;
mod escape;
mod layout;
mod mermaid;
mod palette;
mod picture;
mod svg;
mod table;
mod tree;

use serde_json::Value;

pub use self::layout::TooLarge;

/// A form in which an answer can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rendering {
    /// The structured answer itself.
    Json,
    /// One line for each element of a list.
    Table,
    /// Paths and dependencies as an indented tree.
    Tree,
    /// A graph in the language of Graphviz.
    Dot,
    /// A flowchart in the language of Mermaid.
    Mermaid,
    /// A drawing, complete in itself.
    Svg,
}

impl Rendering {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 6] =
        [Self::Json, Self::Table, Self::Tree, Self::Dot, Self::Mermaid, Self::Svg];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Table => "table",
            Self::Tree => "tree",
            Self::Dot => "dot",
            Self::Mermaid => "mermaid",
            Self::Svg => "svg",
        }
    }
}

/// An answer with what is known about its call.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// Name of the tool.
    pub tool: &'a str,
    /// Its structured answer.
    pub result: &'a Value,
    /// The command that shows the next page, where there is one.
    pub next_page: Option<&'a str>,
}

/// Where the rendering goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Whether it shows colours.
    pub colour: bool,
    /// Columns of text that fit on a line.
    pub width: usize,
}

/// A rendering, and what it leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The text, without a line break at its end.
    pub text: String,
    /// What the reader has to know about it, a sentence each.
    pub notes: Vec<String>,
}

/// The answer has no such form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the answer of `{tool}` cannot be shown as {}: it has the forms {}",
    wanted.as_str(),
    supported.iter().map(|form| form.as_str()).collect::<Vec<_>>().join(", ")
)]
pub struct Unsupported {
    /// The tool.
    pub tool: String,
    /// The form asked for.
    pub wanted: Rendering,
    /// The forms that the answer has.
    pub supported: Vec<Rendering>,
}

/// Why an answer is not shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// It has no such form.
    #[error(transparent)]
    Unsupported(Unsupported),
    /// It has the form, but not in this size.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// Shows an answer in a form.
///
/// # Errors
/// [`Unsupported`] names the forms that the answer does have, [`TooLarge`] the limit of a drawing.
pub fn render(
    answer: Answer<'_>,
    wanted: Rendering,
    screen: Screen,
) -> Result<Rendered, RenderError> {
    shown(answer, wanted, screen)?.ok_or_else(|| {
        RenderError::Unsupported(Unsupported {
            tool: answer.tool.to_owned(),
            wanted,
            supported: supported(answer),
        })
    })
}

/// The forms that an answer has, in the order of [`Rendering::ALL`].
pub fn supported(answer: Answer<'_>) -> Vec<Rendering> {
    let has_picture = picture::of(answer).is_some();
    let has = |form: &Rendering| match form {
        Rendering::Json => true,
        Rendering::Table => table::list_of(answer.result).is_some(),
        Rendering::Tree => tree::of(answer).is_some(),
        Rendering::Dot | Rendering::Mermaid | Rendering::Svg => has_picture,
    };
    Rendering::ALL.into_iter().filter(has).collect()
}

/// `None` where the answer has no such form.
fn shown(
    answer: Answer<'_>,
    wanted: Rendering,
    screen: Screen,
) -> Result<Option<Rendered>, TooLarge> {
    let drawn = |draw: fn(&picture::Picture) -> Result<String, TooLarge>| {
        let Some(picture) = picture::of(answer) else { return Ok(None) };
        let notes = picture_notes(answer, &picture);
        Ok(Some(Rendered { text: draw(&picture)?, notes }))
    };
    match wanted {
        Rendering::Json => {
            let text = cloudg_runtime::json_text::pretty(answer.result).ok();
            Ok(text.map(|text| Rendered { text, notes: Vec::new() }))
        }
        Rendering::Table => Ok(table::render(answer, screen)),
        Rendering::Tree => {
            let tree = tree::of(answer);
            Ok(tree.map(|tree| Rendered { text: tree.draw(screen), notes: notes(answer) }))
        }
        Rendering::Dot => drawn(|picture| Ok(dot::write(picture))),
        Rendering::Mermaid => drawn(|picture| Ok(mermaid::write(picture))),
        Rendering::Svg => drawn(svg::write),
    }
}

fn picture_notes(answer: Answer<'_>, picture: &picture::Picture) -> Vec<String> {
    let empty = picture.nodes.is_empty().then(|| "There is nothing to draw.".to_owned());
    empty.into_iter().chain(notes(answer)).collect()
}

/// What the answer itself says about what it lacks.
fn notes(answer: Answer<'_>) -> Vec<String> {
    let result = answer.result;
    let mut notes = Vec::new();
    let is_cut = |part: &Value| part["truncated"] == Value::Bool(true);
    if is_cut(result) || is_cut(&result["dependency"]) {
        notes.push(match n_missing(result) {
            Some((missing, total)) => format!("{missing} more of {total} are not shown."),
            None => "The answer is cut: there is more than it shows.".to_owned(),
        });
        notes.extend(match answer.next_page {
            Some(command) => Some(format!("Next page: {command}")),
            None => limit_of(answer.tool).map(|limit| format!("Raise `{limit}` to see more.")),
        });
    }
    if let Some(hint) = result["hint"].as_str() {
        notes.push(escape::clean(hint));
    }
    notes
}

/// How many elements the list lacks, and how many there are, where the answer tells.
fn n_missing(result: &Value) -> Option<(u64, u64)> {
    let list = ["items", "paths"].into_iter().find_map(|key| result[key].as_array())?;
    let total = ["total", "total_found"].into_iter().find_map(|key| result[key].as_u64())?;
    let end = result["offset"].as_u64().unwrap_or(0) + list.len() as u64;
    // Some totals count what is listed.
    (total > end).then(|| (total - end, total))
}

/// The argument that bounds the answer of a tool, unless its hint knows better.
fn limit_of(tool: &str) -> Option<&'static str> {
    match tool {
        "find_paths" | "attack_paths" | "lateral_movement_paths" => Some("max_paths"),
        "dependency_tree" | "subgraph_export" => Some("max_nodes"),
        // A query may be cut for want of time.
        "sparql_query" => None,
        _ => Some("limit"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
