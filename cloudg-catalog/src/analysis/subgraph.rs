//! The part of the graph around some nodes, or all of it.

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

use super::neighborhood::{self, NeighborhoodQuery};
use crate::graph::{EdgeTypes, Graph, NodeId, PairAttributes, merges};

/// Which part to cut out.
#[derive(Debug, Clone)]
pub struct SubgraphQuery {
    /// Where to look around.
    pub seeds: Vec<NodeId>,
    /// Edges from a seed to the outermost nodes.
    pub depth: u32,
    /// Types to follow and to keep.
    pub edge_types: EdgeTypes,
    /// Most nodes to keep. Seeds are kept before others.
    pub max_nodes: usize,
}

/// Nodes, and at most one link from one to another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subgraph<'a> {
    /// Assets in order of discovery; then placeholders, those with links first.
    pub nodes: Vec<NodeId>,
    /// Links by the place of their source, then by the first edge from it to the target.
    pub links: Vec<Link<'a>>,
    /// Whether a node near enough was left out for want of room.
    pub truncated: bool,
}

/// What the edges from one node to another say together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link<'a> {
    /// Where it starts.
    pub source: NodeId,
    /// Where it ends.
    pub target: NodeId,
    /// Its texts.
    pub attributes: PairAttributes<'a>,
}

/// Cuts out the part around the seeds.
pub fn cut<'a>(graph: Graph<'a>, query: &SubgraphQuery) -> Subgraph<'a> {
    let (kept, truncated) = keep(query, discover(graph, query));
    let mut is_kept = FixedBitSet::with_capacity(graph.nodes().len());
    is_kept.extend(kept.iter().map(|node| node.index()));
    let edges = edges_between(graph, query.edge_types, &kept, &is_kept);
    let nodes = in_order(graph, &kept, &edges);
    let links = collapse(graph, &nodes, &edges);
    Subgraph { nodes, links, truncated }
}

/// The whole graph, nodes in their order.
pub fn whole(graph: Graph<'_>) -> Subgraph<'_> {
    let links = (0..graph.pairs().len()).map(|pair| link(graph, pair)).collect();
    Subgraph { nodes: graph.nodes().iter().collect(), links, truncated: false }
}

/// What the edges of a pair say together.
pub fn link(graph: Graph<'_>, pair: usize) -> Link<'_> {
    let pairs = graph.pairs();
    Link {
        source: pairs.source(pair),
        target: pairs.target(pair),
        attributes: pairs.attributes(graph.edges(), pair),
    }
}

/// All nodes near enough to a seed, each seed followed by what is around it. Stops once there are
/// more than may be kept and all seeds are among them.
fn discover(graph: Graph<'_>, query: &SubgraphQuery) -> Vec<NodeId> {
    let mut seen = FixedBitSet::with_capacity(graph.nodes().len());
    let mut order = Vec::new();
    let mut meet = |node: NodeId| {
        if !seen.put(node.index()) {
            order.push(node);
        }
    };
    for &start in &query.seeds {
        meet(start);
        let walk = NeighborhoodQuery {
            start,
            side: None,
            edge_types: query.edge_types,
            depth: query.depth,
            max_nodes: query.max_nodes,
            max_edges: 0,
        };
        neighborhood::explore(graph, &walk).nodes.into_iter().for_each(&mut meet);
    }
    order
}

/// The nodes to keep in order of discovery, and whether some are not kept.
fn keep(query: &SubgraphQuery, order: Vec<NodeId>) -> (Vec<NodeId>, bool) {
    if order.len() <= query.max_nodes {
        return (order, false);
    }
    let mut kept = hashbrown::HashSet::new();
    let first = query.seeds.iter().chain(&order).try_for_each(|&node| {
        kept.insert(node);
        if kept.len() < query.max_nodes {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    debug_assert!(first.is_break(), "there are more nodes than may be kept");
    (order.into_iter().filter(|node| kept.contains(node)).collect(), true)
}

/// Edges with both ends kept, in dataset order.
fn edges_between(
    graph: Graph<'_>,
    edge_types: EdgeTypes,
    kept: &[NodeId],
    is_kept: &FixedBitSet,
) -> Vec<u32> {
    let (raw, edges) = (graph.raw(), graph.edges());
    let fits = |edge: &u32| {
        let edge = *edge as usize;
        is_kept.contains(raw.target(edge).index()) && edge_types.contains(edges.edge_type(edge))
    };
    let outgoing = kept.iter().flat_map(|&node| raw.outgoing(node).iter().copied());
    let mut between: Vec<u32> = outgoing.filter(fits).collect();
    between.sort_unstable();
    between
}

fn in_order(graph: Graph<'_>, kept: &[NodeId], edges: &[u32]) -> Vec<NodeId> {
    let raw = graph.raw();
    let assets = kept.iter().copied().filter(|&node| graph.nodes().is_asset(node));
    let ends = edges.iter().map(|&edge| edge as usize);
    let ends = ends.flat_map(|edge| [raw.source(edge), raw.target(edge)]);
    let mut seen = FixedBitSet::with_capacity(graph.nodes().len());
    let all = assets.chain(ends).chain(kept.iter().copied());
    all.filter(|node| !seen.put(node.index())).collect()
}

/// Parallel edges become one link, by the rules of the graph as a whole.
fn collapse<'a>(graph: Graph<'a>, nodes: &[NodeId], edges: &[u32]) -> Vec<Link<'a>> {
    let (raw, texts) = (graph.raw(), graph.edges());
    let mut places: HashMap<(NodeId, NodeId), usize> = HashMap::new();
    let mut links: Vec<(Link<'a>, usize)> = Vec::new();
    for edge in edges.iter().map(|&edge| edge as usize) {
        let (source, target) = (raw.source(edge), raw.target(edge));
        let place = *places.entry((source, target)).or_insert(links.len());
        match links.get_mut(place) {
            None => {
                let attributes = PairAttributes::of(texts, edge);
                links.push((Link { source, target, attributes }, edge));
            }
            Some((link, survivor)) if merges(texts, *survivor, edge) => {
                link.attributes.merge(texts, edge);
            }
            Some((link, survivor)) => {
                link.attributes = PairAttributes::of(texts, edge);
                *survivor = edge;
            }
        }
    }
    let place: HashMap<NodeId, usize> = nodes.iter().copied().zip(0..).collect();
    let mut links: Vec<Link<'a>> = links.into_iter().map(|(link, _)| link).collect();
    links.sort_by_key(|link| place.get(&link.source).copied());
    links
}
