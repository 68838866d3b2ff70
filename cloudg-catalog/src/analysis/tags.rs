//! Tag keys and their values.

use hashbrown::HashMap;

use crate::dataset::{Dataset, Symbol};

/// One tag key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagRow<'a> {
    /// The key.
    pub key: &'a str,
    /// Assets that carry it.
    pub assets: usize,
    /// Values with the number of assets, most first, ties by first appearance.
    pub values: Vec<(&'a str, usize)>,
}

/// All keys, or the one asked for; most assets first, ties by first appearance.
pub fn list<'a>(dataset: &'a Dataset, only: Option<&str>) -> Vec<TagRow<'a>> {
    let assets = dataset.assets();
    let symbols = assets.symbols();
    let only = only.map(|key| symbols.find(key));
    let is_wanted = |key: Symbol| only.is_none_or(|only| only == Some(key));
    let mut places: HashMap<Symbol, usize> = HashMap::new();
    let mut counts: Vec<(Symbol, usize, Counts)> = Vec::new();
    for asset in 0..assets.len() {
        for &(key, value) in assets.tag_symbols(asset).iter().filter(|tag| is_wanted(tag.0)) {
            let place = *places.entry(key).or_insert_with(|| {
                counts.push((key, 0, Counts::default()));
                counts.len() - 1
            });
            counts[place].1 += 1;
            counts[place].2.add(value);
        }
    }
    counts.sort_by_key(|&(_, assets, _)| std::cmp::Reverse(assets));
    let row = |(key, assets, values): (Symbol, usize, Counts)| TagRow {
        key: symbols.get(key),
        assets,
        values: values.most_first().map(|(value, count)| (symbols.get(value), count)).collect(),
    };
    counts.into_iter().map(row).collect()
}

/// Occurrences in order of first appearance.
#[derive(Default)]
struct Counts {
    places: HashMap<Symbol, usize>,
    counts: Vec<(Symbol, usize)>,
}

impl Counts {
    fn add(&mut self, value: Symbol) {
        let place = *self.places.entry(value).or_insert_with(|| {
            self.counts.push((value, 0));
            self.counts.len() - 1
        });
        self.counts[place].1 += 1;
    }

    fn most_first(mut self) -> impl Iterator<Item = (Symbol, usize)> {
        self.counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        self.counts.into_iter()
    }
}
