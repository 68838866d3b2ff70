//! Exact look-up of a name in a fixed list, by a hash table built at compile time.
//!
//! A load resolves a type name per record, so the look-up is one hash, one probe in nearly all
//! cases and one comparison, with nothing to build at start-up.

/// Slots of the table: a power of two, at least three times the longest list.
const SLOTS: usize = 512;

/// The mark of a free slot; lists are shorter than this.
const FREE: u8 = u8::MAX;

/// Positions of up to 255 distinct names.
pub(super) struct NameIndex {
    slots: [u8; SLOTS],
}

impl NameIndex {
    /// Index of `names`; fails to compile, where it is a constant, when there are too many.
    pub(super) const fn new(names: &[&str]) -> Self {
        assert!(names.len() < FREE as usize, "too many names");
        let mut slots = [FREE; SLOTS];
        let mut position = 0;
        while position < names.len() {
            let mut slot = slot_of(names[position].as_bytes());
            while slots[slot] != FREE {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = position as u8;
            position += 1;
        }
        Self { slots }
    }

    /// Position of `name` in `names`, the list the index was made from.
    #[inline]
    pub(super) fn find(&self, names: &[&str], name: &str) -> Option<u8> {
        let mut slot = slot_of(name.as_bytes());
        // The list is shorter than the table, so a free slot always ends the search.
        loop {
            let position = self.slots[slot];
            if position == FREE {
                return None;
            }
            if names[usize::from(position)] == name {
                return Some(position);
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Gives a type that is a position in a list of names (`ALL`, `NAMES`) its ways to and from the
/// name.
macro_rules! positions {
    ($type:ident) => {
        static INDEX: $crate::model::name_index::NameIndex =
            $crate::model::name_index::NameIndex::new(&$type::NAMES);

        impl $type {
            /// The member at this position of [`Self::ALL`].
            pub fn from_index(index: usize) -> Option<Self> {
                Self::ALL.get(index).copied()
            }

            /// Position in [`Self::ALL`]; dense, so that tables can be indexed with it.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The name in files and on the wire.
            #[inline]
            pub const fn as_str(self) -> &'static str {
                Self::NAMES[self.0 as usize]
            }

            /// The member with exactly this name; case matters.
            #[inline]
            pub fn from_name(name: &str) -> Option<Self> {
                INDEX.find(&Self::NAMES, name).map(Self)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(super) use positions;

/// FNV-1a over the bytes, folded to a slot.
const fn slot_of(bytes: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    (hash ^ (hash >> 15)) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_name_and_nothing_else() {
        const NAMES: [&str; 4] = ["A", "AB", "", "b"];
        const INDEX: NameIndex = NameIndex::new(&NAMES);
        for (position, name) in NAMES.iter().enumerate() {
            assert_eq!(INDEX.find(&NAMES, name).map(usize::from), Some(position));
        }
        assert_eq!(INDEX.find(&NAMES, "a"), None);
        assert_eq!(INDEX.find(&NAMES, "AB "), None);
    }
}
