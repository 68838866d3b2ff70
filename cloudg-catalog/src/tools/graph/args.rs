//! Arguments of the graph tools.

use cloudg_runtime::{Args, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    analysis::{
        centrality::Metric,
        cross_account::CrossingQuery,
        dependency_tree::TreeQuery,
        edge_search::{EdgeQuery, End},
        neighborhood::NeighborhoodQuery,
        subgraph::SubgraphQuery,
    },
    dataset::Dataset,
    graph::{EdgeTypes, Mode, NodeId, Origin, Side, internet::VIRTUAL_ID},
    model::{AssetType, EdgeType},
    text::enum_arg,
    tools::{
        args::{self, DatasetArg, PagingArgs},
        errors::{find_asset, find_node, find_origin},
    },
};

/// Types of edges that a caller chose, all without a choice.
pub(super) fn edge_types(values: Option<&[String]>) -> Result<EdgeTypes, ToolError> {
    Ok(args::list(values, enum_arg::edge_type)?.into())
}

/// On which side of its edges a node is left.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum EdgeSide {
    Out,
    In,
    #[default]
    Both,
}

/// Arguments of `neighbors`.
#[derive(Args)]
pub(super) struct NeighborsArgs {
    /// The node in the middle: an asset by id, ARN, the last part of one or a unique name; an
    /// endpoint that is no asset, such as a CIDR, by its exact text; or `internet`.
    #[arg(length = 1.., name = "ref")]
    pub reference: String,
    /// Follow edges `out` of a node, those that lead `in`, or `both`.
    #[arg(default)]
    pub direction: EdgeSide,
    /// Edge types to follow, such as `ATTACHED_TO`; none for all.
    pub edge_types: Option<Vec<String>>,
    /// Edges from the middle to the outermost nodes.
    #[arg(default = 1, range = 1..=4)]
    pub depth: u32,
    /// Most nodes to return; twice as many edges.
    #[arg(default = 100, range = 1..=500)]
    pub limit: u32,
    #[args]
    pub dataset: DatasetArg,
}

impl NeighborsArgs {
    pub(super) fn resolve(&self, dataset: &Dataset) -> Result<NeighborhoodQuery, ToolError> {
        let max_nodes = self.limit as usize;
        Ok(NeighborhoodQuery {
            start: find_node(dataset, &self.reference)?,
            side: match self.direction {
                EdgeSide::Out => Some(Side::Outgoing),
                EdgeSide::In => Some(Side::Incoming),
                EdgeSide::Both => None,
            },
            edge_types: edge_types(self.edge_types.as_deref())?,
            depth: self.depth,
            max_nodes,
            max_edges: 2 * max_nodes,
        })
    }
}

/// Arguments of `get_edges`.
#[derive(Args)]
pub(super) struct GetEdgesArgs {
    /// Node where the edges start: an asset, the exact text of another endpoint, or `internet` for
    /// whatever lets the internet in; empty for any.
    #[arg(default)]
    pub source: String,
    /// Node where the edges end, named in the same ways; empty for any.
    #[arg(default)]
    pub target: String,
    /// Edge types to keep; none for all.
    pub edge_types: Option<Vec<String>>,
    /// Relationship, exactly as stored, such as `ENCRYPTED_BY_KMS`; empty for any.
    #[arg(default)]
    pub relationship: String,
    /// Keep only edges between assets of different accounts.
    #[arg(default)]
    pub cross_account_only: bool,
    /// Keep only what lets the internet in, by its source or its CIDR.
    #[arg(default)]
    pub internet_only: bool,
    /// Keep only edges that open this port.
    pub port: Option<u16>,
    #[args]
    pub paging: PagingArgs,
    #[args]
    pub dataset: DatasetArg,
}

impl GetEdgesArgs {
    pub(super) fn resolve<'a>(&'a self, dataset: &'a Dataset) -> Result<EdgeQuery<'a>, ToolError> {
        Ok(EdgeQuery {
            source: end(dataset, &self.source)?,
            target: end(dataset, &self.target)?,
            edge_types: edge_types(self.edge_types.as_deref())?,
            relationship: &self.relationship,
            cross_account_only: self.cross_account_only,
            internet_only: self.internet_only,
            port: self.port,
        })
    }
}

/// What decides the list of edges, references resolved: the preimage of cursors.
pub(super) fn edge_query_key(query: &EdgeQuery<'_>) -> Value {
    let end = |end| match end {
        End::Any => Value::Null,
        End::Node(id) => id.into(),
        End::Internet => VIRTUAL_ID.into(),
    };
    json!({
        "q": {
            "source": end(query.source),
            "target": end(query.target),
            "edge_types": type_names(query.edge_types),
            "relationship": query.relationship,
            "internet_only": query.internet_only,
            "port": query.port,
        },
        "x": query.cross_account_only,
    })
}

/// The names of chosen types, sorted.
fn type_names(types: EdgeTypes) -> Option<Vec<&'static str>> {
    let mut names: Vec<_> = types.chosen()?.into_iter().map(EdgeType::as_str).collect();
    names.sort_unstable();
    Some(names)
}

fn end<'a>(dataset: &'a Dataset, reference: &str) -> Result<End<'a>, ToolError> {
    if reference.is_empty() {
        return Ok(End::Any);
    }
    Ok(end_at(dataset, find_origin(dataset, reference)?))
}

fn end_at(dataset: &Dataset, origin: Origin) -> End<'_> {
    match origin {
        Origin::Internet => End::Internet,
        Origin::Node(node) => End::Node(dataset.inventory().graph().id(node)),
    }
}

/// Arguments of `find_paths`.
#[derive(Args)]
pub(super) struct FindPathsArgs {
    /// Where paths start: an asset (id, ARN, name), a placeholder such as a CIDR, or `internet` for
    /// everything that the internet can enter by.
    #[arg(length = 1..)]
    pub source: String,
    /// Where paths end: an asset or a placeholder.
    #[arg(length = 1..)]
    pub target: String,
    /// Most hops of a path; from the internet, counted from the first node inside.
    #[arg(default = 6, range = 1..=12)]
    pub max_depth: u32,
    /// Paths to return, shortest first.
    #[arg(default = 5, range = 1..=50)]
    pub max_paths: u32,
    /// `flow` follows traffic and identities as an attacker would, `directed` any edge as it was
    /// collected, `undirected` any connection.
    #[arg(default)]
    pub mode: PathMode,
    #[args]
    pub dataset: DatasetArg,
}

/// Which hops paths follow.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PathMode {
    #[default]
    Flow,
    Directed,
    Undirected,
}

impl PathMode {
    pub(super) fn mode(self) -> Mode {
        match self {
            Self::Flow => Mode::Flow,
            Self::Directed => Mode::Directed,
            Self::Undirected => Mode::Undirected,
        }
    }
}

impl FindPathsArgs {
    /// What to try when there is no path.
    pub(super) fn no_path_hint(&self) -> String {
        let (mode, other) = match self.mode {
            PathMode::Flow => ("flow", ", mode undirected (any connection)"),
            PathMode::Directed => ("directed", ", mode undirected (edges both ways)"),
            PathMode::Undirected => ("undirected", ""),
        };
        format!(
            "No path of at most {} hops in mode {mode}. Try a larger max_depth{other}, or look at \
             the neighbors of both ends.",
            self.max_depth
        )
    }
}

/// Arguments of `depends_on` and `dependents`.
#[derive(Args)]
pub(super) struct DependencyArgs {
    /// The asset: its id, ARN or cloud resource id, the last part of one, or a unique name.
    #[arg(length = 1.., name = "ref")]
    pub reference: String,
    /// Steps to follow; 1 for what is direct.
    #[arg(default = 3, range = 1..=15)]
    pub max_depth: u32,
    /// Most items to return; the total is always given.
    #[arg(default = 100, range = 1..=500)]
    pub limit: u32,
    #[args]
    pub dataset: DatasetArg,
}

/// Which trees to grow.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TreeDirection {
    Up,
    Down,
    #[default]
    Both,
}

/// Arguments of `dependency_tree`.
#[derive(Args)]
pub(super) struct DependencyTreeArgs {
    /// The asset at the root: its id, ARN or cloud resource id, the last part of one, or a unique
    /// name.
    #[arg(length = 1.., name = "ref")]
    pub reference: String,
    /// `up` for what the asset needs, `down` for what needs it.
    #[arg(default)]
    pub direction: TreeDirection,
    /// Levels below the root.
    #[arg(default = 3, range = 1..=6)]
    pub max_depth: u32,
    /// Let what an organisation, unit or account contains depend on it.
    #[arg(default)]
    pub include_hierarchy: bool,
    /// Most nodes of both trees together.
    #[arg(default = 200, range = 1..=1000)]
    pub max_nodes: u32,
    #[args]
    pub dataset: DatasetArg,
}

impl DependencyTreeArgs {
    pub(super) fn resolve(&self, dataset: &Dataset) -> Result<TreeQuery, ToolError> {
        Ok(TreeQuery {
            root: asset_node(dataset, &self.reference)?,
            upstream: self.direction != TreeDirection::Down,
            downstream: self.direction != TreeDirection::Up,
            max_depth: self.max_depth,
            include_hierarchy: self.include_hierarchy,
            max_nodes: self.max_nodes as usize,
        })
    }
}

/// The node of the asset that a reference selects.
pub(super) fn asset_node(dataset: &Dataset, reference: &str) -> Result<NodeId, ToolError> {
    let asset = find_asset(dataset, reference)?;
    Ok(dataset.inventory().graph().nodes().of_asset(asset))
}

/// Arguments of `cross_account_edges`.
#[derive(Args)]
pub(super) struct CrossAccountArgs {
    /// Account, subscription or project at either end, exactly; empty for any.
    #[arg(default)]
    pub account_id: String,
    /// Keep only relations with an asset that is marked as belonging to somebody else.
    #[arg(default)]
    pub external_only: bool,
    /// Edge types to keep, such as `IAM_TRUST`; none for all.
    pub edge_types: Option<Vec<String>>,
    #[args]
    pub paging: PagingArgs,
    #[args]
    pub dataset: DatasetArg,
}

impl CrossAccountArgs {
    pub(super) fn resolve(&self) -> Result<CrossingQuery, ToolError> {
        Ok(CrossingQuery {
            account_id: self.account_id.clone(),
            external_only: self.external_only,
            edge_types: edge_types(self.edge_types.as_deref())?,
        })
    }
}

/// What decides the list of crossings: the preimage of cursors.
pub(super) fn crossing_query_key(query: &CrossingQuery) -> Value {
    json!({
        "a": query.account_id,
        "x": query.external_only,
        "t": type_names(query.edge_types),
    })
}

/// What makes an asset central.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MetricArg {
    #[default]
    Degree,
    InDegree,
    OutDegree,
    Betweenness,
}

impl MetricArg {
    pub(super) fn metric(self) -> Metric {
        match self {
            Self::Degree => Metric::Degree,
            Self::InDegree => Metric::InDegree,
            Self::OutDegree => Metric::OutDegree,
            Self::Betweenness => Metric::Betweenness,
        }
    }
}

/// Arguments of `centrality_top`.
#[derive(Args)]
pub(super) struct CentralityArgs {
    /// `degree` counts neighbours, `in_degree` and `out_degree` one direction of them;
    /// `betweenness` finds chokepoints: assets on the shortest ways between others.
    #[arg(default)]
    pub metric: MetricArg,
    /// Assets to return, most central first.
    #[arg(default = 20, range = 1..=200)]
    pub top: u32,
    /// Asset types to rank, such as `IAM_ROLE`; none for all. Scores are those in the whole graph.
    pub asset_types: Option<Vec<String>>,
    #[args]
    pub dataset: DatasetArg,
}

impl CentralityArgs {
    pub(super) fn types(&self) -> Result<Option<Vec<AssetType>>, ToolError> {
        Ok(args::list(self.asset_types.as_deref(), enum_arg::asset_type)?)
    }
}

/// Format of an export.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ExportFormat {
    #[default]
    D3,
    Cytoscape,
    Graphml,
}

/// Arguments of `subgraph_export`.
#[derive(Args)]
pub(super) struct SubgraphArgs {
    /// Nodes to look around: assets by id, ARN, the last part of one or a unique name; other
    /// endpoints by their exact text; or `internet`.
    #[arg(length = 1..=50)]
    pub seeds: Vec<String>,
    /// Edges from a seed to the outermost nodes; 0 for the seeds alone.
    #[arg(default = 1, range = 0..=4)]
    pub depth: u32,
    /// `d3` for nodes and links, `cytoscape` for elements, `graphml` for XML as one text.
    #[arg(default)]
    pub format: ExportFormat,
    /// Most nodes to keep; seeds are kept first.
    #[arg(default = 300, range = 1..=2000)]
    pub max_nodes: u32,
    /// Edge types to follow and keep; none for all.
    pub edge_types: Option<Vec<String>>,
    #[args]
    pub dataset: DatasetArg,
}

impl SubgraphArgs {
    pub(super) fn resolve(&self, dataset: &Dataset) -> Result<SubgraphQuery, ToolError> {
        let edge_types = edge_types(self.edge_types.as_deref())?;
        let seeds = self.seeds.iter().map(|seed| find_node(dataset, seed));
        Ok(SubgraphQuery {
            seeds: seeds.collect::<Result<_, _>>()?,
            depth: self.depth,
            edge_types,
            max_nodes: self.max_nodes as usize,
        })
    }
}
