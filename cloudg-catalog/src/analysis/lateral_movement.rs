//! Where identities lead an intruder who has a foothold.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{accounts::is_external, crown_jewels, paths::Path};
use crate::{
    dataset::Dataset,
    graph::{Graph, Hop, Marks, NodeId},
    model::AssetType,
};

/// Most paths that one may ask for; so many are kept of the answer to everybody.
pub const MAX_PATHS: usize = 100;
/// Longest chain that one may ask for.
pub const MAX_DEPTH: usize = 8;

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub struct LateralQuery {
    /// The foothold; `None` for everything exposed and everybody external.
    pub start: Option<NodeId>,
    /// Most hops of a chain, at most [`MAX_DEPTH`].
    pub max_depth: usize,
    /// Most chains to return, at most [`MAX_PATHS`].
    pub max_paths: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateralReport {
    /// Chains to the most valuable assets first, then the shortest, then by start, then by order of
    /// discovery.
    pub paths: Vec<Path>,
    /// All chains.
    pub total: usize,
    /// Footholds that were considered.
    pub starting_points: usize,
    /// Whether a chain goes on beyond the depth.
    pub was_cut: bool,
}

/// Finds the chains: from each foothold, the shortest way to each place where no identity leads out
/// of what it can come back from.
pub fn lateral_movement(dataset: &Dataset, query: &LateralQuery) -> LateralReport {
    let graph = dataset.inventory().graph();
    if let Some(start) = query.start {
        return search(graph, &[start], query);
    }
    let depth = query.max_depth.min(MAX_DEPTH);
    let everywhere = &dataset.inventory().measures().lateral_movement[depth];
    let whole = everywhere.get_or_init(|| {
        let query = LateralQuery { start: None, max_depth: depth, max_paths: MAX_PATHS };
        search(graph, &footholds(dataset), &query)
    });
    let paths = whole.paths.iter().take(query.max_paths).cloned().collect();
    LateralReport { paths, ..*whole }
}

/// Exposed assets, then accounts of others, each in order of the nodes.
fn footholds(dataset: &Dataset) -> Vec<NodeId> {
    let graph = dataset.inventory().graph();
    let is_stranger = |node| {
        let is_account = graph.asset_type(node) == Some(AssetType::CLOUD_ACCOUNT);
        is_account && graph.asset(node).is_some_and(|asset| is_external(dataset, asset))
    };
    let nodes = || graph.nodes().assets();
    let exposed = nodes().filter(|&node| graph.is_exposed(node));
    let strangers = nodes().filter(|&node| !graph.is_exposed(node) && is_stranger(node));
    exposed.chain(strangers).collect()
}

fn search(graph: Graph<'_>, starts: &[NodeId], query: &LateralQuery) -> LateralReport {
    let walker = || Walker::new(graph, query.max_depth);
    let none = || Found::none(query.max_paths);
    let identity = graph.identity();
    let walks = starts.par_iter().enumerate().filter(|(_, start)| identity.has(**start));
    let walks = walks.fold(
        || (walker(), none()),
        |(mut walker, mut found), (ordinal, &start)| {
            walker.chains(start, ordinal, &mut found);
            (walker, found)
        },
    );
    let walks = walks.map(|(_, found)| found);
    let Found { best, total, was_cut, .. } = walks.reduce(none, Found::and).sorted();
    let mut walker = walker();
    let paths = best.iter().map(|chain| walker.path(starts[chain.key.2], chain.end)).collect();
    LateralReport { paths, total, starting_points: starts.len(), was_cut }
}

/// What walks have found. Ranks differ, so the best are the same in whatever order they come.
struct Found {
    /// Includes the best `most` chains, in no order; never more than twice as many.
    best: Vec<Chain>,
    most: usize,
    /// All chains.
    total: usize,
    was_cut: bool,
}

impl Found {
    fn none(most: usize) -> Self {
        Self { best: Vec::new(), most, total: 0, was_cut: false }
    }

    fn add(&mut self, chain: Chain) {
        self.total += 1;
        self.keep(chain);
    }

    fn keep(&mut self, chain: Chain) {
        if self.best.len() >= 2 * self.most {
            self.trim();
        }
        if self.most > 0 {
            self.best.push(chain);
        }
    }

    fn and(mut self, other: Self) -> Self {
        other.best.into_iter().for_each(|chain| self.keep(chain));
        self.total += other.total;
        self.was_cut |= other.was_cut;
        self
    }

    fn sorted(mut self) -> Self {
        self.trim();
        self.best.sort_unstable_by_key(|chain| chain.key);
        self
    }

    fn trim(&mut self) {
        if self.most < self.best.len() {
            self.best.select_nth_unstable_by_key(self.most, |chain| chain.key);
            self.best.truncate(self.most);
        }
    }
}

/// A chain by its rank: highest weight on it, nodes, start, place in the order of discovery.
#[derive(Debug, Clone, Copy)]
struct Chain {
    key: (Reverse<u32>, usize, usize, usize),
    end: NodeId,
}

/// Breadth-first walks over identities that share their marks.
struct Walker<'a> {
    graph: Graph<'a>,
    max_depth: usize,
    /// Place of each node in the order of discovery.
    places: Marks,
    found: Vec<Step>,
}

/// A discovered node.
struct Step {
    node: NodeId,
    parent: usize,
    depth: usize,
    /// Highest weight from the start up to here.
    weight: u32,
}

impl<'a> Walker<'a> {
    fn new(graph: Graph<'a>, max_depth: usize) -> Self {
        let places = Marks::new(graph.nodes().len());
        Self { graph, max_depth, places, found: Vec::new() }
    }

    /// Adds the chains from a start, and whether the depth cut any off.
    fn chains(&mut self, start: NodeId, ordinal: usize, found: &mut Found) {
        self.walk(start);
        let identity = self.graph.identity();
        for (place, step) in self.found.iter().enumerate() {
            let is_end = identity.is_end(step.node);
            if is_end && place > 0 {
                let key = (Reverse(step.weight), step.depth + 1, ordinal, place);
                found.add(Chain { key, end: step.node });
            }
            found.was_cut |= step.depth == self.max_depth && !is_end;
        }
    }

    fn walk(&mut self, start: NodeId) {
        self.places.clear();
        self.found.clear();
        self.discover(start, 0, 0, 0);
        let mut next = 0;
        while let Some(&Step { node, depth, weight, .. }) = self.found.get(next) {
            if depth < self.max_depth {
                for &target in self.graph.identity().successors(node) {
                    if self.places.get(target).is_none() {
                        self.discover(target, next, depth + 1, weight);
                    }
                }
            }
            next += 1;
        }
    }

    fn discover(&mut self, node: NodeId, parent: usize, depth: usize, weight: u32) {
        let weight = weight.max(crown_jewels::node_weight(self.graph, node).unwrap_or(0));
        self.places.set(node, self.found.len() as u32);
        self.found.push(Step { node, parent, depth, weight });
    }

    /// The chain from a start to one of its ends.
    fn path(&mut self, start: NodeId, end: NodeId) -> Path {
        self.walk(start);
        let mut place = self.places.get(end).map_or(0, |place| place as usize);
        let mut nodes = vec![self.found[place].node];
        while place > 0 {
            place = self.found[place].parent;
            nodes.push(self.found[place].node);
        }
        nodes.reverse();
        let identity = self.graph.identity();
        let hop = |pair: &[NodeId]| identity.edge_type(pair[0], pair[1]).map(Hop::Edge);
        let hops = nodes.windows(2).filter_map(hop).collect();
        Path { nodes, hops }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::inventory;

    fn chains(text: &str, starts: &[&str], max_depth: usize) -> (Vec<String>, usize, bool) {
        let inventory = inventory(text);
        let graph = inventory.graph();
        let starts: Vec<NodeId> =
            starts.iter().map(|start| graph.find_node(start).unwrap()).collect();
        let query = LateralQuery { start: None, max_depth, max_paths: 3 };
        let report = search(graph, &starts, &query);
        let chain = |path: &Path| {
            path.nodes.iter().map(|&node| graph.name(node)).collect::<Vec<_>>().join(" ")
        };
        (report.paths.iter().map(chain).collect(), report.total, report.was_cut)
    }

    #[test]
    fn valuable_then_short_then_early_chains_come_first() {
        let text = "a EC2\nb EC2\nr IAM_ROLE\ns SECRET\nt SECRET\ne ECS_CLUSTER
                    a ASSUMES_ROLE r\nb ASSUMES_ROLE r\nr GRANTS_ACCESS t\nr GRANTS_ACCESS s
                    b GRANTS_ACCESS s\na GRANTS_ACCESS e";
        let (paths, total, was_cut) = chains(text, &["b", "a", "e", "r"], 4);
        assert_eq!(paths, ["b s", "r t", "r s"]);
        assert_eq!((total, was_cut), (7, false));
    }

    #[test]
    fn the_best_are_kept_in_whatever_order_they_come() {
        let roles = (0..40).map(|role| format!("r{role:02} IAM_ROLE"));
        let grants = (0..40).map(|role| format!("a ASSUMES_ROLE r{role:02}"));
        let text = roles.chain(grants).chain(["r39 GRANTS_ACCESS s".to_owned()]);
        let text = format!("a EC2\ns SECRET\n{}", text.collect::<Vec<_>>().join("\n"));
        let (paths, total, _) = chains(&text, &["a", "a"], 4);
        assert_eq!(paths[0], "a r39 s");
        assert_eq!(paths[1], "a r39 s");
        assert_eq!((paths.len(), total), (3, 80));
        let (chain, most) =
            (|place| Chain { key: (Reverse(0), 1, 0, place), end: NodeId::new(0) }, 5);
        let mut halves = [Found::none(most), Found::none(most)];
        (0..100).rev().for_each(|place| halves[place % 2].add(chain(place)));
        assert!(halves.iter().all(|half| half.best.len() <= 2 * most));
        let [even, odd] = halves;
        let all = odd.and(even).sorted();
        assert_eq!(all.best.iter().map(|chain| chain.key.3).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(all.total, 100);
    }

    #[test]
    fn a_chain_beyond_the_depth_is_told_of_and_not_reported() {
        let text = "a EC2\nb IAM_ROLE\nc IAM_ROLE\na ASSUMES_ROLE b\nb IAM_TRUST c";
        assert_eq!(chains(text, &["a"], 1), (Vec::new(), 0, true));
        assert_eq!(chains(text, &["a"], 2), (vec!["a b c".to_owned()], 1, false));
    }

    #[test]
    fn identities_that_lead_back_are_an_end_together() {
        let text = "a EC2\nb IAM_ROLE\nc IAM_ROLE\na ASSUMES_ROLE b
                    b IAM_TRUST c\nc IAM_TRUST b";
        assert_eq!(chains(text, &["a"], 1), (vec!["a b".to_owned()], 1, false));
        let (paths, ..) = chains(text, &["b", "a"], 4);
        assert_eq!(paths, ["b c", "a b", "a b c"]);
    }
}
