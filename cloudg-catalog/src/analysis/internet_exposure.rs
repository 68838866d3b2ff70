//! What is exposed to the internet, by which rules, and how badly.

use std::cmp::Reverse;

use super::edge_search;
use crate::{
    dataset::Dataset,
    graph::{
        Graph, NodeId, Rows,
        ports::{self, SENSITIVE_PORTS},
    },
    model::{AssetType, EdgeType},
};

/// Sensitive ports, by place in [`SENSITIVE_PORTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PortSet(u16);

impl PortSet {
    /// Number of ports.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ports, lowest first.
    pub fn ascending(self) -> Vec<u16> {
        let ports =
            SENSITIVE_PORTS.iter().enumerate().filter(|(place, _)| self.0 >> place & 1 != 0);
        let mut ports: Vec<u16> = ports.map(|(_, &(port, _))| port).collect();
        ports.sort_unstable();
        ports
    }

    fn of_edge(dataset: &Dataset, edge: usize) -> Self {
        let open = SENSITIVE_PORTS
            .iter()
            .enumerate()
            .filter(|(_, (port, _))| ports::allows_port(dataset.edges(), edge, *port));
        Self(open.fold(0, |set, (place, _)| set | 1 << place))
    }

    fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Rules that let the internet in, and what is flagged as exposed.
#[derive(Debug)]
pub(crate) struct Exposure {
    /// Edges that let the internet in, by target.
    rules: Rows<u32>,
    assets: Vec<ExposedAsset>,
}

/// An asset that the collector flagged as exposed.
#[derive(Debug, Clone, Copy)]
pub struct ExposedAsset {
    /// Its index.
    pub asset: usize,
    /// Sensitive ports that any rule opens.
    pub ports: PortSet,
    /// Whether something protects it.
    pub is_protected: bool,
}

/// A rule that lets the internet in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Index of the edge.
    pub edge: usize,
    /// The filter whose rule it is; `None` for a rule of the asset itself.
    pub filter: Option<NodeId>,
}

/// The exposed assets: most sensitive ports first, then unprotected ones, then most open findings,
/// then by name, then in dataset order.
pub fn exposed(dataset: &Dataset) -> &[ExposedAsset] {
    dataset.asset_findings().measures().exposed.get_or_init(|| {
        let (assets, findings) = (dataset.assets(), dataset.asset_findings());
        let mut exposed = exposure(dataset).assets.clone();
        exposed.sort_by_cached_key(|one| {
            let n_open = findings.n_open(one.asset);
            let name = assets.name(one.asset);
            (Reverse(one.ports.len()), one.is_protected, Reverse(n_open), name)
        });
        exposed
    })
}

/// The rules that expose an asset: its own, then those of each filter it is attached to, each in
/// dataset order.
pub fn rules(dataset: &Dataset, asset: usize) -> impl Iterator<Item = Rule> {
    let graph = dataset.inventory().graph();
    let own = graph.nodes().of_asset(asset);
    let rules = &exposure(dataset).rules;
    let at = move |node, filter| {
        rules.row(node).iter().map(move |&edge| Rule { edge: edge as usize, filter })
    };
    let filters = filters(graph, own).into_iter();
    at(own, None).chain(filters.flat_map(move |filter| at(filter, Some(filter))))
}

fn exposure(dataset: &Dataset) -> &Exposure {
    dataset.inventory().measures().exposure.get_or_init(|| Exposure::build(dataset))
}

/// The security groups that a node is attached to, each once.
fn filters(graph: Graph<'_>, node: NodeId) -> Vec<NodeId> {
    let raw = graph.raw();
    let mut found = Vec::new();
    for &edge in raw.outgoing(node) {
        let target = raw.target(edge as usize);
        let is_filter = || {
            let kind = graph.asset_type(target);
            matches!(kind, Some(AssetType::SECURITY_GROUP | AssetType::NSG))
        };
        let is_attached = graph.edges().edge_type(edge as usize) == EdgeType::ATTACHED_TO;
        if is_attached && target != node && is_filter() && !found.contains(&target) {
            found.push(target);
        }
    }
    found
}

impl Exposure {
    fn build(dataset: &Dataset) -> Self {
        let graph = dataset.inventory().graph();
        let (raw, n_nodes) = (graph.raw(), graph.nodes().len());
        let open = edge_search::internet_edges(dataset);
        let rules = open.ones().map(|edge| (raw.target(edge), edge as u32));
        let rules = Rows::sorted(n_nodes, rules);
        let mut ports = vec![PortSet::default(); n_nodes];
        for edge in open.ones() {
            let at = &mut ports[raw.target(edge).index()];
            *at = at.union(PortSet::of_edge(dataset, edge));
        }
        let protects = |&edge: &u32| graph.edges().edge_type(edge as usize) == EdgeType::PROTECTS;
        let flagged =
            (0..dataset.assets().len()).filter(|&asset| dataset.assets().is_exposed(asset));
        let assets = flagged.map(|asset| {
            let node = graph.nodes().of_asset(asset);
            // A filter attached to itself adds nothing.
            let all = filters(graph, node).into_iter().chain([node]);
            ExposedAsset {
                asset,
                ports: all.fold(PortSet::default(), |set, at| set.union(ports[at.index()])),
                is_protected: raw.incoming(node).iter().any(protects),
            }
        });
        let assets = assets.collect();
        Self { rules, assets }
    }
}
