//! The graph that an answer holds: paths, a neighbourhood, edges, dependencies, an export.

use hashbrown::HashMap;
use serde_json::Value;

use super::{Answer, escape, missing, words};

/// Most columns of a name, and of an id under it.
const MAX_COLUMNS: usize = 80;
/// Most columns of a type, which data may make up.
const MAX_KIND: usize = 40;

/// Nodes and directed edges, in the order in which the answer has them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Picture {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// That it shows a part only.
    pub note: Option<String>,
    places: HashMap<String, usize>,
    pairs: HashMap<(usize, usize), usize>,
}

/// An asset or a placeholder; all texts are clean.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub id: String,
    pub name: String,
    pub kind: String,
    pub severity: String,
    pub open_findings: u64,
    pub is_exposed: bool,
    pub is_external: bool,
    /// What the question was about.
    pub is_focus: bool,
    /// Whether other nodes have the name too.
    pub is_namesake: bool,
}

/// All relations from one node to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edge {
    pub source: usize,
    pub target: usize,
    pub labels: Vec<String>,
}

impl Edge {
    /// The labels as one text.
    pub(super) fn label(&self) -> String {
        self.labels.join(", ")
    }
}

/// The graph of an answer, `None` where it holds none.
pub(super) fn of(answer: Answer<'_>) -> Option<Picture> {
    let result = answer.result;
    let mut picture = Picture::default();
    if let Some(asset) = result.get("asset").filter(|asset| asset.is_object()) {
        let focus = picture.add(asset);
        picture.nodes[focus].is_focus = true;
    }
    let drew = picture.draw_paths(result)
        || picture.draw_export(&result["graph"])
        || picture.draw_neighbourhood(result)
        || picture.draw_trees(result)
        || picture.draw_walk(answer)
        || picture.draw_edges(&result["items"]);
    picture.note = missing(result);
    picture.tell_apart();
    drew.then_some(picture)
}

impl Node {
    /// The name, the id where others have the name, and what else is to be seen at a glance, which
    /// is never cut.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut facts = Vec::new();
        facts.extend((!self.kind.is_empty()).then(|| escape::cut(&self.kind, MAX_KIND)));
        facts.extend(self.is_exposed.then(|| "exposed".to_owned()));
        facts.extend((self.open_findings > 0).then(|| format!("{} open", self.open_findings)));
        facts.extend((!self.severity.is_empty()).then(|| self.severity.clone()));
        let mut lines = vec![escape::cut_middle(&self.name, MAX_COLUMNS)];
        lines.extend(self.is_namesake.then(|| escape::cut_middle(&self.id, MAX_COLUMNS)));
        lines.extend((!facts.is_empty()).then(|| facts.join(" · ")));
        lines
    }

    fn read(value: &Value) -> Self {
        let text = |keys: [&str; 2]| {
            let found = keys.into_iter().find_map(|key| value[key].as_str());
            escape::clean(found.unwrap_or_default())
        };
        let is = |keys: [&str; 2]| keys.into_iter().any(|key| value[key] == Value::Bool(true));
        let id = value["id"].as_str().unwrap_or_default();
        let name = text(["name", "label"]);
        Self {
            name: if name.is_empty() { escape::clean(id) } else { name },
            id: escape::clean(id),
            kind: text(["type", "asset_type"]),
            severity: text(["max_severity", "severity"]),
            open_findings: value["open_findings"].as_u64().unwrap_or(0),
            is_exposed: is(["internet_exposed", "is_internet_exposed"]),
            is_external: is(["external", "is_external"]),
            is_focus: false,
            is_namesake: false,
        }
    }
}

impl Picture {
    /// Marks nodes whose name others have as well.
    fn tell_apart(&mut self) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for node in &self.nodes {
            *counts.entry(node.name.clone()).or_default() += 1;
        }
        for node in &mut self.nodes {
            node.is_namesake = counts[&node.name] > 1 && node.name != node.id;
        }
    }

    /// The place of a node, added if it is new. A later description may tell more.
    fn add(&mut self, value: &Value) -> usize {
        let id = value["id"].as_str().unwrap_or_default();
        let Some(&place) = self.places.get(id) else {
            self.places.insert(id.to_owned(), self.nodes.len());
            self.nodes.push(Node::read(value));
            return self.nodes.len() - 1;
        };
        let known = &mut self.nodes[place];
        if known.kind.is_empty() || known.severity.is_empty() {
            let is_focus = known.is_focus;
            let read = Node::read(value);
            if known.kind.is_empty() || !read.severity.is_empty() {
                *known = Node { is_focus, ..read };
            }
        }
        place
    }

    fn add_named(&mut self, id: &Value, name: &Value) -> usize {
        self.add(&serde_json::json!({"id": id, "name": name}))
    }

    fn link(&mut self, source: usize, target: usize, label: String) {
        let place = *self.pairs.entry((source, target)).or_insert_with(|| {
            self.edges.push(Edge { source, target, labels: Vec::new() });
            self.edges.len() - 1
        });
        let labels = &mut self.edges[place].labels;
        if !label.is_empty() && !labels.contains(&label) {
            labels.push(label);
        }
    }

    fn draw_paths(&mut self, result: &Value) -> bool {
        let Some(paths) = result["paths"].as_array() else { return false };
        for path in paths {
            let nodes = path["nodes"].as_array().into_iter().flatten();
            let places: Vec<usize> = nodes.map(|node| self.add(node)).collect();
            for (hop, pair) in places.windows(2).enumerate() {
                self.link(pair[0], pair[1], words::hop(path, hop));
            }
        }
        true
    }

    /// `subgraph_export` as D3 or Cytoscape; the text of GraphML is for other programs.
    fn draw_export(&mut self, graph: &Value) -> bool {
        let (nodes, edges) = match (graph["nodes"].as_array(), graph["links"].as_array()) {
            (Some(nodes), Some(links)) => (nodes, links),
            _ => {
                let elements = &graph["elements"];
                match (elements["nodes"].as_array(), elements["edges"].as_array()) {
                    (Some(nodes), Some(edges)) => (nodes, edges),
                    _ => return false,
                }
            }
        };
        let data = |element: &Value| element.get("data").unwrap_or(element).clone();
        for node in nodes {
            self.add(&data(node));
        }
        for edge in edges {
            let edge = data(edge);
            let ends = ["source", "target"].map(|end| self.add_named(&edge[end], &Value::Null));
            self.link(ends[0], ends[1], words::relation(&edge));
        }
        true
    }

    fn draw_neighbourhood(&mut self, result: &Value) -> bool {
        let (Some(nodes), Some(edges)) = (result["nodes"].as_array(), result["edges"].as_array())
        else {
            return false;
        };
        for node in nodes {
            self.add(node);
        }
        edges.is_empty() || self.draw_edges(&result["edges"])
    }

    /// Edges in short; `false` for a list of anything else.
    fn draw_edges(&mut self, edges: &Value) -> bool {
        let Some(edges) = edges.as_array() else { return false };
        let is_edge = |edge: &Value| edge["edge_type"].is_string() && edge["source"].is_string();
        if edges.is_empty() || !edges.iter().all(is_edge) {
            return false;
        }
        for edge in edges {
            let source = self.add_named(&edge["source"], &edge["source_name"]);
            let target = self.add_named(&edge["target"], &edge["target_name"]);
            self.link(source, target, words::relation(edge));
        }
        true
    }

    /// `dependency_tree`: what the asset needs to its right, what needs it to its left.
    fn draw_trees(&mut self, result: &Value) -> bool {
        let trees = ["depends_on", "dependents"].map(|key| result[key].as_array());
        if self.nodes.is_empty() || trees.iter().all(Option::is_none) {
            return false;
        }
        let [needs, needed_by] = trees;
        self.draw_children(0, needs, true);
        self.draw_children(0, needed_by, false);
        true
    }

    fn draw_children(&mut self, parent: usize, children: Option<&Vec<Value>>, needs: bool) {
        for child in children.into_iter().flatten() {
            let place = self.add(child);
            self.link_dependency(parent, place, child, needs);
            self.draw_children(place, child["children"].as_array(), needs);
        }
    }

    /// Points from what needs something to what is needed.
    fn link_dependency(&mut self, parent: usize, child: usize, step: &Value, needs: bool) {
        let (source, target) = if needs { (parent, child) } else { (child, parent) };
        self.link(source, target, words::dependency(step));
    }

    fn draw_walk(&mut self, answer: Answer<'_>) -> bool {
        let Some(walk) = walk_of(answer) else { return false };
        for item in walk.items {
            let parent = self.add_named(&item["parent_id"], &Value::Null);
            let place = self.add(item);
            self.link_dependency(parent, place, item, walk.needs);
        }
        true
    }
}

/// A dependency walk as a flat list.
pub(super) struct Walk<'a> {
    pub items: &'a [Value],
    /// Whether it goes to what is needed, not to what needs.
    pub needs: bool,
}

/// The walk of `depends_on`, `dependents` and `blast_radius`.
pub(super) fn walk_of(answer: Answer<'_>) -> Option<Walk<'_>> {
    let result = answer.result;
    let list = result["dependency"].get("items").or_else(|| result.get("items"))?;
    let items = list.as_array()?;
    let is_step = |item: &Value| item["parent_id"].is_string() && item["id"].is_string();
    let is_walk = result["asset"].is_object() && items.iter().all(is_step);
    let is_named = ["depends_on", "dependents", "blast_radius"].contains(&answer.tool);
    (is_walk && (is_named || !items.is_empty()))
        .then(|| Walk { items, needs: answer.tool == "depends_on" })
}
