//! Answers about paths, exposure and danger.

use cloudg_runtime::{number, open_object};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::args::PathMode;
use crate::{
    analysis::{
        attack_paths::{AttackPath, AttackReport},
        blast_radius::{Dependents, NetworkReach},
        find_paths::PathReport,
        internet_exposure::{self, ExposedAsset, Rule},
        lateral_movement::LateralReport,
        paths::Path,
    },
    dataset::Dataset,
    graph::{Hop, Link, NodeId},
    model::Severity,
    tools::{
        briefs::{AssetBrief, NodeBrief},
        dataset_views::Counts,
        paging::Page,
    },
};

/// Most rules listed for an exposed asset.
const MAX_RULES: usize = 10;
/// Most explicit ports written out for a rule.
const MAX_RULE_PORTS: usize = 10;

/// A node on a path.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HopBrief {
    id: String,
    name: String,
    #[serde(rename = "type")]
    node_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    internet_exposed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_findings: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_severity: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    external: Option<bool>,
}

impl HopBrief {
    fn new(dataset: &Dataset, node: NodeId) -> Self {
        let (graph, findings) = (dataset.inventory().graph(), dataset.asset_findings());
        let (assets, asset) = (dataset.assets(), graph.asset(node));
        let worst = asset.and_then(|asset| findings.worst(asset));
        Self {
            id: graph.id(node).to_owned(),
            name: graph.name(node).to_owned(),
            node_type: asset.map_or("EXTERNAL", |asset| assets.asset_type(asset).as_str()),
            account_id: asset.and_then(|asset| assets.account_id(asset)).map(str::to_owned),
            internet_exposed: asset.map(|asset| assets.is_exposed(asset)),
            open_findings: asset.map(|asset| findings.n_open(asset)),
            max_severity: worst.map(Severity::as_str),
            external: asset.is_none().then_some(true),
        }
    }
}

/// A way from node to node.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PathBrief {
    length: usize,
    nodes: Vec<HopBrief>,
    edge_types: Vec<&'static str>,
    summary: String,
}

impl PathBrief {
    fn new(dataset: &Dataset, path: &Path) -> Self {
        let graph = dataset.inventory().graph();
        let names: Vec<&str> = path.nodes.iter().map(|&node| graph.name(node)).collect();
        Self {
            length: path.hops.len(),
            nodes: path.nodes.iter().map(|&node| HopBrief::new(dataset, node)).collect(),
            edge_types: path.hops.iter().copied().map(Hop::as_str).collect(),
            summary: names.join(" -> "),
        }
    }
}

/// Paths between two nodes.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(super) struct FindPathsReply {
    dataset: String,
    source: NodeBrief,
    target: NodeBrief,
    mode: PathMode,
    paths: Vec<PathBrief>,
    total_found: usize,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl FindPathsReply {
    /// The answer, with the hint for the case that there is none.
    pub(super) fn new(
        dataset: &Dataset,
        (source, target): (NodeBrief, NodeBrief),
        mode: PathMode,
        report: &PathReport,
        hint: impl FnOnce() -> String,
    ) -> Self {
        Self {
            dataset: dataset.name().to_owned(),
            source,
            target,
            mode,
            paths: report.paths.iter().map(|path| PathBrief::new(dataset, path)).collect(),
            total_found: report.paths.len(),
            truncated: report.truncated,
            hint: report.paths.is_empty().then(hint),
        }
    }
}

/// Ways in, riskiest first.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(super) struct AttackPathsReply {
    dataset: String,
    paths: Vec<AttackPathBrief>,
    total_found: usize,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    targets_considered: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'static str>,
}

/// A way in.
#[derive(Serialize, JsonSchema)]
struct AttackPathBrief {
    #[serde(flatten)]
    path: PathBrief,
    entry: &'static str,
    target_weight: u32,
    findings_on_path: usize,
    #[schemars(with = "f64")]
    score: Value,
}

impl AttackPathsReply {
    pub(super) fn new(dataset: &Dataset, report: &AttackReport) -> Self {
        let brief = |found: &AttackPath| AttackPathBrief {
            path: PathBrief::new(dataset, &found.path),
            entry: match found.starts_exposed {
                true => "internet-exposed asset",
                false => "internet-sourced rule",
            },
            target_weight: found.weight,
            findings_on_path: found.findings,
            score: number::float_value(found.score),
        };
        Self {
            dataset: dataset.name().to_owned(),
            paths: report.paths.iter().map(brief).collect(),
            total_found: report.total,
            truncated: report.total > report.paths.len(),
            targets_considered: report.targets_considered,
            hint: report.targets_considered.is_none().then_some(
                "Nothing lets the internet in: no asset is flagged as exposed and no rule has the \
                 internet as its source. coverage_report tells whether the inventory is complete.",
            ),
        }
    }
}

/// Chains of identities, most valuable first.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(super) struct LateralReply {
    dataset: String,
    paths: Vec<PathBrief>,
    total_found: usize,
    truncated: bool,
    starting_points: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'static str>,
}

impl LateralReply {
    pub(super) fn new(dataset: &Dataset, report: &LateralReport) -> Self {
        Self {
            dataset: dataset.name().to_owned(),
            paths: report.paths.iter().map(|path| PathBrief::new(dataset, path)).collect(),
            total_found: report.total,
            truncated: report.total > report.paths.len(),
            starting_points: report.starting_points,
            hint: (report.total == 0 && report.was_cut).then_some(
                "No chain ends within max_depth, but some go on beyond it: raise max_depth.",
            ),
        }
    }
}

/// Exposed assets, worst first.
#[derive(Serialize)]
pub(super) struct ExposureReply {
    pub dataset: String,
    #[serde(flatten)]
    pub page: Page,
    pub items: Vec<ExposureEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph_reachable: Option<ReachableReply>,
}

/// An exposed asset with what exposes it.
#[derive(Serialize)]
pub(super) struct ExposureEntry {
    #[serde(flatten)]
    asset: AssetBrief,
    internet_rules: Vec<RuleEntry>,
    sensitive_ports_open: Vec<u16>,
    protected_by_waf: bool,
}

impl ExposureEntry {
    pub(super) fn new(dataset: &Dataset, exposed: &ExposedAsset) -> Self {
        let rules = internet_exposure::rules(dataset, exposed.asset).take(MAX_RULES);
        Self {
            asset: AssetBrief::new(dataset, exposed.asset),
            internet_rules: rules.map(|rule| RuleEntry::new(dataset, rule)).collect(),
            sensitive_ports_open: exposed.ports.ascending(),
            protected_by_waf: exposed.is_protected,
        }
    }
}

/// A rule that lets the internet in.
#[derive(Serialize)]
struct RuleEntry {
    edge_type: &'static str,
    ports: String,
    protocol: Option<String>,
    via: Option<String>,
}

impl RuleEntry {
    fn new(dataset: &Dataset, Rule { edge, filter }: Rule) -> Self {
        let (edges, graph) = (dataset.edges(), dataset.inventory().graph());
        let listed = || {
            let ports = edges.ports(edge).iter().take(MAX_RULE_PORTS);
            ports.map(i64::to_string).collect::<Vec<_>>().join(",")
        };
        let ports = match edges.port_range(edge).filter(|range| !range.is_empty()) {
            Some(range) => range.to_owned(),
            None if edges.ports(edge).is_empty() => "all".to_owned(),
            None => listed(),
        };
        let via = match filter {
            Some(filter) => Some(graph.name(filter)),
            None => edges.description(edge),
        };
        Self {
            edge_type: edges.edge_type(edge).as_str(),
            ports,
            protocol: edges.protocol(edge).map(str::to_owned),
            via: via.map(str::to_owned),
        }
    }
}

/// What traffic from the internet can get to.
#[derive(Serialize)]
pub(super) struct ReachableReply {
    total: usize,
    truncated: bool,
    items: Vec<AssetBrief>,
}

impl ReachableReply {
    pub(super) fn new(dataset: &Dataset, limit: usize) -> Self {
        let graph = dataset.inventory().graph();
        let reached = graph.internet_reach().by_id().iter();
        let assets: Vec<usize> = reached.filter_map(|&node| graph.asset(node)).collect();
        let items = assets.iter().take(limit).map(|&asset| AssetBrief::new(dataset, asset));
        Self { total: assets.len(), truncated: assets.len() > limit, items: items.collect() }
    }
}

/// What is in danger with an asset.
#[derive(Serialize)]
pub(super) struct BlastRadiusReply {
    dataset: String,
    asset: AssetBrief,
    dependency: DependencyReply,
    network: NetworkReply,
}

#[derive(Serialize)]
struct DependencyReply {
    transitive_dependents: usize,
    by_depth: Counts,
    accounts_affected: Vec<String>,
    internet_exposed_dependents: usize,
    items: Vec<LinkEntry>,
    truncated: bool,
}

/// An asset that a walk over dependencies found, and how.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LinkEntry {
    #[serde(flatten)]
    asset: NodeBrief,
    via: &'static str,
    relationship: Option<String>,
    depth: u32,
    parent_id: String,
}

impl LinkEntry {
    pub(super) fn new(dataset: &Dataset, link: &Link) -> Self {
        let (edges, graph) = (dataset.edges(), dataset.inventory().graph());
        Self {
            asset: NodeBrief::new(dataset, link.node),
            via: edges.edge_type(link.edge).as_str(),
            relationship: edges.relationship(link.edge).map(str::to_owned),
            depth: link.depth,
            parent_id: graph.id(link.parent).to_owned(),
        }
    }
}

#[derive(Serialize)]
struct NetworkReply {
    reachable_assets: usize,
    max_depth: usize,
    risk_score: Value,
    sensitive_reachable: Vec<NodeBrief>,
}

impl BlastRadiusReply {
    pub(super) fn new(
        dataset: &Dataset,
        asset: usize,
        dependents: &Dependents<'_>,
        network: &NetworkReach,
        limit: usize,
    ) -> Self {
        let links = &dependents.links;
        let by_depth = dependents.by_depth.iter();
        let jewels = network.jewels.iter();
        Self {
            dataset: dataset.name().to_owned(),
            asset: AssetBrief::new(dataset, asset),
            dependency: DependencyReply {
                transitive_dependents: links.len(),
                by_depth: by_depth.map(|(depth, &count)| (depth.to_string(), count)).collect(),
                accounts_affected: dependents.accounts.iter().map(|&id| id.to_owned()).collect(),
                internet_exposed_dependents: dependents.exposed,
                items: links.iter().take(limit).map(|link| LinkEntry::new(dataset, link)).collect(),
                truncated: links.len() > limit,
            },
            network: NetworkReply {
                reachable_assets: network.assets,
                max_depth: network.depth,
                risk_score: number::float_value(network.risk_score),
                sensitive_reachable: jewels.map(|&node| NodeBrief::new(dataset, node)).collect(),
            },
        }
    }
}
