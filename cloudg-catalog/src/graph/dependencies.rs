//! What breaks when something is gone: arrows from dependents to what they depend on.

mod together;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::{Graph, NodeId, Rows, rows::Marks};
use crate::model::{AssetType, Dependency, EdgeType};

/// Which way to follow arrows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From an asset to what it needs.
    Upstream,
    /// From an asset to what needs it.
    Downstream,
}

/// One edge, seen from one of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// The edge that says so.
    pub edge: u32,
    /// The asset at the other end.
    pub node: NodeId,
}

/// How a walk came to an asset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The asset.
    pub node: NodeId,
    /// The edge over which it was found first.
    pub edge: usize,
    /// Arrows from the start, at least one.
    pub depth: u32,
    /// The asset on the other side of that edge.
    pub parent: NodeId,
}

/// The arrows at each asset in dataset order, parallel ones kept. Edges to placeholders say nothing
/// about dependency.
#[derive(Debug)]
pub struct Dependencies {
    needs: Rows<Arrow>,
    needed_by: Rows<Arrow>,
}

impl Dependencies {
    /// Sorts the edges that mean dependency to both their ends.
    pub(super) fn build(graph: Graph<'_>, include_hierarchy: bool) -> Self {
        let edges = 0..graph.edges().len();
        let meant = edges.filter_map(|edge| meaning(graph, edge, include_hierarchy));
        let meant: Vec<Meaning> = meant.collect();
        let needs = |one: &Meaning| (one.dependent, Arrow { edge: one.edge, node: one.dependency });
        let needed_by =
            |one: &Meaning| (one.dependency, Arrow { edge: one.edge, node: one.dependent });
        let n_assets = graph.nodes().n_assets();
        let (needs, needed_by) = rayon::join(
            || Rows::sorted(n_assets, meant.iter().map(needs)),
            || Rows::sorted(n_assets, meant.iter().map(needed_by)),
        );
        Self { needs, needed_by }
    }

    /// Number of assets, those without arrows included.
    pub fn n_assets(&self) -> usize {
        self.needs.n_rows()
    }

    /// The arrows at an asset.
    pub fn direct(&self, direction: Direction, asset: NodeId) -> &[Arrow] {
        self.arrows(direction).row(asset)
    }

    /// What can be reached within `max_depth` arrows, nearest first, in order of discovery. The
    /// start is never part of it.
    pub fn walk(&self, direction: Direction, start: NodeId, max_depth: u32) -> Vec<Link> {
        let mut seen = FixedBitSet::with_capacity(self.n_assets());
        seen.insert(start.index());
        let mut links: Vec<Link> = Vec::new();
        self.discover(direction, (start, 0), &mut seen, &mut links);
        let mut next = 0;
        while let Some(&Link { node, depth, .. }) = links.get(next) {
            next += 1;
            if depth < max_depth {
                self.discover(direction, (node, depth), &mut seen, &mut links);
            }
        }
        links
    }

    /// How many assets depend on one, directly or through others, over at most `max_depth` arrows.
    pub fn transitive_dependents(&self, asset: NodeId, max_depth: u32) -> usize {
        self.reach(Direction::Downstream).from(asset, max_depth, usize::MAX).len()
    }

    /// [`Self::transitive_dependents`] of many assets, in their order. Counting stops at
    /// `enough`, so a result that is not below it says no more than that.
    pub fn transitive_dependents_of(
        &self,
        assets: &[NodeId],
        max_depth: u32,
        enough: usize,
    ) -> Vec<usize> {
        let count =
            |reach: &mut Reach<'_>, &asset: &NodeId| reach.from(asset, max_depth, enough).len();
        // Long enough chunks, since each one pays for its own marks.
        let parallel = assets.par_iter().with_min_len(assets.len().div_ceil(16).max(16));
        parallel.map_init(|| self.reach(Direction::Downstream), count).collect()
    }

    /// Repeated walks that only ask what is reached.
    pub fn reach(&self, direction: Direction) -> Reach<'_> {
        Reach {
            arrows: self.arrows(direction),
            marks: Marks::new(self.n_assets()),
            queue: Vec::new(),
        }
    }

    fn arrows(&self, direction: Direction) -> &Rows<Arrow> {
        match direction {
            Direction::Upstream => &self.needs,
            Direction::Downstream => &self.needed_by,
        }
    }

    fn discover(
        &self,
        direction: Direction,
        (parent, depth): (NodeId, u32),
        seen: &mut FixedBitSet,
        links: &mut Vec<Link>,
    ) {
        for &Arrow { edge, node } in self.direct(direction, parent) {
            if !seen.put(node.index()) {
                links.push(Link { node, edge: edge as usize, depth: depth + 1, parent });
            }
        }
    }
}

/// Walks that share their marks, so that each costs what it reaches and no more.
#[derive(Debug)]
pub struct Reach<'a> {
    arrows: &'a Rows<Arrow>,
    marks: Marks,
    queue: Vec<NodeId>,
}

impl Reach<'_> {
    /// The assets within `max_depth` arrows, nearest first, without the start. Stops at `enough`.
    pub fn from(&mut self, start: NodeId, max_depth: u32, enough: usize) -> &[NodeId] {
        self.begin(start);
        let mut expanded = 0;
        for _ in 0..max_depth {
            let level_end = self.queue.len();
            while expanded < level_end {
                self.expand(self.queue[expanded]);
                expanded += 1;
                if self.queue.len() > enough {
                    return &self.queue[1..=enough];
                }
            }
            if self.queue.len() == level_end {
                break;
            }
        }
        &self.queue[1..]
    }

    fn begin(&mut self, start: NodeId) {
        self.marks.clear();
        self.marks.set(start, 0);
        self.queue.clear();
        self.queue.push(start);
    }

    fn expand(&mut self, node: NodeId) {
        for arrow in self.arrows.row(node) {
            if self.marks.get(arrow.node).is_none() {
                self.marks.set(arrow.node, 0);
                self.queue.push(arrow.node);
            }
        }
    }
}

/// An edge that means dependency between assets.
struct Meaning {
    dependent: NodeId,
    dependency: NodeId,
    edge: u32,
}

fn meaning(graph: Graph<'_>, edge: usize, include_hierarchy: bool) -> Option<Meaning> {
    let (edges, nodes) = (graph.edges(), graph.nodes());
    let edge_type = edges.edge_type(edge);
    let (source, target) = (edges.source(edge), edges.target(edge));
    let (dependent, dependency) = match edge_type.dependency() {
        Dependency::None => return None,
        Dependency::Forward => (source, target),
        Dependency::Reverse => (target, source),
    };
    let (dependent, dependency) = (nodes.of_endpoint(dependent), nodes.of_endpoint(dependency));
    let is_hierarchy = || graph.asset_type(dependency).is_some_and(AssetType::is_hierarchy);
    let is_meant = nodes.is_asset(dependent)
        && nodes.is_asset(dependency)
        && (include_hierarchy || edge_type != EdgeType::CONTAINS || !is_hierarchy());
    is_meant.then_some(Meaning { dependent, dependency, edge: edge as u32 })
}
