//! Places in a text that is read piece by piece.

use crate::text::json::{JsonError, JsonErrorKind};

/// A place in a text: line from 1, bytes before it in the line.
#[derive(Clone, Copy)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The place behind some text.
    pub(super) fn after(self, text: &[u8]) -> Self {
        match memchr::memrchr(b'\n', text) {
            None => Self { column: self.column + text.len(), ..self },
            Some(last) => Self {
                line: self.line + memchr::memchr_iter(b'\n', text).count(),
                column: text.len() - last - 1,
            },
        }
    }

    /// An error here.
    pub(super) fn error(self, kind: JsonErrorKind) -> JsonError {
        JsonError { kind, line: self.line, column: self.column + 1 }
    }

    /// An error found in a part that begins here, with its place in the whole text.
    pub(super) fn moved(self, error: JsonError) -> JsonError {
        match error.line {
            0 | 1 => JsonError { line: self.line, column: self.column + error.column, ..error },
            line => JsonError { line: self.line + line - 1, ..error },
        }
    }
}

impl Default for Place {
    fn default() -> Self {
        Self { line: 1, column: 0 }
    }
}
