//! Pictures as flowcharts of Mermaid.

use std::fmt::Write;

use super::{
    palette::Tone,
    picture::{Node, Picture},
};

/// A flowchart from left to right; nodes are numbered, so that no name is ever an identifier.
pub(super) fn write(picture: &Picture) -> String {
    let mut out = String::from("flowchart LR");
    for (number, node) in picture.nodes.iter().enumerate() {
        let lines: Vec<String> = node.lines().iter().map(|line| escaped(line)).collect();
        // Writing to a string never fails.
        let _ = write!(out, "\n  n{number}[\"{}\"]", lines.join("<br/>"));
    }
    for edge in &picture.edges {
        let label = match edge.labels.is_empty() {
            true => String::new(),
            false => format!("|\"{}\"|", escaped(&edge.label())),
        };
        let _ = write!(out, "\n  n{} -->{label} n{}", edge.source, edge.target);
    }
    for (number, node) in picture.nodes.iter().enumerate() {
        if let Some(style) = style(node) {
            let _ = write!(out, "\n  style n{number} {style}");
        }
    }
    if let Some(note) = &picture.note {
        let _ = write!(out, "\n  note[\"{}\"]\n  style note fill:none,stroke:none", escaped(note));
    }
    out
}

fn style(node: &Node) -> Option<String> {
    let tone = Tone::of(&node.severity).map(Tone::fill);
    let mut rules: Vec<String> = tone
        .map(|(fill, line)| vec![format!("fill:{fill}"), format!("stroke:{line}")])
        .unwrap_or_default();
    if node.is_external {
        rules.push("stroke-dasharray:4".to_owned());
    }
    if node.is_focus {
        rules.push("stroke-width:3px".to_owned());
    }
    (!rules.is_empty()).then(|| rules.join(","))
}

/// Writes as an entity what could end the quotes, start an entity, a tag, Markdown, or a directive,
/// which Mermaid takes from anywhere in the text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let starts_list = starts_list(text);
    for (at, c) in text.char_indices() {
        let is_plain =
            c.is_alphanumeric() || " -_./:,()=@+…·→".contains(c) || u32::from(c) > 0x2000;
        if is_plain && !(at == 0 && starts_list) {
            out.push(c);
        } else {
            // Writing to a string never fails.
            let _ = write!(out, "#{};", u32::from(c));
        }
    }
    out
}

/// Whether Markdown takes the text for an element of a list.
fn starts_list(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = rest.len() < text.len() && (rest.starts_with(". ") || rest.starts_with(") "));
    is_numbered || text.starts_with("- ") || text.starts_with("+ ")
}
