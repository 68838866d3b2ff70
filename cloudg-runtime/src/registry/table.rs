//! An ordered map of one kind of primitive.

use std::{collections::HashMap, sync::Arc};

use super::RegistryError;
use crate::spec::Source;

/// What a table holds.
pub(super) trait Entry: Clone {
    /// The kind, for error messages.
    const KIND: &'static str;
    /// What it is found by.
    fn key(&self) -> &str;
    /// Where it is declared.
    fn source(&self) -> Source;
}

/// Entries in insertion order, found by key in constant time.
#[derive(Clone)]
pub(super) struct Table<T> {
    entries: Vec<T>,
    positions: HashMap<Arc<str>, usize>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), positions: HashMap::new() }
    }
}

impl<T: Entry> Table<T> {
    pub(super) fn add(&mut self, entry: T) -> Result<(), RegistryError> {
        if let Some(present) = self.get(entry.key()) {
            return Err(RegistryError::Duplicate {
                kind: T::KIND,
                key: entry.key().to_owned(),
                first: Box::new(present.source()),
                second: Box::new(entry.source()),
            });
        }
        self.positions.insert(entry.key().into(), self.entries.len());
        self.entries.push(entry);
        Ok(())
    }

    pub(super) fn replace(&mut self, entry: T) {
        if let Some(position) = self.positions.get(entry.key()) {
            self.entries[*position] = entry;
        } else {
            self.positions.insert(entry.key().into(), self.entries.len());
            self.entries.push(entry);
        }
    }

    /// Changes every entry; its key must stay.
    pub(super) fn change(&mut self, change: impl Fn(T) -> T) {
        self.entries = std::mem::take(&mut self.entries).into_iter().map(change).collect();
    }

    pub(super) fn get(&self, key: &str) -> Option<&T> {
        self.positions.get(key).map(|position| &self.entries[*position])
    }

    pub(super) fn at(&self, position: usize) -> Option<&T> {
        self.entries.get(position)
    }

    /// Appends the entries of `other`; the first clash ends it.
    pub(super) fn merge(&mut self, other: &Self) -> Result<(), RegistryError> {
        other.iter().try_for_each(|entry| self.add(entry.clone()))
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn filtered(&self, keep: impl Fn(&T) -> bool) -> Self {
        let mut result = Self::default();
        for entry in self.entries.iter().filter(|entry| keep(entry)) {
            // Keys are unique here, so they are there.
            result.replace(entry.clone());
        }
        result
    }
}
