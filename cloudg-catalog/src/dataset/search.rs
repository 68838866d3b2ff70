//! Substring search over all rows of a kind.

use fixedbitset::FixedBitSet;
use memchr::memmem;

use super::Assets;
use crate::text::fold;

/// Separates fields; a needle with this character is checked field by field instead.
const SEPARATOR: char = '\0';

/// The lower-case searchable fields of every row in one buffer, so that a search is one pass of a
/// substring finder over contiguous memory.
#[derive(Debug)]
pub struct SearchText {
    text: String,
    ends: Vec<usize>,
}

impl SearchText {
    /// Collects name, ARN, id and tag values of all assets.
    pub fn build(assets: &Assets) -> Self {
        Self::of_rows(assets.len(), |asset| fields(assets, asset))
    }

    /// Collects the fields of all rows.
    pub(super) fn of_rows<'a, F: Iterator<Item = &'a str>>(
        n_rows: usize,
        fields: impl Fn(usize) -> F,
    ) -> Self {
        let mut text = String::new();
        let mut ends = Vec::with_capacity(n_rows);
        for row in 0..n_rows {
            for field in fields(row) {
                text.push_str(&fold::lower(field));
                text.push(SEPARATOR);
            }
            ends.push(text.len());
        }
        Self { text, ends }
    }

    /// Assets with a field that contains the lower-case `needle`.
    pub fn find(&self, assets: &Assets, needle: &str) -> FixedBitSet {
        self.find_rows(needle, |asset| fields(assets, asset))
    }

    /// Rows with a field that contains the lower-case `needle`, which is not empty.
    pub(super) fn find_rows<'a, F: Iterator<Item = &'a str>>(
        &self,
        needle: &str,
        fields: impl Fn(usize) -> F,
    ) -> FixedBitSet {
        let n_rows = self.ends.len();
        let mut found = FixedBitSet::with_capacity(n_rows);
        if needle.contains(SEPARATOR) {
            let holds = |row| fields(row).any(|text| fold::lower(text).contains(needle));
            found.extend((0..n_rows).filter(|&row| holds(row)));
            return found;
        }
        let finder = memmem::Finder::new(needle);
        let (mut from, mut row) = (0, 0);
        while let Some(at) = finder.find(&self.text.as_bytes()[from..]) {
            let at = from + at;
            row += self.ends[row..].partition_point(|&end| end <= at);
            found.insert(row);
            from = self.ends[row];
        }
        found
    }
}

/// What a query is looked for in.
fn fields(assets: &Assets, asset: usize) -> impl Iterator<Item = &str> {
    let identity = [assets.name(asset), assets.arn(asset).unwrap_or(""), assets.id(asset)];
    identity.into_iter().chain(assets.tags(asset).map(|(_, value)| value))
}
