//! Edges at each asset.

use super::{Inventory, Node};
use crate::model::{Dependency, EdgeType};

/// Outgoing and incoming edges of each asset in dataset order, in compressed rows.
#[derive(Debug)]
pub struct Adjacency {
    outgoing: Rows,
    incoming: Rows,
}

/// Distinct neighbours of an asset; a self-loop counts on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Degree {
    /// Distinct sources of incoming edges.
    pub incoming: usize,
    /// Distinct targets of outgoing edges.
    pub outgoing: usize,
}

/// Direct dependencies of an asset, parallel edges counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DirectDependencies {
    /// What the asset needs.
    pub depends_on: usize,
    /// What needs the asset.
    pub dependents: usize,
}

impl Adjacency {
    /// Sorts the edges to their endpoints.
    pub fn build(inventory: &Inventory) -> Self {
        let (edges, nodes) = (&inventory.edges, inventory.nodes());
        let n_assets = inventory.assets.len();
        let at = |endpoint| nodes.node(endpoint).asset();
        Self {
            outgoing: Rows::build(n_assets, edges.len(), |edge| at(edges.source(edge))),
            incoming: Rows::build(n_assets, edges.len(), |edge| at(edges.target(edge))),
        }
    }

    /// Edges that start at the asset, in dataset order.
    pub fn outgoing(&self, asset: usize) -> &[u32] {
        self.outgoing.row(asset)
    }

    /// Edges that end at the asset, in dataset order.
    pub fn incoming(&self, asset: usize) -> &[u32] {
        self.incoming.row(asset)
    }

    /// Distinct neighbours.
    pub fn degree(&self, inventory: &Inventory, asset: usize) -> Degree {
        let (edges, nodes) = (&inventory.edges, inventory.nodes());
        let source = |&edge: &u32| nodes.node(edges.source(edge as usize));
        let target = |&edge: &u32| nodes.node(edges.target(edge as usize));
        Degree {
            incoming: distinct(self.incoming(asset).iter().map(source).collect()),
            outgoing: distinct(self.outgoing(asset).iter().map(target).collect()),
        }
    }

    /// Arrows of the dependency graph at the asset: both ends assets, and what an organisation,
    /// unit or account contains does not depend on it.
    pub fn direct_dependencies(&self, inventory: &Inventory, asset: usize) -> DirectDependencies {
        let mut counts = DirectDependencies::default();
        for (is_source, edges) in [(true, self.outgoing(asset)), (false, self.incoming(asset))] {
            for &edge in edges {
                match role(inventory, edge as usize, is_source) {
                    Some(Role::Dependent) => counts.depends_on += 1,
                    Some(Role::Dependency) => counts.dependents += 1,
                    None => {}
                }
            }
        }
        counts
    }
}

enum Role {
    Dependent,
    Dependency,
}

/// What the source or target of an edge is in the dependency graph.
fn role(inventory: &Inventory, edge: usize, is_source: bool) -> Option<Role> {
    let (edges, nodes) = (&inventory.edges, inventory.nodes());
    let source = nodes.node(edges.source(edge)).asset()?;
    let target = nodes.node(edges.target(edge)).asset()?;
    let edge_type = edges.edge_type(edge);
    let (source_depends, container) = match edge_type.dependency() {
        Dependency::None => return None,
        Dependency::Forward => (true, target),
        Dependency::Reverse => (false, source),
    };
    if edge_type == EdgeType::CONTAINS && inventory.assets.asset_type(container).is_hierarchy() {
        return None;
    }
    Some(if is_source == source_depends { Role::Dependent } else { Role::Dependency })
}

fn distinct(mut nodes: Vec<Node>) -> usize {
    nodes.sort_unstable();
    nodes.dedup();
    nodes.len()
}

/// Lists of edges by asset: one buffer and the end of each row.
#[derive(Debug)]
struct Rows {
    ends: Vec<u32>,
    edges: Vec<u32>,
}

impl Rows {
    /// A counting sort of the edges by the asset that `place` gives.
    fn build(n_assets: usize, n_edges: usize, place: impl Fn(usize) -> Option<usize>) -> Self {
        let mut ends = vec![0_u32; n_assets + 1];
        let places: Vec<_> = (0..n_edges).map(&place).collect();
        for asset in places.iter().flatten() {
            ends[asset + 1] += 1;
        }
        for asset in 0..n_assets {
            ends[asset + 1] += ends[asset];
        }
        let mut edges = vec![0; ends[n_assets] as usize];
        let mut next = ends.clone();
        for (edge, asset) in places.iter().enumerate() {
            if let Some(asset) = *asset {
                edges[next[asset] as usize] = edge as u32;
                next[asset] += 1;
            }
        }
        Self { ends, edges }
    }

    fn row(&self, asset: usize) -> &[u32] {
        &self.edges[self.ends[asset] as usize..self.ends[asset + 1] as usize]
    }
}
