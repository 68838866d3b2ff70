//! Answers about edges.

use cloudg_runtime::open_object;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    analysis::{
        cross_account::{Crossing, Crossings},
        neighborhood::Neighborhood,
    },
    dataset::Dataset,
    graph::NodeId,
    tools::{
        briefs::{EdgeBrief, NodeBrief},
        dataset_views::Counts,
        paging::Page,
    },
};

/// What is around a node.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(super) struct NeighborsReply {
    dataset: String,
    asset: NodeBrief,
    nodes: Vec<NodeBrief>,
    edges: Vec<EdgeBrief>,
    node_count: usize,
    edge_count: usize,
    truncated: bool,
}

impl NeighborsReply {
    pub(super) fn new(dataset: &Dataset, start: NodeId, found: &Neighborhood) -> Self {
        let Neighborhood { nodes, edges, lacks_nodes, lacks_edges } = found;
        Self {
            dataset: dataset.name().to_owned(),
            asset: NodeBrief::new(dataset, start),
            nodes: nodes.iter().map(|&node| NodeBrief::new(dataset, node)).collect(),
            edges: edges.iter().map(|&edge| EdgeBrief::new(dataset, edge)).collect(),
            node_count: nodes.len(),
            edge_count: edges.len(),
            truncated: *lacks_nodes || *lacks_edges,
        }
    }
}

/// A page of edges.
#[derive(Serialize)]
pub(super) struct GetEdgesReply {
    pub dataset: String,
    #[serde(flatten)]
    pub page: Page,
    pub items: Vec<EdgeBrief>,
}

/// What [`GetEdgesReply`] looks like, for clients.
#[derive(JsonSchema)]
#[schemars(transform = open_object)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct GetEdgesOutput {
    dataset: String,
    total: usize,
    offset: usize,
    returned: usize,
    next_cursor: Option<String>,
    truncated: bool,
    items: Vec<EdgeBrief>,
}

/// A page of relations between accounts.
#[derive(Serialize)]
pub(super) struct CrossAccountReply {
    dataset: String,
    #[serde(flatten)]
    page: Page,
    by_account_pair: Counts,
    items: Vec<CrossingEntry>,
}

impl CrossAccountReply {
    pub(super) fn new(dataset: &Dataset, found: &Crossings, page: Page) -> Self {
        let account = |symbol| dataset.assets().symbols().get(symbol);
        let pairs = found.by_account_pair.iter().map(|&((source, target), count)| {
            (format!("{} -> {}", account(source), account(target)), count)
        });
        let rows = &found.rows[page.range()];
        Self {
            dataset: dataset.name().to_owned(),
            by_account_pair: pairs.collect(),
            items: rows.iter().map(|row| CrossingEntry::new(dataset, row)).collect(),
            page,
        }
    }
}

#[derive(Serialize)]
struct CrossingEntry {
    source: String,
    source_account: Option<String>,
    target: String,
    target_account: Option<String>,
    edge_type: &'static str,
    relationship: Option<String>,
    external: bool,
}

impl CrossingEntry {
    fn new(dataset: &Dataset, row: &Crossing) -> Self {
        let (assets, edges) = (dataset.assets(), dataset.edges());
        let account = |asset| assets.account_id(asset).map(str::to_owned);
        Self {
            source: assets.key(row.source).to_owned(),
            source_account: account(row.source),
            target: assets.key(row.target).to_owned(),
            target_account: account(row.target),
            edge_type: edges.edge_type(row.edge).as_str(),
            relationship: edges.relationship(row.edge).map(str::to_owned),
            external: row.external,
        }
    }
}
