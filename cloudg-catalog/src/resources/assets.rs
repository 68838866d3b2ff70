//! Assets and what is around them.

use cloudg_runtime::{Labelled, State, ToolContext, ToolError, resource};
use hashbrown::HashSet;
use serde::Serialize;

use super::{absent, active, completers};
use crate::{
    analysis::asset_detail,
    dataset::{Dataset, View},
    graph::{Direction, Graph, NodeId},
    model::EdgeType,
    tools::{
        briefs::{AssetBrief, EdgeBrief, FindingBrief},
        dataset_views::Counts,
        errors::find_asset,
    },
    workspace::Workspace,
};

/// Findings in the detail of an asset.
const MAX_FINDINGS: usize = 10;
/// Edges around an asset.
const MAX_EDGES: usize = 500;

/// A node of the graph by address.
#[derive(Serialize, Labelled)]
#[serde(untagged)]
pub(crate) enum NodeReply {
    Asset(Box<AssetReply>),
    Other(OtherReply),
}

/// An asset in detail.
#[derive(Serialize, Labelled)]
pub(crate) struct AssetReply {
    #[serde(flatten)]
    brief: AssetBrief,
    relations: RelationsReply,
    findings: Vec<FindingBrief>,
    #[label(detect)]
    metadata_keys: Vec<String>,
    dependencies: DependenciesReply,
}

/// A node that is no asset.
#[derive(Serialize, Labelled)]
pub(crate) struct OtherReply {
    #[label(identifier)]
    id: String,
    external: bool,
    #[label(name)]
    name: String,
    degree: usize,
}

/// Edges of an asset by type.
#[derive(Serialize, Labelled)]
struct RelationsReply {
    #[label(keys(public))]
    outgoing: Counts,
    #[label(keys(public))]
    incoming: Counts,
}

#[derive(Serialize, Labelled)]
struct DependenciesReply {
    direct_depends_on: usize,
    direct_dependents: usize,
}

impl NodeReply {
    /// What there is to say of a node.
    pub(crate) fn new(dataset: &Dataset, node: NodeId) -> Self {
        let graph = dataset.graph(&[View::Graph]);
        match graph.asset(node) {
            Some(asset) => Self::Asset(Box::new(AssetReply::new(dataset, asset))),
            None => {
                let degree = graph.degree(node);
                Self::Other(OtherReply {
                    id: graph.id(node).to_owned(),
                    external: true,
                    name: graph.name(node).to_owned(),
                    degree: degree.incoming + degree.outgoing,
                })
            }
        }
    }
}

impl AssetReply {
    fn new(dataset: &Dataset, asset: usize) -> Self {
        let relations = asset_detail::relations(dataset, asset, 0);
        let riskiest = asset_detail::riskiest_findings(dataset, asset, MAX_FINDINGS);
        let graph = dataset.inventory().graph();
        let (node, dependencies) = (graph.nodes().of_asset(asset), graph.dependencies(false));
        let direct = |direction| dependencies.direct(direction, node).len();
        Self {
            brief: AssetBrief::with_tags(dataset, asset),
            relations: RelationsReply {
                outgoing: Counts::of(&relations.outgoing, EdgeType::as_str),
                incoming: Counts::of(&relations.incoming, EdgeType::as_str),
            },
            findings: riskiest.into_iter().map(|f| FindingBrief::new(dataset, f)).collect(),
            metadata_keys: asset_detail::metadata_keys(dataset, asset),
            dependencies: DependenciesReply {
                direct_depends_on: direct(Direction::Upstream),
                direct_dependents: direct(Direction::Downstream),
            },
        }
    }
}

/// The node that a reference selects: an asset by id or ARN, another node by its exact text, or an
/// asset by any other reference. The names of the internet mean nothing here.
pub(crate) fn find_node(dataset: &Dataset, reference: &str) -> Result<NodeId, ToolError> {
    let graph = dataset.graph(&[View::Graph]);
    let (inventory, nodes) = (dataset.inventory(), graph.nodes());
    if inventory.asset_by_key(reference).is_none()
        && let Some(node) = nodes.placeholder(inventory, reference)
    {
        return Ok(node);
    }
    find_asset(dataset, reference).map(|asset| nodes.of_asset(asset))
}

/// One asset: identity and tags, relations by type, riskiest open findings, metadata keys.
#[resource(
    "cloudg://assets/{+ref}",
    title = "Asset",
    category = "inventory",
    sensitivity = confidential,
    complete(ref = completers::assets),
)]
fn asset_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    r#ref: String,
) -> Result<NodeReply, ToolError> {
    let dataset = active(&workspace)?;
    let node = find_node(&dataset, &r#ref).map_err(absent)?;
    Ok(NodeReply::new(&dataset, node))
}

/// Edges at a node and what is at their other ends.
#[derive(Serialize, Labelled)]
struct NeighborsReply {
    #[label(identifier)]
    asset: String,
    edges: Vec<EdgeBrief>,
    neighbors: Vec<Neighbor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_edges: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
}

#[derive(Serialize, Labelled)]
#[serde(untagged)]
enum Neighbor {
    Asset(Box<AssetBrief>),
    Other {
        #[label(identifier)]
        id: String,
        external: bool,
    },
}

impl Neighbor {
    fn new(dataset: &Dataset, graph: Graph<'_>, node: NodeId) -> Self {
        match graph.asset(node) {
            Some(asset) => Self::Asset(Box::new(AssetBrief::new(dataset, asset))),
            None => Self::Other { id: graph.id(node).to_owned(), external: true },
        }
    }
}

/// The edges at one asset, at most 500, and what they lead to.
#[resource(
    "cloudg://assets/{+ref}/neighbors",
    title = "Asset neighbours",
    category = "graph",
    sensitivity = confidential,
    complete(ref = completers::assets),
)]
fn asset_neighbors_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    r#ref: String,
) -> Result<NeighborsReply, ToolError> {
    let dataset = active(&workspace)?;
    let node = find_node(&dataset, &r#ref).map_err(absent)?;
    let graph = dataset.graph(&[View::Graph]);
    let entries: Vec<_> = graph.raw().entries(node).take(MAX_EDGES).collect();
    let total = graph.raw().entries(node).count();
    let is_cut = total > entries.len();
    let mut seen = HashSet::new();
    let others = entries.iter().map(|entry| entry.other).filter(|other| seen.insert(*other));
    Ok(NeighborsReply {
        asset: graph.id(node).to_owned(),
        neighbors: others.map(|other| Neighbor::new(&dataset, graph, other)).collect(),
        edges: entries.iter().map(|entry| EdgeBrief::new(&dataset, entry.edge)).collect(),
        total_edges: is_cut.then_some(total),
        truncated: is_cut.then_some(true),
    })
}

/// An asset and its open findings.
#[derive(Serialize, Labelled)]
struct AssetFindingsReply {
    asset: AssetBrief,
    findings: Vec<FindingBrief>,
}

/// The open findings about one asset, riskiest first.
#[resource(
    "cloudg://assets/{+ref}/findings",
    title = "Asset findings",
    category = "findings",
    sensitivity = confidential,
    complete(ref = completers::assets),
)]
fn asset_findings_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    r#ref: String,
) -> Result<AssetFindingsReply, ToolError> {
    let dataset = active(&workspace)?;
    let asset = find_asset(&dataset, &r#ref).map_err(absent)?;
    let open = asset_detail::riskiest_findings(&dataset, asset, usize::MAX);
    Ok(AssetFindingsReply {
        asset: AssetBrief::new(&dataset, asset),
        findings: open.into_iter().map(|finding| FindingBrief::new(&dataset, finding)).collect(),
    })
}
