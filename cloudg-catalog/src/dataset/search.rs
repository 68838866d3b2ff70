//! Substring search over all assets.

use fixedbitset::FixedBitSet;
use memchr::memmem;

use super::Assets;
use crate::text::fold;

/// Separates fields; a needle with this character is checked field by field instead.
const SEPARATOR: char = '\0';

/// The lower-case name, ARN, id and tag values of every asset in one buffer, so that a search is
/// one pass of a substring finder over contiguous memory.
#[derive(Debug)]
pub struct SearchText {
    text: String,
    ends: Vec<usize>,
}

impl SearchText {
    /// Collects the text of all assets.
    pub fn build(assets: &Assets) -> Self {
        let mut text = String::new();
        let mut ends = Vec::with_capacity(assets.len());
        for asset in 0..assets.len() {
            for field in fields(assets, asset) {
                text.push_str(&fold::lower(field));
                text.push(SEPARATOR);
            }
            ends.push(text.len());
        }
        Self { text, ends }
    }

    /// Assets with a field that contains the lower-case `needle`.
    pub fn find(&self, assets: &Assets, needle: &str) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(assets.len());
        if needle.contains(SEPARATOR) {
            let holds =
                |asset| fields(assets, asset).any(|text| fold::lower(text).contains(needle));
            found.extend((0..assets.len()).filter(|&asset| holds(asset)));
            return found;
        }
        let finder = memmem::Finder::new(needle);
        let (mut from, mut asset) = (0, 0);
        while let Some(at) = finder.find(&self.text.as_bytes()[from..]) {
            let at = from + at;
            asset += self.ends[asset..].partition_point(|&end| end <= at);
            found.insert(asset);
            from = self.ends[asset];
        }
        found
    }
}

/// What a query is looked for in.
fn fields(assets: &Assets, asset: usize) -> impl Iterator<Item = &str> {
    let identity = [assets.name(asset), assets.arn(asset).unwrap_or(""), assets.id(asset)];
    identity.into_iter().chain(assets.tags(asset).map(|(_, value)| value))
}
