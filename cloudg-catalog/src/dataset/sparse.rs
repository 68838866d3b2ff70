//! Text that few rows have.

use std::collections::BTreeMap;

/// Row index to text; rows without text take no space.
#[derive(Debug, Clone, Default)]
pub(super) struct SparseText(BTreeMap<u32, Box<str>>);

impl SparseText {
    /// Stores the text of a row unless it is empty.
    pub(super) fn push(&mut self, row: usize, text: &str) {
        if !text.is_empty() {
            self.0.insert(row as u32, text.into());
        }
    }

    /// The text of a row, empty for none.
    pub(super) fn get(&self, row: usize) -> &str {
        self.0.get(&(row as u32)).map_or("", |text| text)
    }
}
