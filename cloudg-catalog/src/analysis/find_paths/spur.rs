//! One shortest path around what may not be used, searched from both ends.
//!
//! The side with fewer nodes at its front goes next, and the first node that both sides know decides
//! the path. So nothing may be left out of a front that could not change whether there is a path:
//! its size decides between equally short ones. A search may only be given up as a whole.

use fixedbitset::FixedBitSet;

use crate::graph::{Marks, NodeId, SearchGraph};

/// Searches for paths to one target.
pub(super) struct Spur<'a> {
    graph: SearchGraph<'a>,
    target: NodeId,
    /// The node before each one that the start knows, and behind each one that the target knows.
    before: Marks,
    behind: Marks,
    taken: Marks,
    /// Hops to the target with nothing ignored, where they were measured.
    distances: Option<Marks>,
}

/// What one search may not use.
struct Limits<'a> {
    start: NodeId,
    ignored: &'a FixedBitSet,
}

impl<'a> Spur<'a> {
    pub(super) fn new(graph: SearchGraph<'a>, target: NodeId) -> Self {
        let marks = || Marks::new(graph.len());
        let (before, behind, taken) = (marks(), marks(), marks());
        Self { graph, target, before, behind, taken, distances: None }
    }

    /// Measures how far all nodes within the budget are from the target, once: searches that cannot
    /// succeed are given up sooner.
    pub(super) fn measure(&mut self, budget: usize) {
        if self.distances.is_some() {
            return;
        }
        let mut distances = Marks::new(self.graph.len());
        distances.set(self.target, 0);
        let mut front = vec![self.target];
        for distance in 1..=budget as u32 {
            let mut next = Vec::new();
            for node in front {
                for source in self.graph.predecessors(node) {
                    if distances.get(source).is_none() {
                        distances.set(source, distance);
                        next.push(source);
                    }
                }
            }
            front = next;
        }
        self.distances = Some(distances);
    }

    /// A shortest path of at most `budget` hops that avoids the ignored nodes and the hops from its
    /// start to the taken ones.
    pub(super) fn search(
        &mut self,
        start: NodeId,
        ignored: &FixedBitSet,
        taken: &[NodeId],
        budget: usize,
    ) -> Option<Vec<NodeId>> {
        if start == self.target {
            return Some(vec![start]);
        }
        self.before.clear();
        self.behind.clear();
        self.taken.clear();
        taken.iter().for_each(|&node| self.taken.set(node, 0));
        self.before.set(start, start.index() as u32);
        self.behind.set(self.target, self.target.index() as u32);
        let limits = Limits { start, ignored };
        let (mut from_start, mut from_target) = (vec![start], vec![self.target]);
        let mut n_forward = 0;
        for _ in 0..budget {
            if from_start.is_empty() || from_target.is_empty() {
                return None;
            }
            let meeting = if from_start.len() <= from_target.len() {
                n_forward += 1;
                let meeting = self.expand_forward(&mut from_start, &limits);
                if meeting.is_none() && !self.can_arrive(&from_start, budget - n_forward) {
                    return None;
                }
                meeting
            } else {
                self.expand_backward(&mut from_target, &limits)
            };
            if let Some(node) = meeting {
                return Some(self.path_through(node));
            }
        }
        None
    }

    fn expand_forward(&mut self, front: &mut Vec<NodeId>, limits: &Limits<'_>) -> Option<NodeId> {
        let mut next = Vec::new();
        for &node in front.iter() {
            for target in self.graph.successors(node) {
                if !self.may_hop(node, target, limits) || limits.ignored.contains(target.index()) {
                    continue;
                }
                if self.before.get(target).is_none() {
                    self.before.set(target, node.index() as u32);
                    next.push(target);
                }
                if self.behind.get(target).is_some() {
                    return Some(target);
                }
            }
        }
        *front = next;
        None
    }

    fn expand_backward(&mut self, front: &mut Vec<NodeId>, limits: &Limits<'_>) -> Option<NodeId> {
        let mut next = Vec::new();
        for &node in front.iter() {
            for source in self.graph.predecessors(node) {
                if !self.may_hop(source, node, limits) || limits.ignored.contains(source.index()) {
                    continue;
                }
                if self.behind.get(source).is_none() {
                    self.behind.set(source, node.index() as u32);
                    next.push(source);
                }
                if self.before.get(source).is_some() {
                    return Some(source);
                }
            }
        }
        *front = next;
        None
    }

    /// Without direction, a hop that is taken is taken both ways.
    fn may_hop(&self, source: NodeId, target: NodeId, limits: &Limits<'_>) -> bool {
        let is_taken = |start, next| start == limits.start && self.taken.get(next).is_some();
        let is_taken_back = || self.graph.is_undirected() && is_taken(target, source);
        !is_taken(source, target) && !is_taken_back()
    }

    /// Whether a node of the front is near enough to the target.
    fn can_arrive(&self, front: &[NodeId], hops_left: usize) -> bool {
        let Some(distances) = &self.distances else { return true };
        let is_near = |&node: &NodeId| {
            distances.get(node).is_some_and(|distance| distance as usize <= hops_left)
        };
        front.iter().any(is_near)
    }

    fn path_through(&self, meeting: NodeId) -> Vec<NodeId> {
        let step = |marks: &Marks, node: NodeId| {
            let next = NodeId::new(marks.get(node)? as usize);
            (next != node).then_some(next)
        };
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(meeting), |&node| step(&self.before, node)).collect();
        path.reverse();
        path.extend(std::iter::successors(step(&self.behind, meeting), |&node| {
            step(&self.behind, node)
        }));
        path
    }
}
