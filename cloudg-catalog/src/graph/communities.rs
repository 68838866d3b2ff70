//! Communities: nodes that are connected among each other more than to the rest.

use super::Graph;

/// The least gain of modularity that moves a node.
const MIN_GAIN: f64 = 1e-7;

/// Most rounds over all nodes of a level; gains shrink long before.
const MAX_ROUNDS: usize = 100;

/// The community of each node, by the Louvain method on pairs of nodes without direction, each of
/// weight 1. Nodes move in order, to the community with the greatest gain, of several the one that
/// is named after the lowest node; so the answer is always the same. Communities are numbered by
/// their first node.
pub(crate) fn communities(graph: Graph<'_>) -> Vec<u32> {
    let mut level = Level::of_graph(graph);
    let mut of_node: Vec<u32> = (0..level.len() as u32).collect();
    loop {
        let (moved, n_communities) = numbered(&level.moved());
        if n_communities == level.len() {
            return numbered(&of_node).0;
        }
        of_node.iter_mut().for_each(|community| *community = moved[*community as usize]);
        level = level.merged(&moved, n_communities);
    }
}

/// The same communities, numbered by their first member, and how many there are.
fn numbered(of_node: &[u32]) -> (Vec<u32>, usize) {
    let mut numbers = vec![None; of_node.len()];
    let mut n_communities = 0;
    let number = |&community: &u32| {
        *numbers[community as usize].get_or_insert_with(|| {
            n_communities += 1;
            n_communities as u32 - 1
        })
    };
    (of_node.iter().map(number).collect(), n_communities)
}

/// A weighted graph without directions.
struct Level {
    /// End of the row of each node in `links`, after a first 0.
    ends: Vec<usize>,
    links: Vec<(u32, f64)>,
    /// Weight of links from a node to itself.
    loops: Vec<f64>,
}

impl Level {
    fn of_graph(graph: Graph<'_>) -> Self {
        let pairs = graph.pairs();
        let mut links = Vec::with_capacity(2 * pairs.len());
        for node in graph.nodes().iter() {
            for pair in pairs.outgoing(node) {
                let (source, target) = (node.index() as u32, pairs.target(pair).index() as u32);
                links.extend([(source, target), (target, source)]);
            }
        }
        links.sort_unstable();
        // There and back is one link.
        links.dedup();
        let links = links.into_iter().map(|(source, target)| (source, target, 1.0));
        Self::of_links(graph.nodes().len(), links)
    }

    /// From links sorted by source, each in both directions; those to itself once.
    fn of_links(n_nodes: usize, sorted: impl Iterator<Item = (u32, u32, f64)>) -> Self {
        let mut level =
            Self { ends: vec![0; n_nodes + 1], links: Vec::new(), loops: vec![0.0; n_nodes] };
        for (source, target, weight) in sorted {
            match source == target {
                true => level.loops[source as usize] += weight,
                false => {
                    level.links.push((target, weight));
                    level.ends[source as usize + 1] += 1;
                }
            }
        }
        for node in 0..n_nodes {
            level.ends[node + 1] += level.ends[node];
        }
        level
    }

    fn len(&self) -> usize {
        self.loops.len()
    }

    fn row(&self, node: usize) -> &[(u32, f64)] {
        &self.links[self.ends[node]..self.ends[node + 1]]
    }

    fn degree(&self, node: usize) -> f64 {
        2.0 * self.loops[node] + self.row(node).iter().map(|&(_, weight)| weight).sum::<f64>()
    }

    /// The community of each node after nodes have moved as long as that gains something.
    fn moved(&self) -> Vec<u32> {
        let degrees: Vec<f64> = (0..self.len()).map(|node| self.degree(node)).collect();
        let both_ways: f64 = degrees.iter().sum();
        let mut of_node: Vec<u32> = (0..self.len() as u32).collect();
        if both_ways == 0.0 {
            return of_node;
        }
        let mut totals = degrees.clone();
        let mut weights = Weights::new(self.len());
        for _ in 0..MAX_ROUNDS {
            let mut has_moved = false;
            for node in 0..self.len() {
                weights.gather(self.row(node), &of_node);
                let (own, degree) = (of_node[node] as usize, degrees[node]);
                totals[own] -= degree;
                let gain = |community: usize| {
                    let expected = totals[community] * degree / both_ways;
                    2.0 * (weights.to[community] - expected) / both_ways
                };
                let best = weights.best(gain);
                let to = match best {
                    Some((community, best)) if best - gain(own) > MIN_GAIN => community as usize,
                    _ => own,
                };
                totals[to] += degree;
                of_node[node] = to as u32;
                has_moved |= to != own;
                weights.clear();
            }
            if !has_moved {
                break;
            }
        }
        of_node
    }

    /// The graph of the communities.
    fn merged(&self, of_node: &[u32], n_communities: usize) -> Self {
        let mut links: Vec<(u32, u32, f64)> = Vec::with_capacity(self.links.len() + self.len());
        for (node, &community) in of_node.iter().enumerate() {
            links.push((community, community, self.loops[node]));
            for &(other, weight) in self.row(node) {
                let other = of_node[other as usize];
                // Inside a community both directions become one loop.
                let weight = if other == community { weight / 2.0 } else { weight };
                links.push((community, other, weight));
            }
        }
        // Stable: sums are made in the order of nodes.
        links.sort_by_key(|&(source, target, _)| (source, target));
        let merged = links.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let merged = merged.map(|links| {
            let weight = links.iter().map(|&(_, _, weight)| weight).sum::<f64>();
            (links[0].0, links[0].1, weight)
        });
        Self::of_links(n_communities, merged)
    }
}

/// Weights from one node to the communities around it.
struct Weights {
    to: Vec<f64>,
    around: Vec<u32>,
}

impl Weights {
    fn new(n_communities: usize) -> Self {
        Self { to: vec![0.0; n_communities], around: Vec::new() }
    }

    fn gather(&mut self, row: &[(u32, f64)], of_node: &[u32]) {
        for &(other, weight) in row {
            let community = of_node[other as usize];
            if self.to[community as usize] == 0.0 {
                self.around.push(community);
            }
            self.to[community as usize] += weight;
        }
    }

    /// The community with the greatest gain, of several the lowest.
    fn best(&self, gain: impl Fn(usize) -> f64) -> Option<(u32, f64)> {
        let gains = self.around.iter().map(|&community| (community, gain(community as usize)));
        gains.reduce(|best, next| {
            let is_better = next.1 > best.1 || (next.1 == best.1 && next.0 < best.0);
            if is_better { next } else { best }
        })
    }

    fn clear(&mut self) {
        for community in self.around.drain(..) {
            self.to[community as usize] = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::tests::dataset_of;

    fn found(n_nodes: usize, links: &[(usize, usize)]) -> Vec<u32> {
        let asset =
            |n| json!({"id": format!("n{n}"), "name": "n", "asset_type": "EC2", "provider": "AWS"});
        let edge = |&(a, b): &(usize, usize)| json!({"source_id": format!("n{a}"), "target_id": format!("n{b}"), "edge_type": "CONTAINS"});
        let assets: Vec<Value> = (0..n_nodes).map(asset).collect();
        let edges: Vec<Value> = links.iter().map(edge).collect();
        let dataset = dataset_of(&json!({"assets": assets, "edges": edges}));
        communities(dataset.inventory().graph())
    }

    /// Links between all of some nodes.
    fn clique(nodes: std::ops::Range<usize>) -> Vec<(usize, usize)> {
        nodes
            .clone()
            .flat_map(|a| nodes.clone().map(move |b| (a, b)))
            .filter(|(a, b)| a < b)
            .collect()
    }

    #[test]
    fn a_bridge_does_not_join_what_is_dense() {
        let links = [clique(0..5), clique(5..9), vec![(4, 5), (5, 4), (9, 9)]].concat();
        assert_eq!(found(10, &links), [0, 0, 0, 0, 0, 1, 1, 1, 1, 2]);
        assert_eq!(found(3, &[]), [0, 1, 2]);
        assert!(found(0, &[]).is_empty());
    }

    #[test]
    fn a_ring_of_cliques_falls_apart_into_them() {
        let mut links: Vec<(usize, usize)> =
            (0..6).flat_map(|k| clique(5 * k..5 * k + 5)).collect();
        links.extend((0..6).map(|k| (5 * k, (5 * k + 5) % 30)));
        let expected: Vec<u32> = (0..30).map(|node| node / 5).collect();
        assert_eq!(found(30, &links), expected);
    }
}
