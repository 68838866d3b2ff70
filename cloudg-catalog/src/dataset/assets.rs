//! The assets of a dataset, column by column.

use fixedbitset::FixedBitSet;
use uuid::Uuid;

use super::{
    rows::AssetRow,
    sparse::SparseText,
    symbols::{Symbol, Symbols},
    text_column::{OptionalTextColumn, PushBit, TextColumn},
};
use crate::model::{AssetType, Provider, Timestamp};

/// Assets in file order. Ids may repeat; a lookup by id finds the last one.
#[derive(Debug, Clone, Default)]
pub struct Assets {
    ids: TextColumn,
    arns: OptionalTextColumn,
    names: TextColumn,
    types: Vec<AssetType>,
    providers: Vec<Provider>,
    regions: Vec<Symbol>,
    accounts: Vec<Symbol>,
    tag_ends: Vec<u32>,
    tags: Vec<(Symbol, Symbol)>,
    metadata: TextColumn,
    extra: SparseText,
    collected: Vec<Timestamp>,
    exposed: FixedBitSet,
    symbols: Symbols,
}

impl Assets {
    /// Appends an asset.
    pub fn push(&mut self, row: &AssetRow<'_>) {
        let index = self.len();
        match row.id.as_deref() {
            Some(id) => self.ids.push(id),
            None => self.ids.push(&derived_id(row, index)),
        }
        self.arns.push(row.arn.as_deref());
        self.names.push(&row.name);
        self.types.push(row.asset_type);
        self.providers.push(row.provider);
        self.regions.push(self.symbols.intern(&row.region));
        self.accounts.push(self.symbols.intern_optional(row.account_id.as_deref()));
        for (key, value) in &row.tags {
            self.tags.push((self.symbols.intern(key), self.symbols.intern(value)));
        }
        self.tag_ends.push(self.tags.len() as u32);
        self.metadata.push(&row.metadata);
        self.extra.push(index, &row.extra);
        self.collected.push(row.collected_at);
        self.exposed.grow_and_insert_if(index, row.is_internet_exposed);
    }

    /// Gives back what growing reserved too much.
    pub fn shrink(&mut self) {
        for column in [&mut self.ids, &mut self.names, &mut self.metadata] {
            column.shrink();
        }
        self.arns.shrink();
        self.tags.shrink_to_fit();
        self.collected.shrink_to_fit();
    }

    /// Number of assets.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Identifier.
    pub fn id(&self, asset: usize) -> &str {
        self.ids.get(asset)
    }

    /// ARN or cloud resource id as the file gives it, which may be the empty string.
    pub fn arn(&self, asset: usize) -> Option<&str> {
        self.arns.get(asset)
    }

    /// The ARN unless it is absent or empty.
    pub fn real_arn(&self, asset: usize) -> Option<&str> {
        self.arn(asset).filter(|arn| !arn.is_empty())
    }

    /// What identifies the asset across datasets: its ARN, else its id.
    pub fn key(&self, asset: usize) -> &str {
        self.real_arn(asset).unwrap_or_else(|| self.id(asset))
    }

    /// Display name.
    pub fn name(&self, asset: usize) -> &str {
        self.names.get(asset)
    }

    /// Type.
    pub fn asset_type(&self, asset: usize) -> AssetType {
        self.types[asset]
    }

    /// Cloud.
    pub fn provider(&self, asset: usize) -> Provider {
        self.providers[asset]
    }

    /// Region.
    pub fn region(&self, asset: usize) -> &str {
        self.symbols.get(self.regions[asset])
    }

    /// Region as a symbol of [`Assets::symbols`].
    pub fn region_symbol(&self, asset: usize) -> Symbol {
        self.regions[asset]
    }

    /// Account as the file gives it.
    pub fn account_id(&self, asset: usize) -> Option<&str> {
        self.symbols.get_optional(self.accounts[asset])
    }

    /// Account as a symbol, [`Symbol::NONE`] when absent.
    pub fn account_symbol(&self, asset: usize) -> Symbol {
        self.accounts[asset]
    }

    /// The account unless it is absent or empty.
    pub fn real_account(&self, asset: usize) -> Option<&str> {
        self.account_id(asset).filter(|account| !account.is_empty())
    }

    /// Tags in file order, as symbols.
    pub fn tag_symbols(&self, asset: usize) -> &[(Symbol, Symbol)] {
        let start = if asset == 0 { 0 } else { self.tag_ends[asset - 1] as usize };
        &self.tags[start..self.tag_ends[asset] as usize]
    }

    /// Tags in file order.
    pub fn tags(&self, asset: usize) -> impl Iterator<Item = (&str, &str)> {
        let read = |&(key, value): &_| (self.symbols.get(key), self.symbols.get(value));
        self.tag_symbols(asset).iter().map(read)
    }

    /// JSON text of the metadata object; empty for an empty object.
    pub fn metadata(&self, asset: usize) -> &str {
        self.metadata.get(asset)
    }

    /// JSON text of an object with the keys the model does not know; empty for none.
    pub fn extra(&self, asset: usize) -> &str {
        self.extra.get(asset)
    }

    /// When it was collected.
    pub fn collected_at(&self, asset: usize) -> Timestamp {
        self.collected[asset]
    }

    /// Flag of the collector.
    pub fn is_exposed(&self, asset: usize) -> bool {
        self.exposed.contains(asset)
    }

    /// Number of assets with the flag.
    pub fn n_exposed(&self) -> usize {
        self.exposed.count_ones(..)
    }

    /// The table behind regions, accounts and tags.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }
}

/// An id made of what the asset is and where it stands, so that equal files give equal ids.
fn derived_id(row: &AssetRow<'_>, index: usize) -> String {
    let arn = row.arn.as_deref().filter(|arn| !arn.is_empty());
    let parts = [
        row.provider.as_str(),
        row.account_id.as_deref().unwrap_or(""),
        row.asset_type.as_str(),
        arn.unwrap_or(&row.name),
        &index.to_string(),
    ];
    content_id("asset", &parts)
}

/// A version 5 UUID over the kind and parts of a record.
pub(crate) fn content_id(kind: &str, parts: &[&str]) -> String {
    let preimage = format!("cloudg:{kind}\u{0}{}", parts.join("\u{0}"));
    Uuid::new_v5(&Uuid::NAMESPACE_URL, preimage.as_bytes()).to_string()
}
