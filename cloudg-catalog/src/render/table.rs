//! Lists as tables that fit the screen.
//!
//! Columns are taken in the order of interest until the screen is full; what does not fit is cut
//! or left out, and both are told.

use comfy_table::{Cell, ContentArrangement, LineStyle, Table, TableStyle};
use serde_json::Value;

use super::{Answer, Rendered, Screen, escape, notes, palette::Tone};

/// What lists are of, told by a key that only they have, and their columns by interest. The first
/// that fits counts; other keys follow in the order of the items.
const KINDS: [(&str, &[&str]); 11] = [
    // Steps of a dependency walk.
    (
        "parent_id",
        &[
            "name",
            "type",
            "via",
            "depth",
            "max_severity",
            "open_findings",
            "parent_id",
            "account_id",
            "id",
        ],
    ),
    // Exposed assets.
    (
        "sensitive_ports_open",
        &[
            "name",
            "type",
            "sensitive_ports_open",
            "protected_by_waf",
            "max_severity",
            "open_findings",
            "account_id",
            "region",
            "id",
        ],
    ),
    // Compliance gaps.
    (
        "gap_findings",
        &[
            "gap_max_severity",
            "name",
            "type",
            "gap_findings",
            "internet_exposed",
            "frameworks",
            "failing_controls",
            "account_id",
            "id",
        ],
    ),
    // Edges between accounts.
    (
        "source_account",
        &[
            "source",
            "edge_type",
            "target",
            "external",
            "relationship",
            "source_account",
            "target_account",
        ],
    ),
    // Edges.
    (
        "edge_type",
        &[
            "source_name",
            "edge_type",
            "target_name",
            "port_range",
            "protocol",
            "cidr",
            "relationship",
            "source_account",
            "target_account",
            "source",
            "target",
        ],
    ),
    // Paths.
    ("edge_types", &["score", "summary", "length", "findings_on_path", "entry", "edge_types"]),
    // Findings.
    (
        "risk_score",
        &[
            "severity",
            "risk_score",
            "title",
            "id",
            "asset_name",
            "source_tool",
            "is_suppressed",
            "resource_id",
        ],
    ),
    // Results of controls, and controls.
    (
        "control_id",
        &[
            "control_id",
            "status",
            "max_severity",
            "open_findings",
            "findings",
            "severity",
            "control_title",
            "title",
            "checks",
            "framework",
        ],
    ),
    // Frameworks in numbers.
    (
        "controls_evaluated",
        &[
            "framework",
            "open_findings",
            "severity_breakdown",
            "pass_rate",
            "controls_failing",
            "controls_evaluated",
            "affected_assets",
        ],
    ),
    // Ranked assets.
    (
        "components",
        &[
            "score",
            "name",
            "type",
            "top_finding",
            "max_severity",
            "open_findings",
            "internet_reachable",
            "account_id",
            "id",
        ],
    ),
    // Assets, ranked or not.
    (
        "type",
        &[
            "score",
            "direct_dependents",
            "transitive_dependents",
            "name",
            "type",
            "max_severity",
            "open_findings",
            "internet_exposed",
            "account_id",
            "region",
            "id",
        ],
    ),
];
/// Keys that show only what other keys show as well.
const LAST: [&str; 4] = ["uri", "arn", "resource_arn", "asset_id"];
/// One line, under the keys.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
/// Widest column while others wait for room.
const MAX_WIDTH: usize = 44;
/// What a column takes beside its text.
const BORDER: usize = 3;

/// Keys whose list a table shows, even an empty one.
const LISTS: [&str; 5] = ["items", "paths", "frameworks", "datasets", ROWS];
/// Rows of a query, whose columns stay in the order that the query gives them.
const ROWS: &str = "rows";

/// The list that a table shows: one of the usual name, or else the only list of objects.
pub(super) fn list_of(result: &Value) -> Option<&[Value]> {
    let list =
        |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_object));
    let usual = LISTS.into_iter().map(|key| &result[key]);
    let usual = usual.chain([&result["dependency"]["items"]]).find(|value| list(value));
    if let Some(found) = usual {
        return found.as_array().map(Vec::as_slice);
    }
    let lists = result.as_object()?.values().filter(|value| list(value));
    let mut lists = lists.filter_map(Value::as_array).filter(|list| !list.is_empty());
    match (lists.next(), lists.next()) {
        (Some(list), None) => Some(list),
        _ => None,
    }
}

/// The table of an answer, `None` where it has no list.
pub(super) fn render(answer: Answer<'_>, screen: Screen) -> Option<Rendered> {
    let items = list_of(answer.result)?;
    let items = items.iter().map(unwrapped).collect::<Vec<_>>();
    let columns = columns(&items, answer.result[ROWS].is_array());
    let chosen = choose(&columns, screen.width);
    let mut notes = notes(answer);
    notes.extend(lost(&columns, &chosen));
    let text = match (items.is_empty(), chosen.is_empty()) {
        (true, _) => "Nothing to list.".to_owned(),
        (false, true) => format!("{} items without content.", items.len()),
        (false, false) => draw(&chosen, items.len(), screen),
    };
    Some(Rendered { text, notes })
}

/// An item whose asset stands in a member of its own (`top_risks`), with the asset's keys, whether
/// the internet gets there, and the title of its first finding.
fn unwrapped(item: &Value) -> Value {
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

/// One key with the text of each item.
struct Column {
    key: String,
    cells: Vec<String>,
    /// Widest text, the key included.
    width: usize,
}

/// The columns in the order of interest, or as they come; those without any content are left out.
fn columns(items: &[Value], as_they_come: bool) -> Vec<Column> {
    let mut keys: Vec<&str> = Vec::new();
    for key in items.iter().filter_map(Value::as_object).flat_map(serde_json::Map::keys) {
        if !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    if !as_they_come {
        sort_by_interest(&mut keys);
    }
    let column = |key: &str| {
        let cells: Vec<String> = items.iter().map(|item| cell(&item[key])).collect();
        let widest = cells.iter().map(|text| escape::width(text)).max().unwrap_or(0);
        let width = widest.max(escape::width(&escape::clean(key)));
        (widest > 0).then(|| Column { key: escape::clean(key), cells, width })
    };
    keys.into_iter().filter_map(column).collect()
}

/// What tells most about a list of this kind comes first.
fn sort_by_interest(keys: &mut [&str]) {
    let kind = KINDS.iter().find(|(marker, _)| keys.contains(marker));
    let interest = kind.map_or(&[][..], |(_, columns)| columns);
    keys.sort_by_key(|key| {
        let place = interest.iter().position(|known| known == key);
        let last = if LAST.contains(key) { usize::MAX } else { interest.len() };
        place.unwrap_or(last)
    });
}

/// A value on one line.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(value) => if *value { "yes" } else { "no" }.to_owned(),
        Value::String(text) => escape::clean(text),
        Value::Array(list) if list.iter().all(|value| !value.is_array() && !value.is_object()) => {
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

/// A column that is shown, in this width.
struct Chosen<'a> {
    column: &'a Column,
    width: usize,
}

/// Takes columns while there is room, then gives what is left to those that were narrowed.
fn choose(columns: &[Column], screen: usize) -> Vec<Chosen<'_>> {
    let mut room = screen.saturating_sub(1);
    let mut chosen: Vec<Chosen<'_>> = Vec::new();
    for column in columns {
        let width = column.width.min(MAX_WIDTH);
        if width + BORDER <= room {
            room -= width + BORDER;
            chosen.push(Chosen { column, width });
        }
    }
    if let (true, Some(column)) = (chosen.is_empty(), columns.first()) {
        let width = room.saturating_sub(BORDER).clamp(1, column.width);
        chosen.push(Chosen { column, width });
        room = 0;
    }
    for Chosen { column, width } in &mut chosen {
        let more = (column.width - *width).min(room);
        *width += more;
        room -= more;
    }
    chosen
}

/// What the table does not show.
fn lost(columns: &[Column], chosen: &[Chosen<'_>]) -> Vec<String> {
    let is_chosen = |column: &&Column| !chosen.iter().any(|shown| shown.column.key == column.key);
    let hidden: Vec<&str> =
        columns.iter().filter(is_chosen).map(|column| column.key.as_str()).collect();
    let is_cut = |shown: &Chosen<'_>| {
        shown.column.cells.iter().filter(|text| escape::width(text) > shown.width).count()
    };
    let n_cut: usize = chosen.iter().map(is_cut).sum();
    let mut notes = Vec::new();
    match hidden.as_slice() {
        [] => {}
        [one] => notes.push(format!("1 column is not shown: {one}.")),
        many => notes.push(format!("{} columns are not shown: {}.", many.len(), many.join(", "))),
    }
    match n_cut {
        0 => {}
        1 => notes.push("1 cell is cut, --render json has it whole.".to_owned()),
        n => notes.push(format!("{n} cells are cut, --render json has them whole.")),
    }
    notes
}

fn draw(chosen: &[Chosen<'_>], n_rows: usize, screen: Screen) -> String {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(chosen.iter().map(|shown| escape::cut(&shown.column.key, shown.width)));
    if screen.colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    for row in 0..n_rows {
        table.add_row(chosen.iter().map(|shown| {
            let text = &shown.column.cells[row];
            let cell = Cell::new(escape::cut(text, shown.width));
            match Tone::of(text).filter(|_| screen.colour) {
                Some(tone) => cell.fg(tone.cell()),
                None => cell,
            }
        }));
    }
    table.trim_fmt()
}
