//! References to assets: six tiers from exact id to a name in any letter case.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{Assets, Inventory, TextColumn};
use crate::text::{arn, fold};

/// Why a reference selects no asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceError {
    /// Nothing matches.
    Unknown,
    /// Several assets have the name; their indices in dataset order.
    Ambiguous(Vec<usize>),
}

/// The tables behind each tier, keyed by text that lives in the columns.
#[derive(Debug)]
pub struct ReferenceIndex {
    arns: Table,
    names: Table,
    tails: Table,
    parts: Table,
    folded: Table,
    folded_names: TextColumn,
    hasher: DefaultHashBuilder,
}

impl ReferenceIndex {
    /// Indexes all assets.
    pub fn build(assets: &Assets) -> Self {
        let hasher = DefaultHashBuilder::default();
        let mut folded_names = TextColumn::default();
        for asset in 0..assets.len() {
            folded_names.push(&fold::fold(assets.name(asset)));
        }
        let named = |asset| Some(assets.name(asset)).filter(|name| !name.is_empty());
        let build = |keys: Keys<'_>| Table::build(assets, &hasher, keys);
        let ((arns, names), (tails, (parts, folded))) = rayon::join(
            || {
                rayon::join(
                    || build(&|asset, form| single(form, assets.real_arn(asset))),
                    || build(&|asset, form| single(form, named(asset))),
                )
            },
            || {
                rayon::join(
                    || {
                        build(&|asset, form| {
                            single(form, assets.real_arn(asset).map(arn::slash_tail))
                        })
                    },
                    || {
                        rayon::join(
                            || build(&|asset, form| part(assets, asset, form)),
                            || build(&|asset, form| single(form, Some(folded_names.get(asset)))),
                        )
                    },
                )
            },
        );
        Self { arns, names, tails, parts, folded, folded_names, hasher }
    }

    /// See [`Inventory::resolve`].
    pub(super) fn resolve(&self, inventory: &Inventory, candidates: &[&str]) -> Option<usize> {
        let assets = &inventory.assets;
        let free =
            |text: &str| self.names.find(&self.hasher, text, |a, _| assets.name(a)).is_none();
        let find = |tier: &dyn Fn(&str) -> Option<usize>| {
            candidates.iter().copied().filter(|text| !text.is_empty()).find_map(tier)
        };
        self.resolve_named(inventory, candidates).or_else(|| {
            find(&|text| self.by_part(assets, text).filter(|_| free(text)))
                .or_else(|| find(&|text| self.by_folded(text).filter(|_| free(text))))
                .and_then(|asset| inventory.asset_by_id(assets.id(asset)))
        })
    }

    /// See [`Inventory::resolve_named`].
    pub(super) fn resolve_named(
        &self,
        inventory: &Inventory,
        candidates: &[&str],
    ) -> Option<usize> {
        let assets = &inventory.assets;
        let find = |tier: &dyn Fn(&str) -> Option<usize>| {
            candidates.iter().copied().filter(|text| !text.is_empty()).find_map(tier)
        };
        let last_with_id = |asset| inventory.asset_by_id(assets.id(asset));
        let named = |text: &str| self.names.find(&self.hasher, text, |a, _| assets.name(a));
        find(&|text| inventory.asset_by_id(text))
            .or_else(|| find(&|text| self.by_arn(assets, text)).and_then(last_with_id))
            .or_else(|| {
                find(&|text| named(text).and_then(Entry::unique))
                    .or_else(|| find(&|text| self.by_tail(assets, text)))
                    .and_then(last_with_id)
            })
    }

    /// Whether the asset has a name that no asset with another id has.
    fn has_own_name(&self, assets: &Assets, asset: usize) -> bool {
        let name = assets.name(asset);
        let entry = self.names.find(&self.hasher, name, |other, _| assets.name(other));
        entry.is_some_and(|entry| !entry.shared)
    }

    fn by_arn(&self, assets: &Assets, text: &str) -> Option<usize> {
        let entry = self.arns.find(&self.hasher, text, |a, _| assets.arn(a).unwrap_or(""))?;
        Some(entry.asset as usize)
    }

    fn by_tail(&self, assets: &Assets, text: &str) -> Option<usize> {
        let tail = |a, _| assets.arn(a).map_or("", arn::slash_tail);
        self.tails.find(&self.hasher, text, tail)?.unique()
    }

    fn by_part(&self, assets: &Assets, text: &str) -> Option<usize> {
        let part = |a, form| part(assets, a, form).unwrap_or("");
        self.parts.find(&self.hasher, text, part)?.unique()
    }

    fn by_folded(&self, text: &str) -> Option<usize> {
        let text = fold::fold(text);
        self.folded.find(&self.hasher, &text, |a, _| self.folded_names.get(a))?.unique()
    }
}

impl Inventory {
    /// Whether the asset has a name that no asset with another id has.
    pub fn has_own_name(&self, asset: usize) -> bool {
        self.references().has_own_name(&self.assets, asset)
    }

    /// The asset with exactly this id or ARN, the forms of reference that are never ambiguous.
    pub fn asset_by_key(&self, text: &str) -> Option<usize> {
        let by_arn = || {
            let asset = self.references().by_arn(&self.assets, text)?;
            self.asset_by_id(self.assets.id(asset))
        };
        self.asset_by_id(text).or_else(by_arn)
    }

    /// The asset that a caller's reference selects.
    pub fn find_asset(&self, reference: &str) -> Result<usize, ReferenceError> {
        if let Some(asset) = self.resolve(&[reference]) {
            return Ok(asset);
        }
        let lower = fold::lower(reference);
        let named: Vec<usize> = (0..self.assets.len())
            .filter(|&asset| {
                let name = self.assets.name(asset);
                name == reference || *fold::lower(name) == *lower
            })
            .collect();
        match named.len() {
            0 | 1 => Err(ReferenceError::Unknown),
            _ => Err(ReferenceError::Ambiguous(named)),
        }
    }
}

/// The forms under which the resource part of an ARN is indexed, by number.
fn part(assets: &Assets, asset: usize, form: u8) -> Option<&str> {
    arn::resource_forms(assets.real_arn(asset)?).nth(usize::from(form))
}

/// The key of a table with one key for each asset.
fn single(form: u8, key: Option<&str>) -> Option<&str> {
    key.filter(|_| form == 0)
}

/// Key number `form` of an asset, `None` for no such key.
type Keys<'a> = &'a (dyn Fn(usize, u8) -> Option<&'a str> + Sync);

#[derive(Debug, Clone, Copy)]
struct Entry {
    asset: u32,
    form: u8,
    shared: bool,
}

impl Entry {
    fn unique(self) -> Option<usize> {
        (!self.shared).then_some(self.asset as usize)
    }
}

/// Text to the first asset with it, and whether another id has it too.
#[derive(Debug)]
struct Table(HashTable<Entry>);

impl Table {
    fn build(assets: &Assets, hasher: &DefaultHashBuilder, keys: Keys<'_>) -> Self {
        let mut table = HashTable::with_capacity(assets.len());
        let key = |entry: &Entry| keys(entry.asset as usize, entry.form).unwrap_or("");
        for asset in 0..assets.len() {
            for form in 0..arn::MAX_RESOURCE_FORMS {
                let Some(text) = keys(asset, form) else { continue };
                let hash = hasher.hash_one(text);
                match table.find_mut(hash, |entry| key(entry) == text) {
                    Some(entry) => {
                        entry.shared |= assets.id(entry.asset as usize) != assets.id(asset);
                    }
                    None => {
                        let entry = Entry { asset: asset as u32, form, shared: false };
                        table.insert_unique(hash, entry, |entry| hasher.hash_one(key(entry)));
                    }
                }
            }
        }
        Self(table)
    }

    fn find<'a>(
        &self,
        hasher: &DefaultHashBuilder,
        text: &str,
        key: impl Fn(usize, u8) -> &'a str,
    ) -> Option<Entry> {
        let same = |entry: &Entry| key(entry.asset as usize, entry.form) == text;
        self.0.find(hasher.hash_one(text), same).copied()
    }
}
