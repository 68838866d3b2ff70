//! How many bytes of texts an answer may still take.

use std::cell::Cell;

/// Texts up to this length are not counted before their row is there. An engine that meets the same
/// short texts again and again, without a new row, is not taken for one that makes a large answer.
const SHORT: usize = 4 << 10;

/// What is left for rows.
///
/// The engine copies texts for rows that nobody has seen, perhaps many for one row: they count as
/// long as the row is not there.
pub(super) struct Room {
    left: Cell<usize>,
    copied: Cell<usize>,
}

impl Room {
    pub(super) fn new(bytes: usize) -> Self {
        Self { left: Cell::new(bytes), copied: Cell::new(0) }
    }

    /// Counts a text that is about to be copied for a row to come; says whether it fits.
    pub(super) fn fits(&self, length: usize) -> bool {
        if length > SHORT {
            self.copied.set(self.copied.get().saturating_add(length));
        }
        self.copied.get() <= self.left.get()
    }

    /// Takes a row; says whether it fits.
    pub(super) fn take(&self, bytes: usize) -> bool {
        self.copied.set(0);
        let left = self.left.get().checked_sub(bytes);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }
}
