//! Bytes to JSON, with every limit checked before anything recursive runs: encoding, nesting
//! depth, and the place of an error. No error repeats a character of the input.

mod outline;

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeSeed;
use serde_json::Value;
use serde_json::value::RawValue;

pub use outline::{Elements, Member, Members, Outline, outline};

/// Deepest nesting that is read; a scalar at the root has depth 0, `[]` has depth 1.
pub const MAX_DEPTH: usize = 1000;

/// Nesting that is read on the caller's stack, safely below the parser's limit of 128.
const USUAL_DEPTH: usize = 120;

/// Bytes of stack for [`MAX_DEPTH`] levels; unoptimised code needs a few thousand for each.
const DEEP_STACK: usize = 32 << 20;

/// What is wrong with a text that should be JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// No bytes but white space.
    Empty,
    /// Compressed, as gzip, zstd or zip.
    Compressed,
    /// UTF-16 or UTF-32 text.
    Utf16,
    /// A byte that UTF-8 does not allow there; Latin-1 text looks like this.
    NotUtf8,
    /// A character or an end of text where JSON does not allow it.
    Syntax,
    /// Nesting beyond [`MAX_DEPTH`].
    TooDeep,
    /// JSON of another shape than the caller asked for.
    Shape,
}

/// Why a text could not be read as JSON, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// Line of the first offending byte, from 1.
    pub line: usize,
    /// Byte within the line, from 1; 0 when the text ends before the line has one.
    pub column: usize,
}

impl JsonError {
    /// An error of this kind at a byte offset of `text`.
    pub fn at(kind: JsonErrorKind, text: &[u8], offset: usize) -> Self {
        let (line, column) = position(text, offset);
        Self { kind, line, column }
    }

    /// An error found in `part`, a slice of `whole`, with its place counted in `whole`.
    /// A `part` that is not a slice of `whole` keeps its own line and column.
    #[must_use]
    pub fn within(self, whole: &str, part: &str) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        if start > whole.len() {
            return self;
        }
        let (line, column) = position(whole.as_bytes(), start);
        Self {
            kind: self.kind,
            line: line + self.line.saturating_sub(1),
            column: if self.line <= 1 {
                column + self.column.saturating_sub(1)
            } else {
                self.column
            },
        }
    }

    /// The same failure as serde reports it; a wrong type becomes [`JsonErrorKind::Shape`].
    pub fn from_serde(error: &serde_json::Error) -> Self {
        let kind = match error.classify() {
            serde_json::error::Category::Data => JsonErrorKind::Shape,
            serde_json::error::Category::Io
            | serde_json::error::Category::Syntax
            | serde_json::error::Category::Eof => JsonErrorKind::Syntax,
        };
        Self { kind, line: error.line().max(1), column: error.column() }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, line, column } = self;
        match kind {
            JsonErrorKind::Empty => out.write_str("the file is empty"),
            JsonErrorKind::Compressed => {
                out.write_str("the file is compressed: unpack it and load what is in it")
            }
            JsonErrorKind::Utf16 => {
                out.write_str("the file is UTF-16 or UTF-32 text: save it as UTF-8")
            }
            JsonErrorKind::NotUtf8 => write!(
                out,
                "the file is not UTF-8 text (line {line}, byte {column}): save it as UTF-8"
            ),
            JsonErrorKind::Syntax => write!(out, "invalid JSON at line {line}, column {column}"),
            JsonErrorKind::TooDeep => write!(
                out,
                "JSON nested deeper than {MAX_DEPTH} levels at line {line}, column {column}"
            ),
            JsonErrorKind::Shape => {
                write!(out, "unexpected JSON type at line {line}, column {column}")
            }
        }
    }
}

impl std::error::Error for JsonError {}

/// The text of a file: a UTF-8 byte order mark is skipped, every other encoding is an error that
/// names the problem. White space alone is [`JsonErrorKind::Empty`].
pub fn text(bytes: &[u8]) -> Result<&str, JsonError> {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    check_start(body)?;
    let text = std::str::from_utf8(body)
        .map_err(|error| JsonError::at(JsonErrorKind::NotUtf8, body, error.valid_up_to()))?;
    if text.trim_ascii().is_empty() {
        return Err(JsonError { kind: JsonErrorKind::Empty, line: 1, column: 0 });
    }
    Ok(text)
}

/// A whole file as one value. Key order is kept, the last of equal keys wins.
pub fn parse_value(bytes: &[u8]) -> Result<Value, JsonError> {
    parse_text(text(bytes)?)
}

/// A whole text as one value, read like [`parse_value`].
pub fn parse_text(text: &str) -> Result<Value, JsonError> {
    check_depth(text)?;
    read(text)
}

/// Reads a typed value from a text whose depth is already known to be at most [`MAX_DEPTH`]
/// (every slice that [`outline`] hands out). Trailing characters are an error.
pub fn read<'a, T: serde::Deserialize<'a> + Send>(text: &'a str) -> Result<T, JsonError> {
    read_seed(text, PhantomData)
}

/// [`read`] with a seed, which is used twice where the text is deep.
pub fn read_seed<'a, S>(text: &'a str, seed: S) -> Result<S::Value, JsonError>
where
    S: DeserializeSeed<'a, Value: Send> + Clone + Send,
{
    match run(text, seed.clone(), Stack::Usual) {
        Err(error) if error.kind == JsonErrorKind::Syntax && is_deep(text) => {
            std::thread::scope(|scope| {
                let deep = std::thread::Builder::new()
                    .stack_size(DEEP_STACK)
                    .spawn_scoped(scope, || run(text, seed, Stack::Deep));
                // No thread, or one that failed: the text is too deep for this machine.
                let too_deep = JsonError { kind: JsonErrorKind::TooDeep, ..error };
                deep.map_or(Err(too_deep), |thread| thread.join().unwrap_or(Err(too_deep)))
            })
        }
        result => result,
    }
}

/// The first syntax error of a text, however deep; nothing is built and the stack stays flat.
pub fn check_syntax(text: &str) -> Result<(), JsonError> {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(JsonError::from_serde(&error)),
    }
}

/// Fails at the first bracket beyond [`MAX_DEPTH`]. Says nothing about well-formedness.
pub fn check_depth(text: &str) -> Result<(), JsonError> {
    let bytes = text.as_bytes();
    match outline::first_beyond(bytes, MAX_DEPTH) {
        None => Ok(()),
        Some(offset) => Err(JsonError::at(JsonErrorKind::TooDeep, bytes, offset)),
    }
}

/// Where a parser runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stack {
    /// On the caller's stack, at most 127 levels.
    Usual,
    /// On [`DEEP_STACK`], without a limit of its own.
    Deep,
}

fn run<'a, S: DeserializeSeed<'a>>(
    text: &'a str,
    seed: S,
    stack: Stack,
) -> Result<S::Value, JsonError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    if stack == Stack::Deep {
        reader.disable_recursion_limit();
    }
    let value = seed.deserialize(&mut reader).map_err(|error| JsonError::from_serde(&error))?;
    reader.end().map_err(|error| JsonError::from_serde(&error))?;
    Ok(value)
}

/// Whether the parser's own limit may be the reason of a failure.
fn is_deep(text: &str) -> bool {
    outline::first_beyond(text.as_bytes(), USUAL_DEPTH).is_some()
}

/// Line and byte column (both from 1) of a byte offset.
fn position(text: &[u8], offset: usize) -> (usize, usize) {
    let before = &text[..offset.min(text.len())];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    (line, before.len() - start + 1)
}

/// Tells from the first four bytes of a file that it is no UTF-8 text.
pub(crate) fn check_start(bytes: &[u8]) -> Result<(), JsonError> {
    const COMPRESSED: [&[u8]; 3] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"];
    let kind = match () {
        () if COMPRESSED.iter().any(|magic| bytes.starts_with(magic)) => JsonErrorKind::Compressed,
        () if is_wide(bytes) => JsonErrorKind::Utf16,
        () => return Ok(()),
    };
    Err(JsonError { kind, line: 1, column: 1 })
}

/// Whether the text starts like UTF-16 or UTF-32: a byte order mark, or a NUL beside the first
/// character, which UTF-8 JSON never has.
fn is_wide(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe")
        || bytes.starts_with(b"\xfe\xff")
        || bytes.iter().take(4).any(|byte| *byte == 0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn error(bytes: &[u8]) -> JsonError {
        parse_value(bytes).expect_err("must be refused")
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(parse_value(b"\xef\xbb\xbf{\"a\":1}").unwrap()["a"].to_string(), "1");
    }

    #[test]
    fn other_encodings_are_named() {
        let utf16: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let with_mark = [b"\xff\xfe".as_slice(), &utf16].concat();
        assert_eq!(error(&utf16).kind, JsonErrorKind::Utf16);
        assert_eq!(error(&with_mark).kind, JsonErrorKind::Utf16);
        let latin = error(b"{\n\"caf\xe9\": 1}");
        assert_eq!((latin.kind, latin.line, latin.column), (JsonErrorKind::NotUtf8, 2, 5));
        assert_eq!(error(b" \r\n").kind, JsonErrorKind::Empty);
    }

    #[test]
    fn errors_have_a_place_and_no_content() {
        let bad = error(b"{\"secret\": 1,\n  hunter2}");
        assert_eq!(bad.to_string(), "invalid JSON at line 2, column 3");
        assert_eq!(error(b"{\"a\":NaN}").kind, JsonErrorKind::Syntax);
        assert_eq!(error(b"{} {}").kind, JsonErrorKind::Syntax);
    }

    #[test]
    fn the_last_of_equal_keys_wins_and_numbers_keep_their_text() {
        let value =
            parse_value(b"{\"a\":1,\"a\":1.0,\"b\":123456789012345678901234567890}").unwrap();
        assert_eq!(value.to_string(), "{\"a\":1.0,\"b\":123456789012345678901234567890}");
    }

    #[test]
    fn depth_is_bounded_not_fatal() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(parse_value(nested(MAX_DEPTH).as_bytes()).is_ok());
        let deep = error(nested(MAX_DEPTH + 1).as_bytes());
        assert_eq!((deep.kind, deep.column), (JsonErrorKind::TooDeep, MAX_DEPTH + 1));
        assert_eq!(error("[".repeat(3_000_000).as_bytes()).kind, JsonErrorKind::TooDeep);
        assert_eq!(error("{\"a\":".repeat(100_000).as_bytes()).kind, JsonErrorKind::TooDeep);
        assert!(parse_value(format!("\"{}\"", "[".repeat(5000)).as_bytes()).is_ok());
    }

    #[test]
    fn places_in_a_part_count_in_the_whole() {
        let whole = "[1,\n  {\"a\":\n x}]";
        let part = &whole[6..];
        let inner = JsonError { kind: JsonErrorKind::Syntax, line: 2, column: 2 };
        assert_eq!(inner.within(whole, part).line, 3);
        let first = JsonError { kind: JsonErrorKind::Syntax, line: 1, column: 2 };
        assert_eq!((first.within(whole, part).line, first.within(whole, part).column), (2, 4));
    }
}
