//! What several forms say in the same words.

use hashbrown::{HashMap, HashSet};
use serde_json::Value;

use super::{Answer, escape, rows};

/// Which names several ids have.
#[derive(Default)]
pub(super) struct Names {
    ids: HashMap<String, HashSet<String>>,
    has_shared: bool,
}

impl Names {
    /// The names of pairs of a name and an id.
    pub(super) fn of<'a>(pairs: impl Iterator<Item = (&'a Value, &'a Value)>) -> Self {
        let mut names = Self::default();
        for (name, id) in pairs {
            let word = |value: &Value| escape::clean(value.as_str().unwrap_or_default());
            let ids = names.ids.entry(word(name)).or_default();
            ids.insert(word(id));
            names.has_shared |= ids.len() > 1;
        }
        names
    }

    /// The names of nodes.
    pub(super) fn of_nodes<'a>(nodes: impl Iterator<Item = &'a Value>) -> Self {
        Self::of(nodes.map(|node| (&node["name"], &node["id"])))
    }

    /// Whether the name does not tell which one is meant.
    pub(super) fn is_shared(&self, name: &str) -> bool {
        self.ids.get(name).is_some_and(|ids| ids.len() > 1)
    }

    /// Whether any name is shared.
    pub(super) fn has_shared(&self) -> bool {
        self.has_shared
    }

    /// The name of a node, with its id where others have the name too.
    pub(super) fn told(&self, node: &Value) -> String {
        let word = |key: &str| escape::clean(node[key].as_str().unwrap_or_default());
        let (name, id) = (word("name"), word("id"));
        match () {
            () if name.is_empty() => id,
            () if self.is_shared(&name) && id != name => format!("{name} ({id})"),
            () => name,
        }
    }
}

/// What an edge is: its relationship, or else its type, and the ports that it opens.
pub(super) fn relation(edge: &Value) -> String {
    relation_of(edge, &["relationship", "edge_type", "type"])
}

/// What makes a step of a walk a dependency; the type there is the asset's.
pub(super) fn dependency(step: &Value) -> String {
    relation_of(step, &["relationship", "via"])
}

fn relation_of(edge: &Value, names: &[&str]) -> String {
    let word = |keys: &[&str]| {
        let mut texts = keys.iter().filter_map(|key| edge[key].as_str());
        escape::clean(texts.find(|text| !text.is_empty()).unwrap_or_default())
    };
    let name = word(names);
    let mut ports = ["port_range", "ports"].into_iter().map(|key| rows::cell(&edge[key]));
    let ports = ports.find(|ports| !ports.is_empty()).unwrap_or_default();
    let protocol = word(&["protocol"]).to_lowercase();
    match (ports.is_empty(), protocol.is_empty()) {
        (true, _) => name,
        (false, true) => format!("{name} {ports}"),
        (false, false) => format!("{name} {protocol}/{ports}"),
    }
}

/// What a hop of a path is; a path that tells more of its hops than their types has `hops`.
pub(super) fn hop(path: &Value, number: usize) -> String {
    let edge_type = &path["edge_types"][number];
    let mut edge = path["hops"][number].clone();
    if !edge.is_object() {
        edge = serde_json::json!({});
    }
    if edge["edge_type"].is_null() {
        edge["edge_type"] = edge_type.clone();
    }
    relation(&edge)
}

/// Members that tell what the words of a question turned out to mean.
const MEANT: [&str; 4] = ["asset", "start", "source", "target"];

/// What was asked for and what it turned out to be, a line each.
pub(super) fn asked(answer: Answer<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let arguments = answer.arguments.and_then(Value::as_object);
    let pairs: Vec<String> = (arguments.into_iter().flatten())
        .map(|(key, value)| match value.as_str() {
            Some(text) => escape::clean(&format!("{key}={text}")),
            None => escape::clean(&format!("{key}={value}")),
        })
        .collect();
    if !pairs.is_empty() {
        lines.push(format!("Asked for: {}", pairs.join(", ")));
    }
    for key in MEANT {
        let node = &answer.result[key];
        if node.is_object() {
            lines.push(format!("{key}: {}", full_name(node)));
        }
    }
    lines
}

/// Name, type and id of a node.
pub(super) fn full_name(node: &Value) -> String {
    let word = |key: &str| escape::clean(node[key].as_str().unwrap_or_default());
    let (name, kind, id) = (word("name"), word("type"), word("id"));
    let facts: Vec<String> =
        [kind, id.clone()].into_iter().filter(|fact| !fact.is_empty()).collect();
    let name = if name.is_empty() { id } else { name };
    if facts.is_empty() { name } else { format!("{name} ({})", facts.join(", ")) }
}

/// A sentence, and below it what was asked for.
pub(super) fn empty(sentence: &str, answer: Answer<'_>) -> String {
    let lines = asked(answer).into_iter().map(|line| format!("  {line}"));
    std::iter::once(sentence.to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}
