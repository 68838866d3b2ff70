//! Answers that are no list: their single values as a block, each list and map as a table.

use serde_json::{Map, Value};

use super::{
    Screen, UnknownColumn, escape,
    rows::{self, Order, Rows},
    table,
};

/// A part of an answer.
enum Section {
    /// Keys with their values.
    Block(Vec<(String, String)>),
    /// A list.
    List(Rows),
}

/// A part with the place where the answer has it, empty for the answer itself.
struct Part {
    title: String,
    section: Section,
}

/// Draws all parts; `None` where there is nothing in the answer. Columns can be wanted of a table
/// that is the only one.
///
/// # Errors
/// [`UnknownColumn`] where no table, or several, could have them.
pub(super) fn draw(
    result: &Value,
    columns: &[String],
    screen: Screen,
    notes: &mut Vec<String>,
) -> Result<Option<String>, UnknownColumn> {
    if !columns.is_empty() {
        let Some(rows) = only_list(result) else {
            let column = columns[0].clone();
            return Err(UnknownColumn { column, known: Vec::new() });
        };
        let rows = table::chosen_rows(rows, columns)?;
        return Ok(Some(table::draw_rows(&rows, None, screen, notes)));
    }
    let parts = parts(result);
    if parts.is_empty() {
        return Ok(None);
    }
    let texts = parts.iter().map(|part| {
        let text = match &part.section {
            Section::Block(pairs) => block(pairs),
            Section::List(rows) => table::draw_rows(rows, Some(&part.title), screen, notes),
        };
        if part.title.is_empty() { text } else { format!("{}\n{text}", part.title) }
    });
    Ok(Some(texts.collect::<Vec<_>>().join("\n\n")))
}

/// The list of an answer that has exactly one, or else its only map, as rows.
pub(super) fn only_list(result: &Value) -> Option<Rows> {
    let (mut lists, mut maps) = (Vec::new(), Vec::new());
    for Part { title, section } in parts(result) {
        match section {
            Section::List(rows) => lists.push(rows),
            Section::Block(_) if title.is_empty() => {}
            Section::Block(_) => maps.push(title),
        }
    }
    match (lists.len(), maps.as_slice()) {
        (1, _) => lists.pop(),
        (0, [title]) => map_rows(title, result),
        _ => None,
    }
}

/// The map in the member of this name, a row for each key.
fn map_rows(title: &str, result: &Value) -> Option<Rows> {
    let map = result.as_object()?.iter().find(|(key, _)| escape::clean(key) == title)?.1;
    let (first, second) = (key_column(title, result.as_object()?), "value".to_owned());
    let row = |(key, value): (&String, &Value)| {
        let members = [(first.clone(), key.clone().into()), (second.clone(), value.clone())];
        Value::Object(Map::from_iter(members))
    };
    let items = map.as_object()?.iter().map(row).collect();
    Some(Rows::new(items, &Order::Given(vec![first, second])))
}

/// What the keys of a map are: groups tell it, others have the name of the map.
fn key_column(title: &str, outer: &Map<String, Value>) -> String {
    let grouped = outer.get("group_by").and_then(Value::as_str).filter(|_| title == "groups");
    let last = || title.rsplit('.').next().unwrap_or_default();
    escape::clean(grouped.unwrap_or_else(last))
}

/// Whether the answer has anything to show.
pub(super) fn has_any(result: &Value) -> bool {
    !parts(result).is_empty()
}

fn parts(result: &Value) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some(map) = result.as_object() {
        add_map("", map, &mut parts);
    }
    parts
}

/// The single values of a map first, then its lists and maps in their order.
fn add_map(title: &str, map: &Map<String, Value>, parts: &mut Vec<Part>) {
    let (single, inner): (Vec<_>, Vec<_>) = map.iter().partition(|(_, value)| is_single(value));
    let pairs = single.into_iter().map(|(key, value)| (escape::clean(key), lines(value)));
    let pairs: Vec<_> = pairs.filter(|(_, text)| !text.is_empty()).collect();
    if !pairs.is_empty() {
        parts.push(Part { title: title.to_owned(), section: Section::Block(pairs) });
    }
    for (key, value) in inner {
        let key = escape::clean(key);
        let title = if title.is_empty() { key } else { format!("{title}.{key}") };
        add(key_column(&title, map), title, value, parts);
    }
}

/// Adds a list or a map; the keys of the map are `key_column`.
fn add(key_column: String, title: String, value: &Value, parts: &mut Vec<Part>) {
    let mut list = |title, items, order: &Order| {
        let section = Section::List(Rows::new(items, order));
        parts.push(Part { title, section });
    };
    match value {
        Value::Array(items) => {
            list(title, items.iter().map(rows::unwrapped).collect(), &Order::Interest);
        }
        Value::Object(map) => match (table_of(key_column, map), page_of(map)) {
            (Some((first, items)), _) => list(title, items, &Order::Given(vec![first])),
            (None, Some((items, total))) if !items.is_empty() => {
                let key = title.rsplit('.').next().unwrap_or_default().to_owned();
                let item = |item: &Value| match item.is_object() {
                    true => rows::unwrapped(item),
                    false => Map::from_iter([(key.clone(), item.clone())]).into(),
                };
                let cut = total > items.len() as u64;
                let title =
                    if cut { format!("{title} ({} of {total})", items.len()) } else { title };
                list(title, items.iter().map(item).collect(), &Order::Interest);
            }
            (None, Some(_)) => {
                let pairs = vec![("total".to_owned(), "0".to_owned())];
                parts.push(Part { title, section: Section::Block(pairs) });
            }
            (None, None) => add_map(&title, map, parts),
        },
        _ => {}
    }
}

/// Whether a value is shown beside its key: anything but objects.
fn is_single(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.is_empty() || !list.iter().all(Value::is_object),
        value => !value.is_object(),
    }
}

/// A map of small maps, or of lists of objects, as a list: the key stands in a column of its own,
/// whose name comes first.
fn table_of(first: String, map: &Map<String, Value>) -> Option<(String, Vec<Value>)> {
    let is_small = |value: &Value| {
        value.as_object().is_some_and(|map| !map.is_empty() && map.values().all(is_cell))
    };
    let is_list = |value: &Value| {
        value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(is_small))
    };
    if map.is_empty() || !(map.values().all(is_small) || map.values().all(is_list)) {
        return None;
    }
    let row = |key: &str, item: &Value| {
        let mut row = Map::from_iter([(first.clone(), Value::from(key))]);
        let inner = item.as_object().into_iter().flatten();
        row.extend(inner.filter(|(name, _)| **name != first).map(|(n, v)| (n.clone(), v.clone())));
        Value::Object(row)
    };
    let items = map.iter().flat_map(|(key, value)| match value.as_array() {
        Some(list) => list.iter().map(|item| row(key, item)).collect(),
        None => vec![row(key, value)],
    });
    let items = items.collect();
    Some((first, items))
}

/// Whether a value fits in a cell.
fn is_cell(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().all(rows::is_scalar),
        Value::Object(map) => map.values().all(rows::is_scalar),
        _ => true,
    }
}

/// The items of a list that tells how many there are, and that number.
fn page_of(map: &Map<String, Value>) -> Option<(&[Value], u64)> {
    let numbers = ["items", "total", "returned", "truncated", "offset", "next_cursor"];
    let items = map.get("items")?.as_array()?;
    let total = map.get("total").and_then(Value::as_u64).unwrap_or(items.len() as u64);
    map.keys().all(|key| numbers.contains(&key.as_str())).then_some((items.as_slice(), total))
}

/// A value beside its key; a text keeps its lines.
fn lines(value: &Value) -> String {
    match value {
        Value::String(text) => text.lines().map(escape::clean).collect::<Vec<_>>().join("\n"),
        Value::Array(list) if !list.iter().all(rows::is_scalar) => {
            list.iter().map(rows::cell).collect::<Vec<_>>().join("; ")
        }
        value => rows::cell(value),
    }
}

/// Keys and values, the values under each other.
fn block(pairs: &[(String, String)]) -> String {
    let widest = pairs.iter().map(|(key, _)| escape::width(key)).max().unwrap_or(0);
    let line = |(key, text): &(String, String)| {
        let space = " ".repeat(widest - escape::width(key));
        let text = text.replace('\n', &format!("\n{}", " ".repeat(widest + 2)));
        format!("{key}{space}  {text}")
    };
    pairs.iter().map(line).collect::<Vec<_>>().join("\n")
}
