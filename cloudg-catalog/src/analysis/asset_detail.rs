//! Everything close to one asset.

use crate::{
    dataset::{Dataset, View},
    model::EdgeType,
    text::raw,
};

/// Most findings that the detail of an asset lists.
pub const MAX_FINDINGS: usize = 25;
/// Most metadata keys that the detail of an asset names.
const MAX_METADATA_KEYS: usize = 100;

/// Edges at an asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relations {
    /// Outgoing edges by type, in order of first appearance.
    pub outgoing: Vec<(EdgeType, usize)>,
    /// Incoming edges by type, in order of first appearance.
    pub incoming: Vec<(EdgeType, usize)>,
    /// The first edges by index: outgoing, then incoming, each in dataset order.
    pub sample: Vec<usize>,
    /// All edges; a self-loop counts twice.
    pub total: usize,
}

/// Counts the edges at an asset and lists the first `max_sample`.
pub fn relations(dataset: &Dataset, asset: usize, max_sample: usize) -> Relations {
    let graph = dataset.graph(&[View::Graph, View::DependencyGraph]);
    let node = graph.nodes().of_asset(asset);
    let (outgoing, incoming) = (graph.raw().outgoing(node), graph.raw().incoming(node));
    let types = |edges: &[u32]| {
        let types = edges.iter().map(|&edge| dataset.edges().edge_type(edge as usize));
        crate::dataset::count_by(types)
    };
    let all = outgoing.iter().chain(incoming);
    Relations {
        outgoing: types(outgoing),
        incoming: types(incoming),
        sample: all.take(max_sample).map(|&edge| edge as usize).collect(),
        total: outgoing.len() + incoming.len(),
    }
}

/// The first metadata keys of an asset by name, at most 100.
pub fn metadata_keys(dataset: &Dataset, asset: usize) -> Vec<String> {
    let metadata = raw::parse_object(dataset.assets().metadata(asset));
    let mut keys: Vec<String> = metadata.into_iter().map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.truncate(MAX_METADATA_KEYS);
    keys
}

/// The riskiest open findings of an asset by index, ties in dataset order.
pub fn riskiest_findings(dataset: &Dataset, asset: usize, most: usize) -> Vec<usize> {
    let open = dataset.asset_findings().of(asset).iter().map(|&finding| finding as usize);
    let mut open: Vec<usize> = open.collect();
    let risk = |&finding: &usize| dataset.findings().risk_score(finding);
    open.sort_by(|a, b| risk(b).total_cmp(&risk(a)));
    open.truncate(most);
    open
}
