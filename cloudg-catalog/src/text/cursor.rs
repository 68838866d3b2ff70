//! Pages of a list, and the cursors that lead from one to the next.
//!
//! A cursor is the position of the next item and a fingerprint of the query and the state of the
//! data; it is good for nothing but that query on that state.

use cloudg_runtime::Labelled;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::json_text;

/// Digits of a fingerprint.
const FINGERPRINT_DIGITS: usize = 12;

/// Most digits of the position in a cursor.
const MAX_POSITION_DIGITS: usize = 9;

/// Why a cursor is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CursorError {
    /// It is no cursor.
    #[error(
        "Invalid cursor. Pass the next_cursor value from the previous result unchanged, or omit cursor to start from the first page."
    )]
    Invalid,
    /// It belongs to another query or to another state of the data.
    #[error(
        "Stale cursor: the query arguments or the dataset changed since it was issued. Repeat the call without cursor to start again."
    )]
    Stale,
}

/// The state of a dataset, as far as cursors go.
#[derive(Debug, Clone, Copy)]
pub struct DatasetState<'a> {
    /// Name of the dataset.
    pub name: &'a str,
    /// Number of changes since it was made.
    pub version: u64,
    /// 32 hex digits that tell one load from another.
    pub instance_id: &'a str,
}

/// What a query and a state of the data come down to: 12 lower-case hex digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of `params`, the arguments as the caller gave them, on `dataset`; `None`
    /// for a list that is not about a dataset.
    pub fn new(dataset: Option<DatasetState<'_>>, params: Map<String, Value>) -> Self {
        let digest = Sha256::digest(preimage(dataset, params));
        let hex = digest.iter().take(FINGERPRINT_DIGITS / 2).map(|byte| format!("{byte:02x}"));
        Self(hex.collect())
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The cursor that leads to the item at `position`.
    pub fn encode(&self, position: usize) -> String {
        format!("c{position}.{}", self.0)
    }

    /// The position that a cursor leads to: zero for the empty string.
    ///
    /// # Errors
    /// [`CursorError::Invalid`] for what no result has given out, [`CursorError::Stale`] for the
    /// cursor of another query or state.
    pub fn decode(&self, cursor: &str) -> Result<usize, CursorError> {
        if cursor.is_empty() {
            return Ok(0);
        }
        let (position, fingerprint) = split(cursor.trim()).ok_or(CursorError::Invalid)?;
        if fingerprint == self.0 { Ok(position) } else { Err(CursorError::Stale) }
    }

    /// The page of at most `limit` items that begins at `offset` of a list of `total`.
    pub fn page(&self, total: usize, offset: usize, limit: usize) -> Page {
        let returned = limit.min(total.saturating_sub(offset));
        let end = offset.saturating_add(returned);
        let truncated = end < total;
        let next_cursor = truncated.then(|| self.encode(end));
        Page { total, offset, returned, next_cursor, truncated, hint: None }
    }
}

/// The head of a paged result; keys in wire order. The items follow it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Labelled)]
pub struct Page {
    /// Items in the whole list.
    pub total: usize,
    /// Position of the first item of this page; may be beyond the end.
    pub offset: usize,
    /// Items in this page.
    pub returned: usize,
    /// Leads to the next page; `None` on the last one.
    #[label(public)]
    pub next_cursor: Option<String>,
    /// Whether there is a next page.
    pub truncated: bool,
    /// Why there is nothing, and how to go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

impl Page {
    /// The same page, which explains an empty list.
    #[must_use]
    pub fn or_hint(mut self, why: &'static str) -> Self {
        self.hint = (self.total == 0).then_some(why);
        self
    }

    /// The positions of the items of this page in the whole list.
    pub fn range(&self) -> std::ops::Range<usize> {
        let start = self.offset.min(self.total);
        start..start + self.returned
    }
}

fn preimage(dataset: Option<DatasetState<'_>>, mut params: Map<String, Value>) -> String {
    params.insert("ds".to_owned(), dataset.map(|state| state.name).into());
    params.insert("v".to_owned(), dataset.map(|state| state.version).into());
    params.insert("i".to_owned(), dataset.map(|state| state.instance_id).into());
    json_text::dumps_sorted(&Value::Object(params))
}

/// Position and fingerprint of a well-formed cursor.
fn split(cursor: &str) -> Option<(usize, &str)> {
    let (position, fingerprint) = cursor.strip_prefix('c')?.split_once('.')?;
    let is_position = (1..=MAX_POSITION_DIGITS).contains(&position.len())
        && position.bytes().all(|b| b.is_ascii_digit());
    let is_fingerprint = fingerprint.len() == FINGERPRINT_DIGITS
        && fingerprint.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    (is_position && is_fingerprint).then(|| position.parse().ok().map(|at| (at, fingerprint)))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        for case in vectors::section("cursor") {
            let params = case["params"].as_object().expect("params").clone();
            let dataset = case["dataset"].as_str().map(|name| DatasetState {
                name,
                version: case["version"].as_u64().expect("version"),
                instance_id: case["instance_id"].as_str().expect("instance"),
            });
            assert_eq!(case["preimage"], preimage(dataset, params.clone()));
            let fingerprint = Fingerprint::new(dataset, params);
            assert_eq!(case["fingerprint"], fingerprint.as_str());
            if let Some(cursor) = case["cursor_at_3"].as_str() {
                assert_eq!(fingerprint.encode(3), cursor);
                assert_eq!(fingerprint.decode(cursor), Ok(3));
            }
        }
    }

    #[test]
    fn cursors_that_are_none() {
        let fingerprint = Fingerprint("0fa384f29621".to_owned());
        let cases = [
            ("", Ok(0)),
            (" c003.0fa384f29621\n", Ok(3)),
            ("c999999999.0fa384f29621", Ok(999_999_999)),
            ("c3.0fa384f29622", Err(CursorError::Stale)),
            (" ", Err(CursorError::Invalid)),
            ("c1000000000.0fa384f29621", Err(CursorError::Invalid)),
            ("c.0fa384f29621", Err(CursorError::Invalid)),
            ("c\u{663}.0fa384f29621", Err(CursorError::Invalid)),
            ("c3.0FA384F29621", Err(CursorError::Invalid)),
            ("c3.0fa384f2962", Err(CursorError::Invalid)),
            ("eyJvZmZzZXQiOjN9", Err(CursorError::Invalid)),
        ];
        for (cursor, expected) in cases {
            assert_eq!(fingerprint.decode(cursor), expected, "{cursor:?}");
        }
    }

    #[test]
    fn pages_end_where_the_list_does() {
        let fingerprint = Fingerprint("0fa384f29621".to_owned());
        let page = fingerprint.page(5, 2, 2);
        assert_eq!((page.returned, page.next_cursor.as_deref()), (2, Some("c4.0fa384f29621")));
        assert_eq!(page.range(), 2..4);
        let last = fingerprint.page(5, 4, 2);
        assert_eq!((last.returned, last.next_cursor, last.truncated), (1, None, false));
        let beyond = fingerprint.page(5, 9, 2);
        assert_eq!((beyond.offset, beyond.returned, beyond.truncated), (9, 0, false));
        assert_eq!(beyond.range(), 5..5);
    }
}
