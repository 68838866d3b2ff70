//! GraphML, an XML format that most graph programs read.
//!
//! The document is plain ASCII, whatever the names are.

use std::{
    borrow::Cow,
    fmt::{self, Write},
    io,
};

use serde_json::{Map, Value};

use super::EXTERNAL;
use crate::{
    analysis::subgraph::{self, Link, Subgraph},
    graph::{Graph, NodeId},
    text::json_text,
};

const ROOT: &str = concat!(
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"",
    " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"",
    " xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns",
    " http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n",
);

/// What a file begins with.
const DECLARATION: &str = "<?xml version='1.0' encoding='utf-8'?>\n";

/// Attributes in the order in which elements have them.
const ASSET_KEYS: [&str; 8] = [
    "name",
    "asset_type",
    "provider",
    "region",
    "arn",
    "account_id",
    "tags",
    "is_internet_exposed",
];
const EXTERNAL_KEYS: [&str; 4] = ["name", "asset_type", "provider", "is_external"];
const EDGE_KEYS: [&str; 7] =
    ["edge_type", "port_range", "protocol", "cidr", "direction", "description", "relationship"];

/// Writes a part of the graph. No XML declaration, no line end at the end.
pub fn graphml(graph: Graph<'_>, part: &Subgraph<'_>) -> String {
    let mut text = String::new();
    let (nodes, links) = (part.nodes.iter().copied(), part.links.iter().cloned());
    // Writing to a string cannot fail.
    let _ = write_document(&mut text, graph, nodes, links);
    text
}

/// Writes the whole graph as a file, with an XML declaration, element by element.
///
/// # Errors
/// Those of `out`.
pub(super) fn write_whole(graph: Graph<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let pairs = graph.pairs();
    let mut text = IoText { out, failed: None };
    let links = (0..pairs.len()).map(|pair| subgraph::link(graph, pair));
    let written = text
        .write_str(DECLARATION)
        .and_then(|()| write_document(&mut text, graph, graph.nodes().iter(), links));
    match (written, text.failed) {
        (_, Some(error)) => Err(error),
        (written, None) => written.map_err(io::Error::other),
    }
}

/// Text that goes to a writer of bytes, whose error is kept.
struct IoText<'a> {
    out: &'a mut dyn io::Write,
    failed: Option<io::Error>,
}

impl Write for IoText<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

fn write_document<'a>(
    out: &mut impl Write,
    graph: Graph<'_>,
    nodes: impl Iterator<Item = NodeId> + Clone,
    links: impl Iterator<Item = Link<'a>>,
) -> fmt::Result {
    let mut links = links.peekable();
    let keys = Keys::of(graph, nodes.clone(), links.peek().is_some());
    let mut nodes = nodes.peekable();
    out.write_str(ROOT)?;
    out.write_str(&keys.declarations())?;
    if nodes.peek().is_none() && links.peek().is_none() {
        return out.write_str("  <graph edgedefault=\"directed\" />\n</graphml>");
    }
    out.write_str("  <graph edgedefault=\"directed\">\n")?;
    for node in nodes {
        let start = format!("<node id=\"{}\">", Attribute(graph.id(node)));
        write_element(out, &keys, "node", &start, &node_data(graph, node))?;
    }
    for Link { source, target, attributes } in links {
        let (source, target) = (Attribute(graph.id(source)), Attribute(graph.id(target)));
        let start = format!("<edge source=\"{source}\" target=\"{target}\">");
        let values = [
            attributes.edge_type.as_str().into(),
            attributes.port_range,
            attributes.protocol,
            attributes.cidr.into(),
            attributes.direction.into(),
            attributes.description,
            attributes.relationship.into(),
        ];
        let data: Vec<Data<'_>> = EDGE_KEYS.into_iter().zip(values).collect();
        write_element(out, &keys, "edge", &start, &data)?;
    }
    out.write_str("  </graph>\n</graphml>")
}

type Data<'a> = (&'static str, Cow<'a, str>);

fn node_data(graph: Graph<'_>, node: NodeId) -> Vec<Data<'_>> {
    let (assets, name) = (graph.assets(), graph.name(node));
    let Some(asset) = graph.asset(node) else {
        let values = [name.into(), EXTERNAL.into(), EXTERNAL.into(), flag(true)];
        return EXTERNAL_KEYS.into_iter().zip(values).collect();
    };
    let tags = assets.tags(asset).map(|(key, value)| (key.to_owned(), value.into()));
    let tags: Map<String, Value> = tags.collect();
    let values = [
        name.into(),
        assets.asset_type(asset).as_str().into(),
        assets.provider(asset).as_str().into(),
        assets.region(asset).into(),
        assets.arn(asset).unwrap_or("").into(),
        assets.account_id(asset).unwrap_or("").into(),
        json_text::dumps(&Value::Object(tags)).into(),
        flag(assets.is_exposed(asset)),
    ];
    ASSET_KEYS.into_iter().zip(values).collect()
}

/// The spelling that readers of this format have seen from the start; they take any letter case.
fn flag(is_set: bool) -> Cow<'static, str> {
    if is_set { "True".into() } else { "False".into() }
}

fn write_element(
    out: &mut impl Write,
    keys: &Keys,
    kind: &'static str,
    start: &str,
    data: &[Data<'_>],
) -> fmt::Result {
    writeln!(out, "    {start}")?;
    for (name, value) in data {
        let key = keys.number(kind, name);
        match value.is_empty() {
            true => writeln!(out, "      <data key=\"d{key}\" />")?,
            false => writeln!(out, "      <data key=\"d{key}\">{}</data>", Text(value))?,
        }
    }
    writeln!(out, "    </{kind}>")
}

/// Declared attributes, numbered in order of their first use.
#[derive(Default)]
struct Keys(Vec<(&'static str, &'static str)>);

impl Keys {
    fn of(graph: Graph<'_>, nodes: impl Iterator<Item = NodeId>, has_links: bool) -> Self {
        let mut keys = Self::default();
        let mut seen = [false; 2];
        for node in nodes {
            let is_asset = graph.asset(node).is_some();
            if !std::mem::replace(&mut seen[usize::from(is_asset)], true) {
                keys.add("node", if is_asset { &ASSET_KEYS } else { &EXTERNAL_KEYS });
            }
            if seen == [true; 2] {
                break;
            }
        }
        if has_links {
            keys.add("edge", &EDGE_KEYS);
        }
        keys
    }

    fn add(&mut self, kind: &'static str, names: &[&'static str]) {
        for &name in names {
            if !self.0.contains(&(kind, name)) {
                self.0.push((kind, name));
            }
        }
    }

    /// Every attribute that is written was added before.
    fn number(&self, kind: &'static str, name: &'static str) -> usize {
        self.0.iter().position(|&key| key == (kind, name)).unwrap_or_default()
    }

    /// The last one first.
    fn declarations(&self) -> String {
        let declare = |(key, (kind, name)): (usize, &(&str, &str))| {
            let value_type = if name.starts_with("is_") { "boolean" } else { "string" };
            format!(
                "  <key id=\"d{key}\" for=\"{kind}\" attr.name=\"{name}\" attr.type=\"{value_type}\" />\n"
            )
        };
        self.0.iter().enumerate().rev().map(declare).collect()
    }
}

/// Character data. Whatever ends a line is one line feed, so that a document has one kind of line.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\r' => {
                    rest.next_if_eq(&'\n');
                    f.write_char('\n')?;
                }
                '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' => f.write_char('\n')?,
                _ => write_char(f, c)?,
            }
        }
        Ok(())
    }
}

/// The value of an attribute, where line ends and tabs would become spaces unless escaped.
struct Attribute<'a>(&'a str);

impl fmt::Display for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '"' => f.write_str("&quot;"),
            '\r' => f.write_str("&#13;"),
            '\n' => f.write_str("&#10;"),
            '\t' => f.write_str("&#09;"),
            // Two ids must not become one, so what no document may contain is told by its number,
            // and so is the mark before that number.
            '\0'..='\u{1f}' | '\u{fffd}'..='\u{ffff}' => write!(f, "&#65533;{:04X}", u32::from(c)),
            _ => write_char(f, c),
        })
    }
}

fn write_char(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    match c {
        '&' => f.write_str("&amp;"),
        '<' => f.write_str("&lt;"),
        '>' => f.write_str("&gt;"),
        '\t' | '\n' | ' '..='~' | '\u{7f}' => f.write_char(c),
        // What no document may contain.
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => f.write_str("&#65533;"),
        _ => write!(f, "&#{};", u32::from(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_ascii_and_well_formed() {
        assert_eq!(
            Text("a\r\nb\rc\u{b}<é>\u{1}&").to_string(),
            "a\nb\nc\n&lt;&#233;&gt;&#65533;&amp;"
        );
        let attribute = Attribute("\"a\"\t\r\n\u{10ffff}\u{ffff}").to_string();
        assert_eq!(attribute, "&quot;a&quot;&#09;&#13;&#10;&#1114111;&#65533;FFFF");
    }

    #[test]
    fn keys_are_declared_last_first() {
        let mut keys = Keys::default();
        keys.add("node", &["name"]);
        keys.add("edge", &["name"]);
        keys.add("node", &["name"]);
        assert_eq!([keys.number("node", "name"), keys.number("edge", "name")], [0, 1]);
        assert!(keys.declarations().starts_with("  <key id=\"d1\" for=\"edge\""));
    }
}
