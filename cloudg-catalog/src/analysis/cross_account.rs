//! Relations between assets of different accounts.

use fixedbitset::FixedBitSet;

use super::accounts::is_external;
use crate::{
    dataset::{Dataset, Symbol, count_by},
    graph::EdgeTypes,
    model::EdgeType,
};

/// An edge between assets with account ids that differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The edge.
    pub edge: usize,
    /// The asset it starts at.
    pub source: usize,
    /// The asset it ends at.
    pub target: usize,
    /// Whether one of them is marked as belonging to somebody else.
    pub external: bool,
}

/// Which crossings to list.
#[derive(Debug, Clone)]
pub struct CrossingQuery {
    /// Account at either end; empty for any.
    pub account_id: String,
    /// Only with somebody else's asset at one end.
    pub external_only: bool,
    /// Types to keep.
    pub edge_types: EdgeTypes,
}

/// Crossings in dataset order, and how many lead from which account to which, in order of first
/// appearance.
#[derive(Debug, Clone)]
pub struct Crossings {
    /// Those that fit the query.
    pub rows: Vec<Crossing>,
    /// Pairs of accounts as symbols of the assets.
    pub by_account_pair: Vec<((Symbol, Symbol), usize)>,
}

/// Lists crossings, those by which organisations, units and accounts contain each other left out.
pub fn list(dataset: &Dataset, query: &CrossingQuery) -> Crossings {
    let assets = dataset.assets();
    let account = |asset| assets.account_symbol(asset);
    let wanted = assets.symbols().find(&query.account_id);
    let is_at = |crossing: &Crossing| {
        [crossing.source, crossing.target].into_iter().any(|end| Some(account(end)) == wanted)
    };
    let fits = |crossing: &&Crossing| {
        (query.account_id.is_empty() || is_at(crossing))
            && (crossing.external || !query.external_only)
            && query.edge_types.contains(dataset.edges().edge_type(crossing.edge))
            && !is_structure(dataset, crossing)
    };
    let rows: Vec<Crossing> = all(dataset).iter().filter(fits).copied().collect();
    let pair = |row: &Crossing| (account(row.source), account(row.target));
    Crossings { by_account_pair: count_by(rows.iter().map(pair)), rows }
}

/// Every edge between assets of different accounts, in dataset order.
pub fn all(dataset: &Dataset) -> &[Crossing] {
    let measures = dataset.inventory().measures();
    measures.account_crossings.get_or_init(|| {
        let mut external = External::new(dataset);
        let edges = 0..dataset.edges().len();
        edges.filter_map(|edge| crossing(dataset, &mut external, edge)).collect()
    })
}

fn crossing(dataset: &Dataset, external: &mut External<'_>, edge: usize) -> Option<Crossing> {
    let (edges, nodes) = (dataset.edges(), dataset.inventory().nodes());
    let source = nodes.node(edges.source(edge)).asset()?;
    let target = nodes.node(edges.target(edge)).asset()?;
    dataset.has_other_account(source, target).then(|| Crossing {
        edge,
        source,
        target,
        external: external.is_marked(source) || external.is_marked(target),
    })
}

fn is_structure(dataset: &Dataset, crossing: &Crossing) -> bool {
    let is_level = |asset| dataset.assets().asset_type(asset).is_hierarchy();
    dataset.edges().edge_type(crossing.edge) == EdgeType::CONTAINS
        && is_level(crossing.source)
        && is_level(crossing.target)
}

/// Reads the metadata of each asset once.
struct External<'a> {
    dataset: &'a Dataset,
    read: FixedBitSet,
    marked: FixedBitSet,
}

impl<'a> External<'a> {
    fn new(dataset: &'a Dataset) -> Self {
        let none = FixedBitSet::with_capacity(dataset.assets().len());
        Self { dataset, read: none.clone(), marked: none }
    }

    fn is_marked(&mut self, asset: usize) -> bool {
        if !self.read.put(asset) {
            self.marked.set(asset, is_external(self.dataset, asset));
        }
        self.marked.contains(asset)
    }
}
