//! Several shortest paths without repeated nodes, by Yen's method.
//!
//! Each accepted path is left at each of its nodes in turn, by hops that no accepted path with the
//! same beginning takes. Nodes before the one where the path left the earlier ones need no second
//! look: nothing has changed there since.

use std::{cmp::Reverse, collections::BinaryHeap};

use fixedbitset::FixedBitSet;

use super::spur::Spur;
use crate::graph::{NodeId, SearchGraph};

/// Up to `most` paths of at most `budget` hops, shortest first, ties by order of discovery.
pub(super) fn shortest_paths(
    graph: SearchGraph<'_>,
    (source, target): (NodeId, NodeId),
    budget: usize,
    most: usize,
) -> Vec<Vec<NodeId>> {
    let mut spur = Spur::new(graph, target);
    let mut accepted: Vec<Vec<NodeId>> = Vec::new();
    let mut prefixes = Prefixes::default();
    let mut candidates = Candidates::default();
    let mut ignored = FixedBitSet::with_capacity(graph.len());
    candidates.extend(spur.search(source, &ignored, &[], budget));
    while let Some(path) = candidates.pop() {
        let left_at = prefixes.add(&path);
        accepted.push(path);
        if accepted.len() >= most {
            break;
        }
        let path = &accepted[accepted.len() - 1];
        spur.measure(budget);
        for (place, &node) in path[..path.len() - 1].iter().enumerate() {
            if place >= left_at {
                let taken = prefixes.taken(&path[..=place]);
                let rest = spur.search(node, &ignored, taken, budget - place);
                candidates.extend(rest.map(|rest| [&path[..place], &rest].concat()));
            }
            ignored.insert(node.index());
        }
        path.iter().for_each(|node| ignored.remove(node.index()));
    }
    accepted
}

/// Found paths that are not accepted yet.
#[derive(Default)]
struct Candidates {
    queue: BinaryHeap<Reverse<(usize, usize)>>,
    paths: Vec<Vec<NodeId>>,
}

impl Candidates {
    /// Adds a path if there is one.
    fn extend(&mut self, path: Option<Vec<NodeId>>) {
        let Some(path) = path else { return };
        self.queue.push(Reverse((path.len(), self.paths.len())));
        self.paths.push(path);
    }

    /// The shortest path, among equals the first.
    fn pop(&mut self) -> Option<Vec<NodeId>> {
        let Reverse((_, place)) = self.queue.pop()?;
        Some(std::mem::take(&mut self.paths[place]))
    }
}

/// The accepted paths as a tree of their beginnings.
#[derive(Default)]
struct Prefixes {
    /// Next nodes of each beginning, and the beginning that each makes.
    next: Vec<(Vec<NodeId>, Vec<usize>)>,
}

impl Prefixes {
    /// Adds a path, and tells the place of the last node that it shares with an earlier one.
    fn add(&mut self, path: &[NodeId]) -> usize {
        if self.next.is_empty() {
            self.next.push(Default::default());
        }
        let (mut at, mut left_at) = (0, None);
        for (place, &node) in path[1..].iter().enumerate() {
            at = self.step(at, node).unwrap_or_else(|| {
                left_at.get_or_insert(place);
                let new = self.next.len();
                self.next.push(Default::default());
                self.next[at].0.push(node);
                self.next[at].1.push(new);
                new
            });
        }
        left_at.unwrap_or(path.len())
    }

    /// The nodes that accepted paths with this beginning go on to.
    fn taken(&self, beginning: &[NodeId]) -> &[NodeId] {
        let mut at = Some(0);
        for &node in &beginning[1..] {
            at = at.and_then(|at| self.step(at, node));
        }
        at.map_or(&[], |at| &self.next[at].0)
    }

    fn step(&self, at: usize, node: NodeId) -> Option<usize> {
        let place = self.next[at].0.iter().position(|&next| next == node)?;
        Some(self.next[at].1[place])
    }
}
