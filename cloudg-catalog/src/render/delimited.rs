//! Lists for other programs: comma-separated values, and JSON with an item on each line.

use cloudg_runtime::json_text;
use serde_json::{Map, Value};

use super::{
    Answer, Rendered, UnknownColumn, escape, notes,
    rows::{self, Rows},
    sections, table,
};

/// The list of an answer, `None` where it has none or several.
pub(super) fn rows_of(result: &Value) -> Option<Rows> {
    Rows::of(result).or_else(|| sections::only_list(result))
}

/// A header with the names of the columns and a record for each item, as RFC 4180 has it. The line
/// feed of the last record is left to whoever writes the text.
///
/// # Errors
/// [`UnknownColumn`] where the list has no column of a name that is wanted.
pub(super) fn csv(
    answer: Answer<'_>,
    columns: &[String],
) -> Result<Option<Rendered>, UnknownColumn> {
    let Some(rows) = rows_of(answer.result) else { return Ok(None) };
    let rows = table::chosen_rows(rows, columns)?;
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let header = rows.keys.iter().map(|key| escape::clean(key));
    let records = rows.items.iter().map(|item| rows.keys.iter().map(|key| field(&item[key])));
    let mut is_written = rows.keys.is_empty() || writer.write_record(header).is_ok();
    for record in records {
        is_written &= writer.write_record(record).is_ok();
    }
    // Memory takes everything, and all records have the length of the header.
    let bytes = writer.into_inner().ok().filter(|_| is_written);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.map(|text| text.strip_suffix('\n').unwrap_or(&text).to_owned());
    Ok(text.map(|text| Rendered { text, notes: notes(answer) }))
}

/// A value in the words of JSON where it is no text; nothing for null.
fn field(value: &Value) -> String {
    match value {
        Value::String(text) => {
            inert(text.lines().map(escape::clean).collect::<Vec<_>>().join("\n"))
        }
        Value::Bool(value) => value.to_string(),
        Value::Array(list) if !list.iter().all(rows::is_scalar) => compact(value),
        Value::Array(_) => inert(rows::cell(value)),
        Value::Object(_) => compact(value),
        value => rows::cell(value),
    }
}

/// A text that a spreadsheet would compute is marked as one, as spreadsheets do: whoever names an
/// asset must not run formulas where the list is opened. Numbers stay.
fn inert(mut text: String) -> String {
    if text.starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err() {
        text.insert(0, '\'');
    }
    text
}

/// Each item on a line; with wanted columns only those. Paths are whole unless columns are wanted.
///
/// # Errors
/// [`UnknownColumn`] where the list has no column of a name that is wanted.
pub(super) fn json_lines(
    answer: Answer<'_>,
    columns: &[String],
) -> Result<Option<Rendered>, UnknownColumn> {
    let Some(rows) = rows_of(answer.result) else { return Ok(None) };
    let rows = table::chosen_rows(rows, columns)?;
    let line = |item: &Value| match columns.is_empty() {
        true => compact(item),
        false => {
            let members = rows.keys.iter().map(|key| (key.clone(), item[key].clone()));
            compact(&Value::Object(Map::from_iter(members)))
        }
    };
    let paths = answer.result["paths"].as_array().filter(|_| columns.is_empty());
    let items = paths.unwrap_or(&rows.items);
    let text = items.iter().map(line).collect::<Vec<_>>().join("\n");
    Ok(Some(Rendered { text, notes: notes(answer) }))
}

/// JSON escapes control characters itself.
fn compact(value: &Value) -> String {
    json_text::compact(value).unwrap_or_default()
}
