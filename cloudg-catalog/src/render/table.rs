//! Lists as tables that fit the screen.
//!
//! Columns are taken in the order of interest until the screen is full; what does not fit is cut
//! or left out, and both are told.

use comfy_table::{Cell, ContentArrangement, LineStyle, Table, TableStyle};

use super::{
    Answer, Rendered, Screen, UnknownColumn, escape, notes,
    palette::Tone,
    rows::{self, Rows},
    sections, words,
};

/// One line, under the keys.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
/// Widest column while others wait for room.
const MAX_WIDTH: usize = 44;
/// Narrowest column of paths.
const MIN_PATH: usize = 16;
/// What a column takes beside its text.
const BORDER: usize = 3;

/// The table of a list, or a block and tables for whatever else an answer holds.
///
/// # Errors
/// [`UnknownColumn`] where the list has no column of a name that is wanted.
pub(super) fn render(
    answer: Answer<'_>,
    columns: &[String],
    screen: Screen,
) -> Result<Option<Rendered>, UnknownColumn> {
    let mut notes = notes(answer);
    let text = match Rows::of(answer.result) {
        Some(rows) if rows.items.is_empty() => words::empty("Nothing to list.", answer),
        Some(rows) => {
            let rows = chosen_rows(rows, columns)?;
            draw_rows(&rows, None, screen, &mut notes)
        }
        None => match sections::draw(answer.result, columns, screen, &mut notes)? {
            Some(text) => text,
            None => return Ok(None),
        },
    };
    Ok(Some(Rendered { text, notes }))
}

/// The rows with the columns that are wanted.
pub(super) fn chosen_rows(rows: Rows, wanted: &[String]) -> Result<Rows, UnknownColumn> {
    let known = rows.keys.clone();
    rows.choose(wanted).map_err(|column| UnknownColumn { column, known })
}

/// Draws rows that there are; `title` is that of a table among others.
pub(super) fn draw_rows(
    rows: &Rows,
    title: Option<&str>,
    screen: Screen,
    notes: &mut Vec<String>,
) -> String {
    let columns = columns(rows);
    let chosen = choose(&columns, screen.width);
    let place = title.map(|title| format!("{title}: ")).unwrap_or_default();
    notes.extend(lost(&columns, &chosen).into_iter().map(|note| format!("{place}{note}")));
    match chosen.is_empty() {
        true => format!("{} items without content.", rows.items.len()),
        false => draw(&chosen, rows.items.len(), screen),
    }
}

/// One key with the text of each item.
struct Column {
    key: String,
    cells: Vec<String>,
    /// Widest text, the key included.
    width: usize,
}

impl Column {
    /// Whether the column holds all hops of paths, which may be narrowed to what room there is.
    fn is_path(&self) -> bool {
        self.key == "path"
    }
}

/// The columns with their texts; those without any content are left out.
fn columns(rows: &Rows) -> Vec<Column> {
    let column = |key: &String| {
        let cells: Vec<String> = rows.items.iter().map(|item| rows::cell(&item[key])).collect();
        let widest = cells.iter().map(|text| escape::width(text)).max().unwrap_or(0);
        let width = widest.max(escape::width(&escape::clean(key)));
        (widest > 0).then(|| Column { key: escape::clean(key), cells, width })
    };
    rows.keys.iter().filter_map(column).collect()
}

/// A column that is shown, in this width.
struct Chosen<'a> {
    column: &'a Column,
    width: usize,
}

/// Takes columns while there is room, then gives what is left to those that were narrowed. Without
/// a limit all are taken whole.
fn choose(columns: &[Column], screen: Option<usize>) -> Vec<Chosen<'_>> {
    let Some(screen) = screen else {
        return columns.iter().map(|column| Chosen { column, width: column.width }).collect();
    };
    let mut room = screen.saturating_sub(1);
    let mut chosen: Vec<Chosen<'_>> = Vec::new();
    for column in columns {
        let mut width = column.width.min(MAX_WIDTH);
        if column.is_path() && room >= MIN_PATH + BORDER {
            width = width.min(room - BORDER);
        }
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
            // A path is told by its ends.
            let cut = if shown.column.is_path() { escape::cut_middle } else { escape::cut };
            let cell = Cell::new(cut(text, shown.width));
            match Tone::of(text).filter(|_| screen.colour) {
                Some(tone) => cell.fg(tone.cell()),
                None => cell,
            }
        }));
    }
    table.trim_fmt()
}
