//! Which assets fit a filter, in which order.

use fixedbitset::FixedBitSet;

use crate::{
    dataset::{Dataset, SortKey, Symbol},
    model::{AssetType, Provider, Severity},
    text::fold,
};

/// What an asset has to be; every condition that is set must hold.
#[derive(Debug, Clone, Default)]
pub struct AssetFilter {
    /// Contained in the name, ARN, id or a tag value, any case; blank for no condition.
    pub query: String,
    /// Cloud.
    pub provider: Option<Provider>,
    /// One of these types.
    pub asset_types: Option<Vec<AssetType>>,
    /// Region, any case; empty for no condition.
    pub region: String,
    /// Account, exact; empty for no condition.
    pub account_id: String,
    /// Tag key, and value if one is given.
    pub tag: Option<TagFilter>,
    /// Exposure flag.
    pub internet_exposed: Option<bool>,
    /// Whether there are open findings.
    pub has_findings: Option<bool>,
    /// An open finding at least this bad.
    pub min_severity: Option<Severity>,
}

/// A tag that an asset carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagFilter {
    /// Exact key.
    pub key: String,
    /// Exact value, `None` for any.
    pub value: Option<String>,
}

impl TagFilter {
    /// Reads `key` or `key=value`, split at the first `=`; `None` for the empty text.
    pub fn parse(text: &str) -> Option<Self> {
        let (key, value) = match text.split_once('=') {
            Some((key, value)) => (key, Some(value.to_owned())),
            None => (text, None),
        };
        (!text.is_empty()).then(|| Self { key: key.to_owned(), value })
    }
}

/// Assets that fit, by index.
pub fn matching(dataset: &Dataset, filter: &AssetFilter) -> FixedBitSet {
    let assets = dataset.assets();
    let compiled = Compiled::new(dataset, filter);
    let mut found = FixedBitSet::with_capacity(assets.len());
    if !compiled.is_empty {
        found.extend((0..assets.len()).filter(|&asset| compiled.fits(asset)));
    }
    found
}

/// One page of the assets that fit. Equal assets stand in dataset order in both directions.
pub fn page(
    dataset: &Dataset,
    found: &FixedBitSet,
    key: SortKey,
    descending: bool,
    range: std::ops::Range<usize>,
) -> Vec<usize> {
    let order = dataset.order(key);
    let fits = |asset: &usize| found.contains(*asset);
    if descending == key.highest_first() {
        order.ascending().filter(fits).skip(range.start).take(range.len()).collect()
    } else {
        order.descending().filter(fits).skip(range.start).take(range.len()).collect()
    }
}

/// A filter whose texts are looked up once.
struct Compiled<'a> {
    dataset: &'a Dataset,
    filter: &'a AssetFilter,
    /// A condition that nothing can meet: a text that no asset has.
    is_empty: bool,
    with_query: Option<FixedBitSet>,
    types: Option<FixedBitSet>,
    regions: Option<FixedBitSet>,
    account: Option<Symbol>,
    tag: Option<(Symbol, Option<Symbol>)>,
}

impl<'a> Compiled<'a> {
    fn new(dataset: &'a Dataset, filter: &'a AssetFilter) -> Self {
        let assets = dataset.assets();
        let symbols = assets.symbols();
        let query = fold::lower(&filter.query);
        let query = query.trim();
        let with_query =
            (!query.is_empty()).then(|| dataset.inventory().search().find(assets, query));
        let types = filter.asset_types.as_ref().map(|types| {
            types.iter().map(|asset_type| asset_type.index()).collect::<FixedBitSet>()
        });
        let region = fold::lower(&filter.region);
        let regions = (!region.is_empty()).then(|| {
            let same = symbols.iter().filter(|(_, text)| *fold::lower(text) == *region);
            same.map(|(symbol, _)| symbol.index()).collect::<FixedBitSet>()
        });
        let mut is_empty = false;
        let mut find = |text: &str| {
            let symbol = symbols.find(text);
            is_empty |= symbol.is_none();
            symbol
        };
        let account = Some(filter.account_id.as_str()).filter(|id| !id.is_empty());
        let account = account.and_then(&mut find);
        let tag = filter.tag.as_ref().and_then(|tag| {
            let key = find(&tag.key)?;
            Some((key, tag.value.as_deref().and_then(&mut find)))
        });
        Self { dataset, filter, is_empty, with_query, types, regions, account, tag }
    }

    fn fits(&self, asset: usize) -> bool {
        let (assets, filter) = (self.dataset.assets(), self.filter);
        let holds = |set: &Option<FixedBitSet>, index: usize| {
            set.as_ref().is_none_or(|set| set.contains(index))
        };
        holds(&self.with_query, asset)
            && filter.provider.is_none_or(|provider| provider == assets.provider(asset))
            && holds(&self.types, assets.asset_type(asset).index())
            && holds(&self.regions, assets.region_symbol(asset).index())
            && self.account.is_none_or(|account| account == assets.account_symbol(asset))
            && self.tag.is_none_or(|tag| self.is_tagged(asset, tag))
            && filter.internet_exposed.is_none_or(|flag| flag == assets.is_exposed(asset))
            && self.fits_findings(asset)
    }

    fn is_tagged(&self, asset: usize, (key, value): (Symbol, Option<Symbol>)) -> bool {
        let fits = |&(k, v): &(Symbol, Symbol)| k == key && value.is_none_or(|value| value == v);
        self.dataset.assets().tag_symbols(asset).iter().any(fits)
    }

    fn fits_findings(&self, asset: usize) -> bool {
        let AssetFilter { has_findings, min_severity, .. } = self.filter;
        if has_findings.is_none() && min_severity.is_none() {
            return true;
        }
        let findings = self.dataset.asset_findings();
        has_findings.is_none_or(|flag| flag == (findings.n_open(asset) > 0))
            && min_severity.is_none_or(|least| findings.worst(asset) >= Some(least))
    }
}
