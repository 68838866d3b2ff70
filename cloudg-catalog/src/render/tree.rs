//! Paths and dependencies as indented trees.

use hashbrown::HashMap;
use serde_json::Value;

use super::{
    Answer, Screen, escape, organization,
    palette::Tone,
    picture::{self, Walk},
    words::{self, Names},
};

/// A forest of lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub roots: Vec<Branch>,
    /// Stands for an empty forest.
    pub empty: String,
}

/// A line and the lines below it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Branch {
    /// The relation of the hop that leads here.
    via: String,
    text: String,
    severity: String,
    /// What is said behind it.
    pub remarks: Vec<String>,
    pub children: Vec<Branch>,
}

/// The tree of an answer, `None` where it has none.
pub(super) fn of(answer: Answer<'_>) -> Option<Tree> {
    paths(answer)
        .or_else(|| dependency_trees(answer.result))
        .or_else(|| walk(answer))
        .or_else(|| organization::tree(answer))
}

impl Tree {
    /// The lines of the tree.
    pub(super) fn draw(&self, screen: Screen) -> String {
        let mut lines = Vec::new();
        for root in &self.roots {
            lines.push(root.line(screen));
            draw_children(&root.children, "", screen, &mut lines);
        }
        if lines.is_empty() { self.empty.clone() } else { lines.join("\n") }
    }
}

fn draw_children(children: &[Branch], indent: &str, screen: Screen, lines: &mut Vec<String>) {
    for (number, child) in children.iter().enumerate() {
        let is_last = number + 1 == children.len();
        let (fork, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        lines.push(format!("{indent}{fork}{}", child.line(screen)));
        draw_children(&child.children, &format!("{indent}{below}"), screen, lines);
    }
}

impl Branch {
    /// A line that is no node.
    pub(super) fn heading(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    /// A node as a line of its own.
    fn node(value: &Value, names: &Names) -> Self {
        let word = |key: &str| escape::clean(value[key].as_str().unwrap_or_default());
        let (id, kind) = (word("id"), word("type"));
        let name = if word("name").is_empty() { id.clone() } else { word("name") };
        // An id is told where the name does not tell which one is meant.
        let id =
            if names.is_shared(&name) && id != name { format!(", {id}") } else { String::new() };
        let mut facts = Vec::new();
        if value["internet_exposed"] == Value::Bool(true) {
            facts.push("exposed".to_owned());
        }
        let open = value["open_findings"].as_u64().unwrap_or(0);
        if open > 0 {
            facts.push(format!("{open} open"));
        }
        let facts = if facts.is_empty() { String::new() } else { format!(" {}", facts.join(", ")) };
        Self {
            text: format!("{name} ({kind}{id}){facts}"),
            severity: word("max_severity"),
            ..Self::default()
        }
    }

    fn line(&self, screen: Screen) -> String {
        let mut line = self.text.clone();
        if !self.via.is_empty() {
            line = format!("{} → {line}", self.via);
        }
        if !self.severity.is_empty() {
            let style = Tone::of(&self.severity).filter(|_| screen.colour).map(Tone::style);
            let style = style.unwrap_or_default();
            line += &format!(" {style}{}{style:#}", self.severity);
        }
        for remark in &self.remarks {
            line += &format!("  {remark}");
        }
        line
    }
}

/// Paths that begin alike share their beginning; each is numbered where it ends.
fn paths(answer: Answer<'_>) -> Option<Tree> {
    let paths = answer.result["paths"].as_array()?;
    let nodes = paths.iter().filter_map(|path| path["nodes"].as_array()).flatten();
    let names = Names::of_nodes(nodes);
    let mut trie = Trie::default();
    for (number, path) in paths.iter().enumerate() {
        trie.add(path, number + 1);
    }
    let roots = trie.roots.iter().map(|&root| trie.branch(root, &names)).collect();
    Some(Tree { roots, empty: words::empty("There is no path.", answer) })
}

/// Steps of paths, each after the one that it shares with others.
#[derive(Default)]
struct Trie<'a> {
    steps: Vec<Step<'a>>,
    roots: Vec<usize>,
}

struct Step<'a> {
    node: &'a Value,
    via: String,
    ends: Vec<String>,
    next: Vec<usize>,
}

impl<'a> Trie<'a> {
    fn add(&mut self, path: &'a Value, number: usize) {
        let mut place = None;
        for (hop, node) in path["nodes"].as_array().into_iter().flatten().enumerate() {
            let via = hop.checked_sub(1).map(|hop| words::hop(path, hop));
            place = Some(self.step(place, node, via.unwrap_or_default()));
        }
        if let Some(place) = place {
            self.steps[place].ends.push(end(path, number));
        }
    }

    /// The step to a node after another one, added if it is new.
    fn step(&mut self, after: Option<usize>, node: &'a Value, via: String) -> usize {
        let known = after.map_or(&self.roots, |after| &self.steps[after].next);
        let is_it = |&&step: &&usize| {
            let step = &self.steps[step];
            step.node["id"] == node["id"] && step.via == via
        };
        if let Some(&step) = known.iter().find(is_it) {
            return step;
        }
        let step = self.steps.len();
        self.steps.push(Step { node, via, ends: Vec::new(), next: Vec::new() });
        match after {
            Some(after) => self.steps[after].next.push(step),
            None => self.roots.push(step),
        }
        step
    }

    fn branch(&self, step: usize, names: &Names) -> Branch {
        let Step { node, via, ends, next } = &self.steps[step];
        Branch {
            via: via.clone(),
            remarks: ends.clone(),
            children: next.iter().map(|&next| self.branch(next, names)).collect(),
            ..Branch::node(node, names)
        }
    }
}

/// How a path is told where it ends.
fn end(path: &Value, number: usize) -> String {
    let mut parts = vec![format!("#{number}")];
    if let Some(score) = path["score"].as_f64() {
        parts.push(format!("score {score:.1}"));
    }
    match path["length"].as_u64() {
        Some(1) => parts.push("1 hop".to_owned()),
        Some(hops) => parts.push(format!("{hops} hops")),
        None => {}
    }
    parts.join(" · ")
}

/// `dependency_tree`, in both directions.
fn dependency_trees(result: &Value) -> Option<Tree> {
    let asset = result.get("asset").filter(|asset| asset.is_object())?;
    let trees = [("depends_on", "needs"), ("dependents", "needed by")];
    let trees = trees.map(|(key, heading)| (result[key].as_array(), heading));
    if trees.iter().all(|(list, _)| list.is_none()) {
        return None;
    }
    let mut nodes = vec![asset];
    trees.iter().filter_map(|(list, _)| *list).for_each(|list| gather(list, &mut nodes));
    let names = Names::of_nodes(nodes.into_iter());
    let sides = trees.into_iter().filter_map(|(list, heading)| Some((list?, heading)));
    let sides = sides.map(|(list, heading)| {
        let empty = if list.is_empty() { " nothing" } else { "" };
        let children = list.iter().map(|child| nested(child, &names)).collect();
        Branch { children, ..Branch::heading(format!("{heading}{empty}")) }
    });
    let root = Branch { children: sides.collect(), ..Branch::node(asset, &names) };
    Some(Tree { roots: vec![root], empty: String::new() })
}

/// The relation behind a dependency. Relations of either direction make one, so there is no arrow.
fn via(value: &Value) -> Vec<String> {
    let via = words::dependency(value);
    (!via.is_empty()).then(|| format!("via {via}")).into_iter().collect()
}

fn gather<'a>(list: &'a [Value], nodes: &mut Vec<&'a Value>) {
    for node in list {
        nodes.push(node);
        if let Some(children) = node["children"].as_array() {
            gather(children, nodes);
        }
    }
}

fn nested(value: &Value, names: &Names) -> Branch {
    let children = value["children"].as_array().into_iter().flatten();
    Branch {
        remarks: via(value),
        children: children.map(|child| nested(child, names)).collect(),
        ..Branch::node(value, names)
    }
}

/// `depends_on`, `dependents` and `blast_radius`.
fn walk(answer: Answer<'_>) -> Option<Tree> {
    let walk = picture::walk_of(answer)?;
    let asset = &answer.result["asset"];
    let reached = answer.result["network"]["sensitive_reachable"].as_array();
    let reached = reached.map(Vec::as_slice).unwrap_or_default();
    let names = Names::of_nodes([asset].into_iter().chain(walk.items).chain(reached));
    let heading = match (walk.needs, walk.items.is_empty()) {
        (true, false) => "needs",
        (true, true) => "needs nothing",
        (false, false) => "needed by",
        (false, true) => "needed by nothing",
    };
    let below = Branch { children: below(asset, &walk, &names), ..Branch::heading(heading.into()) };
    let mut root = Branch { children: vec![below], ..Branch::node(asset, &names) };
    root.children.extend(network(&answer.result["network"], reached, &names));
    Some(Tree { roots: vec![root], empty: String::new() })
}

/// The steps of a walk below its start, each under the one that it came from. A step whose origin
/// is not listed stands under the start.
fn below(asset: &Value, walk: &Walk<'_>, names: &Names) -> Vec<Branch> {
    let place: HashMap<&str, usize> = (walk.items.iter().enumerate())
        .filter_map(|(place, item)| Some((item["id"].as_str()?, place)))
        .collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); walk.items.len()];
    let mut first = Vec::new();
    for (step, item) in walk.items.iter().enumerate() {
        let parent = item["parent_id"].as_str().filter(|id| asset["id"].as_str() != Some(id));
        match parent.and_then(|id| place.get(id)) {
            // A walk lists a step after the one that it came from.
            Some(&parent) if parent < step => children[parent].push(step),
            _ => first.push(step),
        }
    }
    first.into_iter().map(|step| step_branch(step, walk, &children, names)).collect()
}

fn step_branch(step: usize, walk: &Walk<'_>, children: &[Vec<usize>], names: &Names) -> Branch {
    let item = &walk.items[step];
    let next = children[step].iter();
    Branch {
        remarks: via(item),
        children: next.map(|&next| step_branch(next, walk, children, names)).collect(),
        ..Branch::node(item, names)
    }
}

fn network(network: &Value, reached: &[Value], names: &Names) -> Option<Branch> {
    let n_assets = network["reachable_assets"].as_u64()?;
    let mut text = format!("reaches {n_assets} over the network");
    if let Some(risk) = network["risk_score"].as_f64() {
        text += &format!(", risk {risk:.1}");
    }
    if !reached.is_empty() {
        text += ", sensitive ones:";
    }
    let children = reached.iter().map(|node| Branch::node(node, names)).collect();
    Some(Branch { children, ..Branch::heading(text) })
}
