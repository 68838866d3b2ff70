//! Answers as people look at them: tables, trees and pictures.
//!
//! Everything here is a pure function of the structured answer of a tool. Names come from
//! strangers: each rendering has its own escapes, and no control character passes.

mod delimited;
mod dot;
mod escape;
mod interest;
mod layout;
mod mermaid;
mod organization;
mod palette;
mod picture;
mod rows;
mod sections;
mod svg;
mod table;
mod tree;
mod words;

use serde_json::Value;

pub(crate) use self::escape::clean;
pub use self::layout::TooLarge;

/// A form in which an answer can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rendering {
    /// The structured answer itself.
    Json,
    /// One line for each element of a list; a block and tables for any other answer.
    Table,
    /// The list as comma-separated values.
    Csv,
    /// The list as JSON, an item on each line.
    Jsonl,
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
    pub const ALL: [Self; 8] = [
        Self::Json,
        Self::Table,
        Self::Csv,
        Self::Jsonl,
        Self::Tree,
        Self::Dot,
        Self::Mermaid,
        Self::Svg,
    ];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Table => "table",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
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
    /// What it was called with, where that is known.
    pub arguments: Option<&'a Value>,
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
    /// Columns of text that fit on a line; without a limit nothing is cut.
    pub width: Option<usize>,
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
    options(supported)
)]
pub struct Unsupported {
    /// The tool.
    pub tool: String,
    /// The form asked for.
    pub wanted: Rendering,
    /// The forms that the answer has.
    pub supported: Vec<Rendering>,
}

/// The list has no such column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct UnknownColumn {
    /// The name asked for.
    pub column: String,
    /// The columns that there are; none where the answer is no list.
    pub known: Vec<String>,
}

impl std::fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.known.is_empty() {
            return f.write_str("the answer has no list, or several, whose columns can be chosen");
        }
        let known: Vec<String> = self.known.iter().map(|key| escape::clean(key)).collect();
        write!(f, "there is no column `{}`: there are {}", self.column, known.join(", "))
    }
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
    /// A column was asked for that it does not have.
    #[error(transparent)]
    UnknownColumn(#[from] UnknownColumn),
    /// Columns were asked for in a form without them.
    #[error("`--columns` goes with {}", options(&COLUMNAR))]
    NoColumns,
}

/// The forms whose columns can be chosen.
const COLUMNAR: [Rendering; 3] = [Rendering::Table, Rendering::Csv, Rendering::Jsonl];

/// Forms as they are asked for.
fn options(forms: &[Rendering]) -> String {
    let options: Vec<String> =
        forms.iter().map(|form| format!("`--render {}`", form.as_str())).collect();
    options.join(", ")
}

/// Shows an answer in a form; `columns` are those wanted of its list, all where none are named.
///
/// # Errors
/// [`Unsupported`] names the forms that the answer does have, [`TooLarge`] the limit of a drawing,
/// [`UnknownColumn`] the columns that there are.
pub fn render(
    answer: Answer<'_>,
    wanted: Rendering,
    columns: &[String],
    screen: Screen,
) -> Result<Rendered, RenderError> {
    if !columns.is_empty() && !COLUMNAR.contains(&wanted) {
        return Err(RenderError::NoColumns);
    }
    shown(answer, wanted, columns, screen)?.ok_or_else(|| {
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
        Rendering::Table => {
            rows::Rows::of(answer.result).is_some() || sections::has_any(answer.result)
        }
        Rendering::Csv | Rendering::Jsonl => delimited::rows_of(answer.result).is_some(),
        Rendering::Tree => tree::of(answer).is_some(),
        Rendering::Dot | Rendering::Mermaid | Rendering::Svg => has_picture,
    };
    Rendering::ALL.into_iter().filter(has).collect()
}

/// `None` where the answer has no such form.
fn shown(
    answer: Answer<'_>,
    wanted: Rendering,
    columns: &[String],
    screen: Screen,
) -> Result<Option<Rendered>, RenderError> {
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
        Rendering::Table => Ok(table::render(answer, columns, screen)?),
        Rendering::Csv => Ok(delimited::csv(answer, columns)?),
        Rendering::Jsonl => Ok(delimited::json_lines(answer, columns)?),
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
    let empty = picture.nodes.is_empty().then(|| words::empty("There is nothing to draw.", answer));
    empty.into_iter().chain(notes(answer)).collect()
}

/// What the answer itself says about what it lacks.
fn notes(answer: Answer<'_>) -> Vec<String> {
    let result = answer.result;
    let mut notes = Vec::new();
    if let Some(missing) = missing(result) {
        notes.push(missing);
        notes.extend(match answer.next_page {
            Some(command) => Some(format!("Next page: {command}")),
            None => limit_of(answer.tool).map(|limit| format!("Raise `{limit}` to see more.")),
        });
    }
    if is_cut(&result["graph_reachable"]) {
        notes.push("More assets are reachable than are shown.".to_owned());
    }
    let inner = result.as_object().into_iter().flatten().map(|(_, part)| &part["hint"]);
    let hints = std::iter::once(&result["hint"]).chain(inner).filter_map(Value::as_str);
    notes.extend(hints.map(escape::clean));
    notes
}

fn is_cut(part: &Value) -> bool {
    part["truncated"] == Value::Bool(true)
}

/// That the answer is a part of what there is.
fn missing(result: &Value) -> Option<String> {
    (is_cut(result) || is_cut(&result["dependency"])).then(|| match n_missing(result) {
        Some((missing, total)) => format!("{missing} more of {total} are not shown."),
        None => "The answer is cut: there is more than it shows.".to_owned(),
    })
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
