//! `report.html`: one page for people, that needs nothing but itself.
//!
//! The page is markup without data. What it shows are JSON islands that its own script reads; in
//! them, and in the one text of the markup, everything that could end a script, start a tag or a
//! comment is escaped.

mod hierarchy;
mod overview;
mod records;
mod summary;

use std::{
    fmt,
    io::{self, Write},
};

use serde::Serialize;

use super::Scan;
use crate::{dataset::Dataset, export::rows::Rows};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: [&str; 2] = [include_str!("map.js"), include_str!("page.js")];

/// Writes the page.
pub(super) fn write(dataset: &Dataset, scan: &Scan, out: &mut dyn Write) -> io::Result<()> {
    for part in PAGE.split("<!--") {
        let (place, markup) = part.split_once("-->").unwrap_or(("", part));
        match place {
            "title" => write!(out, "{}", Markup(&overview::title(dataset)))?,
            "style" => out.write_all(STYLE.as_bytes())?,
            "data" => write_islands(dataset, scan, out)?,
            "script" => SCRIPT.iter().try_for_each(|part| out.write_all(part.as_bytes()))?,
            _ => {}
        }
        out.write_all(markup.as_bytes())?;
    }
    Ok(())
}

fn write_islands(dataset: &Dataset, scan: &Scan, out: &mut dyn Write) -> io::Result<()> {
    let (findings, map) = (dataset.findings(), dataset.finding_map());
    let about = || (0..findings.len()).map(|finding| map.asset(finding));
    island(out, "overview", &overview::document(dataset, scan))?;
    island(
        out,
        "findings",
        &Rows(|| (0..findings.len()).map(|at| records::Finding::new(dataset, at))),
    )?;
    island(out, "finding-assets", &Rows(about))?;
    island(out, "assets", &records::assets(dataset))?;
    island(out, "asset-findings", &overview::by_asset(dataset))?;
    island(out, "graph", &records::graph(dataset))?;
    island(out, "hierarchy", &hierarchy::document(dataset))
}

fn island(out: &mut dyn Write, name: &str, document: &impl Serialize) -> io::Result<()> {
    write!(out, "<script type=\"application/json\" id=\"data-{name}\">")?;
    serde_json::to_writer(ScriptText { out: &mut *out, held: Vec::new() }, document)?;
    out.write_all(b"</script>\n")
}

/// JSON inside a script: the characters that mean something to the reader of the page only occur in
/// texts, where JSON has another spelling for them.
struct ScriptText<'a> {
    out: &'a mut dyn Write,
    /// The beginning of a character that may be a line or paragraph separator.
    held: Vec<u8>,
}

impl Write for ScriptText<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            self.put(byte)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl ScriptText<'_> {
    fn put(&mut self, byte: u8) -> io::Result<()> {
        self.held.push(byte);
        match self.held.as_slice() {
            // U+2028 and U+2029 start so.
            [0xe2] | [0xe2, 0x80] => return Ok(()),
            [0xe2, 0x80, 0xa8] => self.out.write_all(b"\\u2028")?,
            [0xe2, 0x80, 0xa9] => self.out.write_all(b"\\u2029")?,
            [byte @ (b'<' | b'>' | b'&' | b'\'')] => write!(self.out, "\\u{byte:04x}")?,
            other => self.out.write_all(other)?,
        }
        self.held.clear();
        Ok(())
    }
}

/// A text between tags.
struct Markup<'a>(&'a str);

impl fmt::Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            c => fmt::Write::write_char(f, c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_island_cannot_be_left() {
        let mut out = Vec::new();
        island(&mut out, "x", &["</script><!--", "a'&\u{2028}\u{2029}\u{2030}ü\u{e2}"])
            .expect("written");
        let text = String::from_utf8(out).expect("text");
        let inner = text
            .strip_prefix("<script type=\"application/json\" id=\"data-x\">")
            .and_then(|rest| rest.strip_suffix("</script>\n"))
            .expect("island");
        let expected = "[\"\\u003c/script\\u003e\\u003c!--\",\"a\\u0027\\u0026\\u2028\\u2029\u{2030}ü\u{e2}\"]";
        assert_eq!(inner, expected);
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(Markup("<a href='x'>&\"").to_string(), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    }
}
