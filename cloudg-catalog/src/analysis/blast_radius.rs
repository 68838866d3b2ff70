//! What is in danger when one asset is compromised: what depends on it, and what it can reach.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use super::{crown_jewels, reachability};
use crate::{
    graph::{Direction, Graph, Link, NodeId, internet},
    text::round,
};

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub struct BlastQuery {
    /// The asset.
    pub start: NodeId,
    /// Most arrows from a dependent to the asset; reach over the network is not limited.
    pub max_depth: u32,
    /// Most crown jewels to list.
    pub max_jewels: usize,
}

/// What depends on an asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependents<'a> {
    /// Nearest first, in order of discovery.
    pub links: Vec<Link>,
    /// How many at each depth.
    pub by_depth: BTreeMap<u32, usize>,
    /// Their accounts.
    pub accounts: BTreeSet<&'a str>,
    /// How many are flagged as exposed.
    pub exposed: usize,
}

/// What an asset can reach along edges of any type.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkReach {
    /// Assets, placeholders left out.
    pub assets: usize,
    /// Hops to the farthest node.
    pub depth: usize,
    /// Half a point for each node, two for each database, at most 10; one decimal.
    pub risk_score: f64,
    /// Crown jewels among the assets, the first of them by id.
    pub jewels: Vec<NodeId>,
}

/// What depends on the asset, directly or through others.
pub fn dependents<'a>(graph: Graph<'a>, query: &BlastQuery) -> Dependents<'a> {
    let dependencies = graph.dependencies(false);
    let links = dependencies.walk(Direction::Downstream, query.start, query.max_depth);
    let mut by_depth = BTreeMap::new();
    for link in &links {
        *by_depth.entry(link.depth).or_default() += 1;
    }
    let assets = || links.iter().filter_map(|link| graph.asset(link.node));
    let accounts = assets().filter_map(|asset| graph.assets().real_account(asset)).collect();
    let exposed = assets().filter(|&asset| graph.assets().is_exposed(asset)).count();
    Dependents { links, by_depth, accounts, exposed }
}

/// What the asset can reach. The internet is reached and not passed, unless the walk starts there.
pub fn network_reach(graph: Graph<'_>, query: &BlastQuery) -> NetworkReach {
    let (nodes, pairs) = (graph.nodes(), graph.pairs());
    let mut seen = FixedBitSet::with_capacity(nodes.len());
    seen.insert(query.start.index());
    let (mut reached, mut front) = (Vec::new(), vec![query.start]);
    let mut depth = 0;
    let stops = |node| !nodes.is_asset(node) && internet::is_internet_source(graph.id(node));
    while !front.is_empty() {
        let before = reached.len();
        for &node in front.iter().filter(|&&node| node == query.start || !stops(node)) {
            let fresh = pairs.successors(node).iter().filter(|target| !seen.put(target.index()));
            reached.extend(fresh);
        }
        depth += usize::from(reached.len() > before);
        front = reached[before..].to_vec();
    }
    seen.remove(query.start.index());
    let is_database =
        |&&node: &&NodeId| graph.asset_type(node).is_some_and(reachability::is_sensitive);
    let databases = reached.iter().filter(is_database).count();
    let risk = 0.5 * reached.len() as f64 + 2.0 * databases as f64;
    let jewels = crown_jewels::by_id(graph).iter().copied();
    NetworkReach {
        assets: reached.iter().filter(|&&node| nodes.is_asset(node)).count(),
        depth,
        risk_score: round::round1(risk.min(10.0)),
        jewels: jewels.filter(|node| seen.contains(node.index())).take(query.max_jewels).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::inventory;

    fn reach(text: &str, start: &str) -> NetworkReach {
        let inventory = inventory(text);
        let graph = inventory.graph();
        let start = graph.find_node(start).unwrap();
        network_reach(graph, &BlastQuery { start, max_depth: 1, max_jewels: 9 })
    }

    #[test]
    fn the_internet_is_reached_and_not_passed() {
        let text = "a EC2\nb EC2\na ROUTE 0.0.0.0/0\na ROUTE ANY\nANY ROUTE b\n0.0.0.0/0 ROUTE b";
        let found = reach(text, "a");
        assert_eq!((found.assets, found.depth, found.risk_score), (0, 1, 1.0));
        let found = reach(text, "internet");
        assert_eq!((found.assets, found.depth, found.risk_score), (1, 1, 0.5));
    }

    #[test]
    fn databases_count_more_and_jewels_are_listed_by_id() {
        let text = "a EC2\nz SECRET\nm RDS_INSTANCE\na REFERENCES z\nz REFERENCES m\nm ROUTE a";
        let found = reach(text, "a");
        assert_eq!((found.assets, found.depth, found.risk_score), (2, 2, 3.0));
        assert_eq!(found.jewels, [NodeId::new(2), NodeId::new(1)]);
    }
}
