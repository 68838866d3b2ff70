//! Lists that are made while they are written.

use serde::{Serialize, Serializer};

/// The items of the iterator that the function starts.
pub(super) struct Rows<F>(pub(super) F);

impl<T: Serialize, I: Iterator<Item = T>, F: Fn() -> I> Serialize for Rows<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The length is not known before the end, and JSON needs none.
        serializer.collect_seq((self.0)())
    }
}

/// Counts as an object, in their order.
pub(super) struct Counted<'a, T>(pub(super) &'a [(T, usize)], pub(super) fn(&T) -> &str);

impl<T> Serialize for Counted<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(value, count)| ((self.1)(value), count)))
    }
}
