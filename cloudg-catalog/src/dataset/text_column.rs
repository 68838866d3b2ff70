//! Many strings in one allocation.

/// An append-only list of strings: one buffer and the end offset of each entry.
///
/// Files are bounded to less than 4 GiB ([`crate::load::MAX_FILE_BYTES`]) and a column holds text
/// of one file, so `u32` offsets suffice.
#[derive(Debug, Clone, Default)]
pub struct TextColumn {
    text: String,
    ends: Vec<u32>,
}

impl TextColumn {
    /// Appends an entry.
    pub fn push(&mut self, entry: &str) {
        self.text.push_str(entry);
        self.ends.push(self.text.len() as u32);
    }

    /// The entry at `index`.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.text[start..self.ends[index] as usize]
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Gives back what growing reserved too much.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

/// A [`TextColumn`] whose entries may be absent, which is not the same as empty.
#[derive(Debug, Clone, Default)]
pub struct OptionalTextColumn {
    texts: TextColumn,
    present: fixedbitset::FixedBitSet,
}

impl OptionalTextColumn {
    /// Appends an entry.
    pub fn push(&mut self, entry: Option<&str>) {
        let index = self.texts.len();
        self.texts.push(entry.unwrap_or(""));
        self.present.grow_and_insert_if(index, entry.is_some());
    }

    /// The entry at `index`.
    pub fn get(&self, index: usize) -> Option<&str> {
        self.present.contains(index).then(|| self.texts.get(index))
    }

    /// Gives back what growing reserved too much.
    pub fn shrink(&mut self) {
        self.texts.shrink();
    }
}

/// Appending to a bit set, bit by bit.
pub(crate) trait PushBit {
    /// Makes room for bit `index` and sets it to `bit`.
    fn grow_and_insert_if(&mut self, index: usize, bit: bool);
}

impl PushBit for fixedbitset::FixedBitSet {
    fn grow_and_insert_if(&mut self, index: usize, bit: bool) {
        if bit {
            self.grow_and_insert(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_and_empty_differ() {
        let mut column = OptionalTextColumn::default();
        for entry in [Some("a"), None, Some(""), Some("é")] {
            column.push(entry);
        }
        let read: Vec<_> = (0..4).map(|index| column.get(index)).collect();
        assert_eq!(read, [Some("a"), None, Some(""), Some("é")]);
    }
}
