//! The list of an answer as rows: flat objects whose keys are the columns.

use serde_json::{Map, Value, json};

use super::{
    escape, interest,
    words::{self, Names},
};

/// Keys whose list a table shows, even an empty one.
const LISTS: [&str; 5] = ["items", "paths", "frameworks", "datasets", ROWS];
/// Rows of a query, whose columns stay in the order that the query gives them.
const ROWS: &str = "rows";
/// Severities, worst first.
const SEVERITIES: [&str; 5] = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"];

/// The list of an answer.
pub(super) struct Rows {
    /// Flat objects.
    pub items: Vec<Value>,
    /// Keys of the items, the most telling first.
    pub keys: Vec<String>,
}

impl Rows {
    /// The rows of the list that the answer is, `None` where it is none.
    pub(super) fn of(result: &Value) -> Option<Self> {
        let list = list_of(result)?;
        if result[ROWS].is_array() {
            let variables = result["variable_kinds"].as_object();
            let names = variables.into_iter().flat_map(Map::keys).cloned();
            return Some(Self::new(list.to_vec(), &Order::Given(names.collect())));
        }
        let mut items: Vec<Value> = list.iter().map(unwrapped).collect();
        if result["paths"].is_array() {
            items = paths(list);
        }
        if let Some(reachable) = result["graph_reachable"]["items"].as_array() {
            add_reachable(&mut items, reachable);
        }
        Some(Self::new(items, &Order::Interest))
    }

    /// Rows of a list inside an answer.
    pub(super) fn new(items: Vec<Value>, order: &Order) -> Self {
        let mut keys: Vec<&str> = match order {
            Order::Given(first) => first.iter().map(String::as_str).collect(),
            Order::Interest => Vec::new(),
        };
        for key in items.iter().filter_map(Value::as_object).flat_map(Map::keys) {
            if !keys.contains(&key.as_str()) {
                keys.push(key);
            }
        }
        if matches!(order, Order::Interest) {
            interest::sort(&mut keys, &items);
        }
        let keys = keys.into_iter().map(str::to_owned).collect();
        Self { items, keys }
    }

    /// The same rows with some columns, in the order in which they are wanted.
    ///
    /// # Errors
    /// The first column that there is not.
    pub(super) fn choose(self, wanted: &[String]) -> Result<Self, String> {
        // Nothing is known of the columns of an empty list.
        if let Some(unknown) = wanted.iter().find(|key| !self.keys.contains(key))
            && !self.items.is_empty()
        {
            return Err(unknown.clone());
        }
        let keys = if wanted.is_empty() { self.keys } else { wanted.to_vec() };
        Ok(Self { keys, ..self })
    }
}

/// How the columns of a list are ordered.
pub(super) enum Order {
    /// These come first, then others as they come.
    Given(Vec<String>),
    /// What tells most comes first.
    Interest,
}

/// The list that an answer is: the one of the usual name.
fn list_of(result: &Value) -> Option<&[Value]> {
    let usual = LISTS.into_iter().map(|key| &result[key]);
    let list = usual.chain([&result["dependency"]["items"]]).find(|value| is_list(value))?;
    list.as_array().map(Vec::as_slice)
}

fn is_list(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(Value::is_object))
}

/// An item whose asset stands in a member of its own (`top_risks`), with the asset's keys, whether
/// the internet gets there, and the title of its first finding.
pub(super) fn unwrapped(item: &Value) -> Value {
    let (Some(members), Some(asset)) = (item.as_object(), item["asset"].as_object()) else {
        return item.clone();
    };
    let mut flat = asset.clone();
    let others = members.iter().filter(|(key, _)| *key != "asset");
    flat.extend(others.map(|(key, value)| (key.clone(), value.clone())));
    for (key, inner) in [
        ("internet_reachable", &item["components"]["internet_reachable"]),
        ("top_finding", &item["top_findings"][0]["title"]),
    ] {
        if !inner.is_null() {
            flat.insert(key.to_owned(), inner.clone());
        }
    }
    Value::Object(flat)
}

/// Paths by their ends, with all hops in one text.
fn paths(list: &[Value]) -> Vec<Value> {
    let nodes = list.iter().filter_map(|path| path["nodes"].as_array()).flatten();
    let names = Names::of_nodes(nodes);
    list.iter().map(|path| path_row(path, &names)).collect()
}

fn path_row(path: &Value, names: &Names) -> Value {
    let nodes = path["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut row = Map::new();
    if let Some(score) = path.get("score") {
        row.insert("score".to_owned(), score.clone());
    }
    let end = |node: Option<&Value>| node.map(|node| names.told(node));
    row.insert("source".to_owned(), json!(end(nodes.first())));
    row.insert("target".to_owned(), json!(end(nodes.last())));
    row.insert("target_type".to_owned(), json!(nodes.last().map(|node| &node["type"])));
    row.insert("hops".to_owned(), path["length"].clone());
    let (severity, asset) = worst(nodes, names).unzip();
    row.insert("worst_finding".to_owned(), json!(severity));
    row.insert("worst_asset".to_owned(), json!(asset));
    row.insert("path".to_owned(), path_text(path, nodes, names).into());
    let told = ["score", "length", "nodes", "edge_types", "summary", "hops"];
    let others = path.as_object().into_iter().flatten();
    let others = others.filter(|(key, _)| !told.contains(&key.as_str()));
    row.extend(others.map(|(key, value)| (key.clone(), value.clone())));
    Value::Object(row)
}

/// The severity of the worst finding on the way, and whose it is.
fn worst(nodes: &[Value], names: &Names) -> Option<(&'static str, String)> {
    let rank = |node: &Value| SEVERITIES.iter().position(|known| node["max_severity"] == *known);
    let ranked = nodes.iter().filter_map(|node| Some((rank(node)?, node)));
    let (rank, node) = ranked.min_by_key(|(rank, _)| *rank)?;
    Some((SEVERITIES[rank], names.told(node)))
}

fn path_text(path: &Value, nodes: &[Value], names: &Names) -> String {
    let mut text = String::new();
    for (number, node) in nodes.iter().enumerate() {
        if let Some(hop) = number.checked_sub(1) {
            text += &format!(" -[{}]-> ", words::hop(path, hop));
        }
        text += &names.told(node);
    }
    text
}

/// Exposed assets, then those that the internet reaches through others, and which is which.
fn add_reachable(items: &mut Vec<Value>, reachable: &[Value]) {
    for item in items.iter_mut() {
        item["exposure"] = "direct".into();
    }
    for asset in reachable {
        if items.iter().any(|item| item["id"] == asset["id"]) {
            continue;
        }
        let mut row = asset.clone();
        // An exposed asset may be on another page of the list.
        let is_direct = asset["internet_exposed"] == Value::Bool(true);
        row["exposure"] = if is_direct { "direct" } else { "reachable" }.into();
        items.push(row);
    }
}

/// A value on one line.
pub(super) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
        Value::String(text) => escape::clean(text),
        Value::Array(list) if list.iter().all(is_scalar) => {
            list.iter().map(cell).collect::<Vec<_>>().join(", ")
        }
        Value::Array(list) => match list.len() {
            1 => "1 entry".to_owned(),
            n => format!("{n} entries"),
        },
        Value::Object(map) => {
            let pairs =
                map.iter().map(|(key, value)| format!("{}={}", escape::clean(key), cell(value)));
            pairs.collect::<Vec<_>>().join(" ")
        }
        Value::Number(number) => number.to_string(),
    }
}

/// Whether a value is neither a list nor a map.
pub(super) fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}
