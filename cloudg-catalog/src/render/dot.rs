//! Pictures in the language of Graphviz.

use std::fmt::Write;

use super::{
    palette::Tone,
    picture::{Node, Picture},
};

/// A directed graph; nodes are numbered, so that no name is ever an identifier.
pub(super) fn write(picture: &Picture) -> String {
    let mut out = String::from(
        "digraph cloudg {\n  rankdir=LR;\n  node [shape=box, style=\"rounded,filled\", \
         fillcolor=\"#ffffff\", fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", \
         fontsize=10];\n",
    );
    for (number, node) in picture.nodes.iter().enumerate() {
        // Writing to a string never fails.
        let _ = writeln!(out, "  n{number} [{}];", attributes(node));
    }
    for edge in &picture.edges {
        let label = quoted(&edge.label());
        let _ = writeln!(out, "  n{} -> n{} [label={label}];", edge.source, edge.target);
    }
    if let Some(note) = &picture.note {
        let _ = writeln!(out, "  label={};\n  labelloc=b;", quoted(note));
    }
    out.push('}');
    out
}

fn attributes(node: &Node) -> String {
    // The line break is an escape of the language, not of the name.
    let lines: Vec<String> = node.lines().iter().map(|line| escaped(line)).collect();
    let mut attributes = format!("label=\"{}\", tooltip={}", lines.join("\\n"), quoted(&node.id));
    if let Some((fill, line)) = Tone::of(&node.severity).map(Tone::fill) {
        let _ = write!(attributes, ", fillcolor=\"{fill}\", color=\"{line}\"");
    }
    if node.is_external {
        attributes.push_str(", style=\"dashed\"");
    }
    if node.is_focus {
        attributes.push_str(", penwidth=3");
    }
    attributes
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Backslashes start escapes such as `\N`, the name of the node.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
