//! Orders of assets, computed once for each key, and the sorting behind them.
//!
//! Sorting by name is the one real sort; every other order is a counting sort of it by a small
//! rank, since names break its ties.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::{Assets, Inventory, Symbol, text_column::TextColumn};
use crate::{model::AssetType, text::fold};

/// What assets can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortKey {
    /// Lower-case name, then id.
    Name,
    /// Type, then lower-case name.
    Type,
    /// Region, then lower-case name.
    Region,
    /// Account (absent is empty), then lower-case name.
    Account,
    /// Worst open risk plus 2 when exposed, then number of open findings.
    Risk,
    /// Number of open findings, then lower-case name.
    Findings,
}

impl SortKey {
    /// Whether the usual direction is highest first.
    pub fn highest_first(self) -> bool {
        matches!(self, Self::Risk | Self::Findings)
    }
}

/// Assets in ascending order of a key. Equal assets stand in dataset order, and stay in dataset
/// order when the list is walked from the top.
#[derive(Debug)]
pub struct Order {
    assets: Vec<u32>,
    /// End of each run of equal assets.
    run_ends: Vec<u32>,
}

impl Order {
    /// An order of sorted assets, where `same` tells whether a neighbour is equal.
    pub(super) fn new(assets: Vec<u32>, same: impl Fn(usize, usize) -> bool) -> Self {
        let ends = (1..=assets.len()).filter(|&end| {
            end == assets.len() || !same(assets[end - 1] as usize, assets[end] as usize)
        });
        let run_ends = ends.map(|end| end as u32).collect();
        Self { assets, run_ends }
    }

    /// Rows by their text, byte by byte; equal texts in dataset order.
    pub(super) fn of_texts(texts: &TextColumn) -> Self {
        let mut keyed: Vec<(u64, u32)> =
            texts.iter().zip(0..).map(|(text, row)| (head(text), row)).collect();
        keyed.par_sort_unstable_by(|(head_a, a), (head_b, b)| {
            let whole = || texts.get(*a as usize).cmp(texts.get(*b as usize));
            head_a.cmp(head_b).then_with(whole).then_with(|| a.cmp(b))
        });
        let rows = keyed.into_iter().map(|(_, row)| row).collect();
        Self::new(rows, |a, b| texts.get(a) == texts.get(b))
    }

    /// Lowest first.
    pub fn ascending(&self) -> impl Iterator<Item = usize> {
        self.assets.iter().map(|&asset| asset as usize)
    }

    /// Highest first.
    pub fn descending(&self) -> impl Iterator<Item = usize> {
        (0..self.run_ends.len()).rev().flat_map(|run| self.run(run))
    }

    fn run(&self, run: usize) -> impl Iterator<Item = usize> {
        let start = if run == 0 { 0 } else { self.run_ends[run - 1] as usize };
        self.assets[start..self.run_ends[run] as usize].iter().map(|&asset| asset as usize)
    }

    /// The same assets by a rank first and this order second.
    pub(super) fn ranked(&self, rank: impl Fn(usize) -> usize) -> Self {
        let n = self.assets.len();
        let ranks: Vec<usize> = (0..n).map(&rank).collect();
        let mut next = vec![0_u32; ranks.iter().max().map_or(0, |max| max + 1) + 1];
        for &rank in &ranks {
            next[rank + 1] += 1;
        }
        for rank in 1..next.len() {
            next[rank] += next[rank - 1];
        }
        let (mut assets, mut run_of) = (vec![0; n], vec![0_u32; n]);
        for run in 0..self.run_ends.len() {
            for asset in self.run(run) {
                let place = &mut next[ranks[asset]];
                assets[*place as usize] = asset as u32;
                run_of[asset] = run as u32;
                *place += 1;
            }
        }
        Self::new(assets, |a, b| ranks[a] == ranks[b] && run_of[a] == run_of[b])
    }
}

/// Orders that depend on assets alone.
#[derive(Debug, Default)]
pub(super) struct InventoryOrders {
    named: OnceLock<Order>,
    by_id: OnceLock<Order>,
    by_type: OnceLock<Order>,
    by_region: OnceLock<Order>,
    by_account: OnceLock<Order>,
}

impl InventoryOrders {
    /// The order of a key that findings do not change.
    pub(super) fn get(&self, key: SortKey, inventory: &Inventory) -> &Order {
        let assets = &inventory.assets;
        let named = self.named(inventory);
        match key {
            SortKey::Type => self.by_type.get_or_init(|| {
                let ranks = ranks_of(AssetType::NAMES.into_iter());
                named.ranked(|asset| ranks[assets.asset_type(asset).index()])
            }),
            SortKey::Region => self.by_region.get_or_init(|| {
                let ranks = symbol_ranks(assets);
                named.ranked(|asset| ranks[assets.region_symbol(asset).index()])
            }),
            SortKey::Account => self.by_account.get_or_init(|| {
                let ranks = symbol_ranks(assets);
                named.ranked(|asset| match assets.account_symbol(asset) {
                    Symbol::NONE => 0,
                    account => ranks[account.index()],
                })
            }),
            SortKey::Name | SortKey::Risk | SortKey::Findings => {
                self.by_id.get_or_init(|| by_id_within_names(named, assets))
            }
        }
    }

    /// By lower-case name; equal names in dataset order.
    pub(super) fn named(&self, inventory: &Inventory) -> &Order {
        self.named.get_or_init(|| {
            let mut names = TextColumn::default();
            for asset in 0..inventory.assets.len() {
                names.push(&fold::lower(inventory.assets.name(asset)));
            }
            Order::of_texts(&names)
        })
    }
}

fn by_id_within_names(named: &Order, assets: &Assets) -> Order {
    let mut sorted = Vec::with_capacity(assets.len());
    for run in 0..named.run_ends.len() {
        let start = sorted.len();
        sorted.extend(named.run(run).map(|asset| asset as u32));
        sorted[start..].sort_by(|a, b| assets.id(*a as usize).cmp(assets.id(*b as usize)));
    }
    let name_of = |asset| fold::lower(assets.name(asset));
    Order::new(sorted, |a, b| assets.id(a) == assets.id(b) && name_of(a) == name_of(b))
}

/// The first eight bytes, in an integer that sorts like them: most comparisons end here.
fn head(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(8);
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u64::from_be_bytes(bytes)
}

/// Position of each string among all of them, sorted; the empty string always ranks 0.
fn ranks_of<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let texts: Vec<&str> = texts.collect();
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_unstable_by_key(|&index| texts[index]);
    let mut ranks = vec![0; texts.len()];
    for (place, index) in order.into_iter().enumerate() {
        ranks[index] = if texts[index].is_empty() { 0 } else { place + 1 };
    }
    ranks
}

fn symbol_ranks(assets: &Assets) -> Vec<usize> {
    ranks_of(assets.symbols().iter().map(|(_, text)| text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descending_keeps_equal_assets_in_dataset_order() {
        let order = Order::new(vec![2, 0, 3, 1], |a, b| (a, b) == (0, 3));
        assert_eq!(order.ascending().collect::<Vec<_>>(), [2, 0, 3, 1]);
        assert_eq!(order.descending().collect::<Vec<_>>(), [1, 0, 3, 2]);
    }

    #[test]
    fn a_rank_comes_before_the_order_it_is_put_on() {
        let names = Order::new(vec![3, 1, 0, 2], |_, _| false);
        let ranked = names.ranked(|asset| usize::from(asset < 2));
        assert_eq!(ranked.ascending().collect::<Vec<_>>(), [3, 2, 1, 0]);
        let none = Order::new(Vec::new(), |_, _| false).ranked(|_| 0);
        assert_eq!((none.ascending().count(), none.descending().count()), (0, 0));
    }

    #[test]
    fn texts_rank_by_bytes_and_the_empty_one_first() {
        assert_eq!(ranks_of(["b", "", "a"].into_iter()), [3, 0, 2]);
        assert!(head("a") <= head("a\0") && head("abcdefgh") == head("abcdefghi"));
    }
}
