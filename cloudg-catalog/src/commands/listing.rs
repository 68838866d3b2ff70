//! Tables of what is declared.

use std::io::IsTerminal;

use comfy_table::{ContentArrangement, LineStyle, Table, TableStyle, presets};
use serde_json::Value;

/// Width of tables that no terminal limits.
const PLAIN_WIDTH: u16 = 160;
/// Width of pages that no terminal limits.
const PAGE_WIDTH: u16 = 120;
/// Longest description in a table, in characters.
const MAX_DESCRIPTION: usize = 90;

/// A table with nothing but its head.
pub(super) fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(head);
    if !std::io::stdout().is_terminal() {
        table.set_width(PLAIN_WIDTH);
    }
    table
}

/// A table with a line under its head only, for long texts, as a text without blanks at line ends.
pub(super) fn plain<'a, const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [&'a str; N]>,
) -> String {
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(head);
    if !std::io::stdout().is_terminal() {
        table.set_width(PAGE_WIDTH);
    }
    for row in rows {
        table.add_row(row);
    }
    table.trim_fmt()
}

/// A text of an entry; nothing where it has none.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What an entry is for: its first paragraph, whose line breaks mean nothing, cut between words.
pub(super) fn description(entry: &Value) -> String {
    let text = text(&entry["description"]);
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(MAX_DESCRIPTION) else { return line };
    let end = line[..end].rfind(' ').unwrap_or(end);
    format!("{}…", &line[..end])
}

/// The category and the sensitivity of an entry.
pub(super) fn kind(entry: &Value) -> [&str; 2] {
    let meta = &entry["_meta"];
    [text(&meta["cloudg/category"]), text(&meta["cloudg/sensitivity"])]
}

/// The hints that are set, in words.
pub(super) fn hints(annotations: &Value) -> String {
    let hints = [
        ("readOnlyHint", "read-only"),
        ("destructiveHint", "destructive"),
        ("idempotentHint", "idempotent"),
        ("openWorldHint", "open-world"),
    ];
    let set = hints.into_iter().filter(|(key, _)| annotations[*key] == Value::Bool(true));
    set.map(|(_, word)| word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::description;

    fn check(text: &str, expected: &str) {
        assert_eq!(description(&json!({ "description": text })), expected);
    }

    #[test]
    fn a_description_is_one_line_cut_between_words() {
        check("Count\nthings.\n\nMore.", "Count things.");
        check("", "");
        check(&"word ".repeat(30), &format!("{}…", "word ".repeat(18).trim_end()));
        check(&"ü".repeat(91), &format!("{}…", "ü".repeat(90)));
    }
}
