//! Answers about the graph as a whole, and exports of parts of it.

use cloudg_runtime::number;
use serde::Serialize;
use serde_json::Value;

use super::args::{ExportFormat, MetricArg};
use crate::{
    analysis::{
        centrality::{ERROR_BOUND, Ranking},
        graph_stats::GraphStats,
        security_coverage::{SecurityCoverage, Services},
        subgraph::Subgraph,
    },
    dataset::Dataset,
    export::{self, Cytoscape, D3},
    graph::{Degree, Graph, NodeId},
    model::EdgeType,
    text::round::round_to_digits,
    tools::{briefs::NodeBrief, dataset_views::Counts, paging::Bounded},
};

/// The most central assets.
#[derive(Serialize)]
pub(super) struct CentralityReply {
    dataset: String,
    metric: MetricArg,
    sampled: bool,
    #[serde(flatten)]
    sample: Option<Sample>,
    items: Vec<CentralAsset>,
}

/// How far to trust an estimate.
#[derive(Serialize)]
struct Sample {
    method: &'static str,
    pivots: usize,
    error_bound: Value,
}

#[derive(Serialize)]
struct CentralAsset {
    #[serde(flatten)]
    asset: NodeBrief,
    score: Value,
    degree: usize,
}

impl CentralityReply {
    pub(super) fn new(dataset: &Dataset, metric: MetricArg, ranking: &Ranking) -> Self {
        let sample = ranking.n_pivots.map(|pivots| Sample {
            method: "Estimated from shortest ways that start at a fixed sample of pivots. With \
                     95 % confidence the score of a node is off by less than error_bound; below \
                     the first few the order is indicative.",
            pivots,
            error_bound: number::float_value(ERROR_BOUND),
        });
        let item = |&(node, score): &(NodeId, f64)| CentralAsset::new(dataset, node, score);
        Self {
            dataset: dataset.name().to_owned(),
            metric,
            sampled: sample.is_some(),
            sample,
            items: ranking.top.iter().map(item).collect(),
        }
    }
}

impl CentralAsset {
    fn new(dataset: &Dataset, node: NodeId, score: f64) -> Self {
        let Degree { incoming, outgoing } = dataset.inventory().graph().degree(node);
        Self {
            asset: NodeBrief::new(dataset, node),
            score: number::float_value(round_to_digits(score, 5)),
            degree: incoming + outgoing,
        }
    }
}

/// A part of the graph in one of the formats.
#[derive(Serialize)]
pub(super) struct SubgraphReply {
    dataset: String,
    format: ExportFormat,
    nodes: usize,
    edges: usize,
    truncated: bool,
    graph: Export,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Export {
    D3(D3),
    Cytoscape(Cytoscape),
    Graphml(String),
}

impl SubgraphReply {
    pub(super) fn new(
        dataset: &Dataset,
        graph: Graph<'_>,
        format: ExportFormat,
        part: &Subgraph<'_>,
    ) -> Self {
        Self {
            dataset: dataset.name().to_owned(),
            format,
            nodes: part.nodes.len(),
            edges: part.links.len(),
            truncated: part.truncated,
            graph: match format {
                ExportFormat::D3 => Export::D3(export::d3(graph, part)),
                ExportFormat::Cytoscape => Export::Cytoscape(export::cytoscape(graph, part)),
                ExportFormat::Graphml => Export::Graphml(export::graphml(graph, part)),
            },
        }
    }
}

/// Where security services run, and gaps.
#[derive(Serialize)]
pub(super) struct SecurityCoverageReply {
    dataset: String,
    services_by_account_region: Services,
    gaps: BoundedList<String>,
    workloads_without_vulnerability_scanning: BoundedList<Workload>,
    internet_facing_without_waf: BoundedList<Endpoint>,
}

#[derive(Serialize)]
struct BoundedList<T> {
    #[serde(flatten)]
    bounds: Bounded,
    items: Vec<T>,
}

impl<T> BoundedList<T> {
    fn new<R>(rows: &[R], limit: usize, item: impl FnMut(&R) -> T) -> Self {
        let bounds = Bounded::new(rows.len(), limit);
        Self { bounds, items: rows.iter().take(limit).map(item).collect() }
    }
}

#[derive(Serialize)]
struct Endpoint {
    name: String,
    arn: Option<String>,
    #[serde(rename = "type")]
    asset_type: &'static str,
    account_id: Option<String>,
}

impl Endpoint {
    fn new(dataset: &Dataset, asset: usize) -> Self {
        let assets = dataset.assets();
        Self {
            name: assets.name(asset).to_owned(),
            arn: assets.arn(asset).map(str::to_owned),
            asset_type: assets.asset_type(asset).as_str(),
            account_id: assets.account_id(asset).map(str::to_owned),
        }
    }
}

#[derive(Serialize)]
struct Workload {
    #[serde(flatten)]
    endpoint: Endpoint,
    region: String,
}

impl SecurityCoverageReply {
    pub(super) fn new(dataset: &Dataset, coverage: &SecurityCoverage, limit: u32) -> Self {
        let limit = limit as usize;
        let endpoint = |&asset: &usize| Endpoint::new(dataset, asset);
        let workload = |asset: &usize| Workload {
            endpoint: endpoint(asset),
            region: dataset.assets().region(*asset).to_owned(),
        };
        Self {
            dataset: dataset.name().to_owned(),
            services_by_account_region: coverage.services.clone(),
            gaps: BoundedList::new(&coverage.gaps, limit, String::clone),
            workloads_without_vulnerability_scanning: BoundedList::new(
                &coverage.unscanned,
                limit,
                workload,
            ),
            internet_facing_without_waf: BoundedList::new(&coverage.unprotected, limit, endpoint),
        }
    }
}

/// Size and shape.
#[derive(Serialize)]
pub(super) struct GraphStatsReply {
    dataset: String,
    nodes: usize,
    asset_nodes: usize,
    placeholder_nodes: usize,
    edges: usize,
    graph_edges: usize,
    edges_by_type: Counts,
    edges_by_relationship: Counts,
    components: usize,
    largest_component: usize,
    isolated_assets: usize,
    density: Value,
    mean_degree: Value,
}

impl GraphStatsReply {
    pub(super) fn new(dataset: &Dataset, stats: &GraphStats) -> Self {
        Self {
            dataset: dataset.name().to_owned(),
            nodes: stats.nodes,
            asset_nodes: stats.asset_nodes,
            placeholder_nodes: stats.placeholder_nodes,
            edges: stats.edges,
            graph_edges: stats.graph_edges,
            edges_by_type: Counts::of(&stats.edges_by_type, EdgeType::as_str),
            edges_by_relationship: stats.edges_by_relationship.iter().cloned().collect(),
            components: stats.components,
            largest_component: stats.largest_component,
            isolated_assets: stats.isolated_assets,
            density: number::float_value(stats.density),
            mean_degree: number::float_value(stats.mean_degree),
        }
    }
}
