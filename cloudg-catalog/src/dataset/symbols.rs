//! Strings that repeat, stored once.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::text_column::TextColumn;

/// An interned string of one [`Symbols`] table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// Stands for an absent string in columns of optional symbols.
    pub const NONE: Self = Self(u32::MAX);

    /// Position in the table, in order of first appearance.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is [`Symbol::NONE`].
    pub const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }
}

/// A table of distinct strings in order of first appearance.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    texts: TextColumn,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Symbols {
    /// The symbol of `text`, added if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = self.hasher.hash_one(text);
        let Self { texts, table, hasher } = self;
        let same = |&index: &u32| texts.get(index as usize) == text;
        if let Some(&index) = table.find(hash, same) {
            return Symbol(index);
        }
        let index = texts.len() as u32;
        texts.push(text);
        table.insert_unique(hash, index, |&other| hasher.hash_one(texts.get(other as usize)));
        Symbol(index)
    }

    /// The symbol of `text`, or [`Symbol::NONE`] for an absent one.
    pub fn intern_optional(&mut self, text: Option<&str>) -> Symbol {
        text.map_or(Symbol::NONE, |text| self.intern(text))
    }

    /// The symbol of `text`, if it is in the table.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        let same = |&index: &u32| self.texts.get(index as usize) == text;
        self.table.find(self.hasher.hash_one(text), same).map(|&index| Symbol(index))
    }

    /// The string of a symbol; not for [`Symbol::NONE`].
    pub fn get(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.index())
    }

    /// The string at a position of the table.
    pub fn at(&self, index: usize) -> &str {
        self.texts.get(index)
    }

    /// The string of a symbol, `None` for [`Symbol::NONE`].
    pub fn get_optional(&self, symbol: Symbol) -> Option<&str> {
        (!symbol.is_none()).then(|| self.get(symbol))
    }

    /// Number of distinct strings.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// All symbols with their strings, in order of first appearance.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &str)> {
        self.texts.iter().enumerate().map(|(index, text)| (Symbol(index as u32), text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_share_a_symbol() {
        let mut symbols = Symbols::default();
        let (a, b, again) = (symbols.intern("a"), symbols.intern(""), symbols.intern("a"));
        assert_eq!((a, symbols.len()), (again, 2));
        assert_eq!((symbols.get(b), symbols.find("x")), ("", None));
        assert_eq!(symbols.intern_optional(None), Symbol::NONE);
    }
}
