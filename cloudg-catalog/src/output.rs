//! Writing to the terminal: answers to stdout, everything else to stderr, colours only where a
//! person looks.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use cloudg_runtime::json_text;
use serde_json::Value;

mod highlight;

/// Writes an answer as indented JSON, highlighted on a terminal.
pub(crate) fn json(value: &Value) -> io::Result<()> {
    let text = match wants_colour(&io::stdout()) {
        true => highlight::pretty(value)?,
        false => json_text::pretty(value)?,
    };
    line(&text)
}

/// Writes an answer that is text.
pub(crate) fn line(text: &str) -> io::Result<()> {
    ignore_closed_pipe(writeln!(io::stdout().lock(), "{text}"))
}

/// Writes bytes of an answer.
pub(crate) fn bytes(bytes: &[u8]) -> io::Result<()> {
    ignore_closed_pipe(io::stdout().lock().write_all(bytes))
}

/// Tells the person something.
pub(crate) fn note(text: &str) {
    // Nobody can be told that stderr is gone.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Tells something that only a person at a terminal wants to know.
pub(crate) fn hint(text: &str) {
    if io::stdout().is_terminal() && io::stderr().is_terminal() {
        note(text);
    }
}

/// A text of an answer that stands out on a terminal.
pub(crate) fn strong(text: &str) -> String {
    let style = match wants_colour(&io::stdout()) {
        true => Style::new().bold(),
        false => Style::new(),
    };
    format!("{style}{text}{style:#}")
}

/// One word of a shell, in quotes where it needs them.
pub(crate) fn shell_word(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=@%+,".contains(&byte);
    match !text.is_empty() && text.bytes().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// Tells the person what went wrong.
pub(crate) fn error(text: &str) {
    let style = match wants_colour(&io::stderr()) {
        true => Style::new().bold().fg_color(Some(AnsiColor::Red.into())),
        false => Style::new(),
    };
    note(&format!("{style}Error:{style:#} {text}"));
}

/// Whether a stream is a terminal whose owner has nothing against colours.
pub(crate) fn wants_colour(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Columns of the terminal that standard output is: those that `COLUMNS` tells, or else its own,
/// where it knows them.
pub(crate) fn terminal_width() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let own = || comfy_table::Table::new().width().map(usize::from);
    told.filter(|width| *width > 0).or_else(own).filter(|width| *width > 0)
}

/// A reader that has seen enough (`cloudg tools | head`) is no failure.
fn ignore_closed_pipe(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
