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
        let mut search = Self { text: String::new(), ends: Vec::with_capacity(n_rows) };
        (0..n_rows).for_each(|row| search.push(fields(row)));
        search
    }

    /// Collects rows of one field, which need not be kept elsewhere.
    pub(crate) fn of_texts(texts: impl Iterator<Item = String>) -> Self {
        let mut search = Self { text: String::new(), ends: Vec::new() };
        texts.for_each(|text| search.push([text.as_str()].into_iter()));
        search.text.shrink_to_fit();
        search
    }

    fn push<'a>(&mut self, fields: impl Iterator<Item = &'a str>) {
        for field in fields {
            self.text.push_str(&fold::lower(field));
            self.text.push(SEPARATOR);
        }
        self.ends.push(self.text.len());
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
        if !Self::can_find(needle) {
            let holds = |row: &usize| fields(*row).any(|text| fold::lower(text).contains(needle));
            return (0..self.ends.len()).filter(holds).collect();
        }
        self.find_texts(needle)
    }

    /// Whether one pass over all rows finds a needle; else rows have to be read one by one.
    pub(crate) fn can_find(needle: &str) -> bool {
        !needle.contains(SEPARATOR)
    }

    /// Rows that contain the lower-case `needle`, which is not empty and can be found in one pass.
    pub(crate) fn find_texts(&self, needle: &str) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(self.ends.len());
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
