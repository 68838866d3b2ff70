//! JSON with colours.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{
    Value,
    ser::{Formatter, PrettyFormatter, Serializer},
};

/// Indented JSON with coloured keys, strings and other scalars.
pub(super) fn pretty(value: &Value) -> io::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Coloured::default()))?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Adds colours to the usual indentation.
#[derive(Default)]
struct Coloured<'a> {
    plain: PrettyFormatter<'a>,
    in_key: bool,
}

impl Coloured<'_> {
    fn paint<W: ?Sized + Write>(writer: &mut W, colour: AnsiColor, text: &str) -> io::Result<()> {
        let style = Style::new().fg_color(Some(colour.into()));
        write!(writer, "{style}{text}{style:#}")
    }
}

impl Formatter for Coloured<'_> {
    fn write_null<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        Self::paint(writer, AnsiColor::BrightBlack, "null")
    }

    fn write_bool<W: ?Sized + Write>(&mut self, writer: &mut W, value: bool) -> io::Result<()> {
        Self::paint(writer, AnsiColor::Magenta, if value { "true" } else { "false" })
    }

    fn write_number_str<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        value: &str,
    ) -> io::Result<()> {
        Self::paint(writer, AnsiColor::Yellow, value)
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let colour = if self.in_key { AnsiColor::Cyan } else { AnsiColor::Green };
        write!(writer, "{}\"", Style::new().fg_color(Some(colour.into())))
    }

    fn end_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\"{}", anstyle::Reset)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.plain.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.plain.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.plain.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.plain.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.plain.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.plain.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.in_key = true;
        self.plain.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.in_key = false;
        self.plain.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.plain.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn colours_change_nothing_but_colours() {
        let value = json!({"a": [1, 2.5, null, true, "x\n"], "b": {}, "c": []});
        let coloured = pretty(&value).expect("a value is always written");
        let mut plain = String::new();
        let mut parts = coloured.split('\u{1b}');
        plain.push_str(parts.next().unwrap_or_default());
        for part in parts {
            plain.push_str(part.split_once('m').map_or("", |(_, text)| text));
        }
        assert_eq!(plain, serde_json::to_string_pretty(&value).expect("a value is always written"));
    }
}
