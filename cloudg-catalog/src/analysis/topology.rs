//! How organisations, units and accounts contain each other, told from the assets of a map.

use hashbrown::HashMap;

use super::accounts::is_external;
use crate::{
    dataset::Dataset,
    model::{AssetType, EdgeType},
};

/// One organisation, unit or account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HierarchyNode<'a> {
    /// The asset.
    pub asset: usize,
    /// Id of what contains it.
    pub parent_id: Option<&'a str>,
    /// Whether it belongs to somebody else.
    pub external: bool,
}

/// A policy and what it governs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyNode<'a> {
    /// The asset.
    pub asset: usize,
    /// Ids of its targets, in edge order.
    pub targets: Vec<&'a str>,
}

/// All organisations, units and accounts in dataset order. Of several parents the last edge counts.
pub fn hierarchy(dataset: &Dataset) -> Vec<HierarchyNode<'_>> {
    let parents = parents(dataset);
    let assets = dataset.assets();
    (0..assets.len())
        .filter(|&asset| assets.asset_type(asset).is_hierarchy())
        .map(|asset| HierarchyNode {
            asset,
            parent_id: parents.get(assets.id(asset)).copied(),
            external: is_external(dataset, asset),
        })
        .collect()
}

/// Most policies that are told.
pub const MAX_POLICIES: usize = 1000;

/// The first policies in dataset order, at most [`MAX_POLICIES`].
pub fn policies(dataset: &Dataset) -> Vec<PolicyNode<'_>> {
    let (assets, edges) = (dataset.assets(), dataset.edges());
    let mut targets: HashMap<&str, Vec<&str>> = HashMap::new();
    for edge in (0..edges.len()).filter(|&edge| edges.edge_type(edge) == EdgeType::GOVERNS) {
        let text = |symbol| edges.endpoints().get(symbol);
        targets.entry(text(edges.source(edge))).or_default().push(text(edges.target(edge)));
    }
    (0..assets.len())
        .filter(|&asset| assets.asset_type(asset) == AssetType::ORG_POLICY)
        .take(MAX_POLICIES)
        .map(|asset| PolicyNode {
            asset,
            targets: targets.get(assets.id(asset)).cloned().unwrap_or_default(),
        })
        .collect()
}

fn parents(dataset: &Dataset) -> HashMap<&str, &str> {
    let (assets, edges) = (dataset.assets(), dataset.edges());
    let nodes = dataset.inventory().nodes();
    let structure = |endpoint| {
        let asset = nodes.node(endpoint).asset()?;
        assets.asset_type(asset).is_hierarchy().then(|| assets.id(asset))
    };
    let contains = (0..edges.len()).filter(|&edge| edges.edge_type(edge) == EdgeType::CONTAINS);
    contains
        .filter_map(|edge| Some((structure(edges.target(edge))?, structure(edges.source(edge))?)))
        .collect()
}
