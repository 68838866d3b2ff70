//! Paths on random graphs against the same search without any short cut, and against all paths.

use std::{collections::BTreeSet, fmt::Write};

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::{dataset::Inventory, graph::Hop, graph::tests::inventory};

const TYPES: [&str; 4] = ["EC2", "SECURITY_GROUP", "NETWORK_INTERFACE", "SUBNET"];
const KINDS: [&str; 6] =
    ["SECURITY_GROUP_RULE", "ATTACHED_TO", "ROUTE", "ASSUMES_ROLE", "CONTAINS", "REFERENCES"];
const MODES: [Mode; 3] = [Mode::Flow, Mode::Directed, Mode::Undirected];
/// Nodes: assets, and the internet under two names.
const N_NODES: usize = 9;

fn name(node: usize) -> String {
    match node {
        7 => "0.0.0.0/0".to_owned(),
        8 => "Internet".to_owned(),
        _ => format!("n{node}"),
    }
}

fn estate(edges: &[(usize, usize, usize)]) -> Inventory {
    let mut text = String::new();
    for node in 0..7 {
        writeln!(text, "n{node} {}", TYPES[node % TYPES.len()]).unwrap();
    }
    // Both names of the internet are nodes of every estate.
    writeln!(text, "{} ROUTE n0\n{} ROUTE n1", name(7), name(8)).unwrap();
    for &(source, kind, target) in edges {
        writeln!(text, "{} {} {}", name(source), KINDS[kind], name(target)).unwrap();
    }
    inventory(&text)
}

fn edges() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    vec((0..N_NODES, 0..KINDS.len(), 0..N_NODES), 0..30)
}

/// A path without repeated nodes.
type Nodes = Vec<NodeId>;

/// All paths within a number of hops.
fn all_paths(
    graph: SearchGraph<'_>,
    target: NodeId,
    budget: usize,
    path: &mut Nodes,
) -> Vec<Nodes> {
    let last = path[path.len() - 1];
    if last == target {
        return vec![path.clone()];
    }
    let mut found = Vec::new();
    if path.len() <= budget {
        for next in graph.successors(last).collect::<BTreeSet<_>>() {
            if !path.contains(&next) {
                path.push(next);
                found.extend(all_paths(graph, target, budget, path));
                path.pop();
            }
        }
    }
    found
}

/// The method as it is usually written down: every deviation of every path, searched to the end.
fn by_the_book(
    graph: SearchGraph<'_>,
    (source, target): (NodeId, NodeId),
    budget: usize,
    most: usize,
) -> Vec<Nodes> {
    let (mut accepted, mut waiting): (Vec<Nodes>, Vec<Nodes>) = Default::default();
    waiting.extend(detour(graph, (source, target), &[], &BTreeSet::new()));
    while let Some(place) = (0..waiting.len()).min_by_key(|&place| waiting[place].len()) {
        let path = waiting.remove(place);
        if path.len() > budget + 1 {
            break;
        }
        accepted.push(path.clone());
        if accepted.len() == most {
            break;
        }
        for place in 0..path.len() - 1 {
            let root = &path[..=place];
            let same_root = accepted.iter().filter(|other| other.starts_with(root));
            let taken = same_root.map(|other| (other[place], other[place + 1])).collect();
            let Some(rest) = detour(graph, (path[place], target), &path[..place], &taken) else {
                continue;
            };
            let new = [&path[..place], &rest].concat();
            if !waiting.contains(&new) {
                waiting.push(new);
            }
        }
    }
    accepted
}

fn detour(
    graph: SearchGraph<'_>,
    (start, target): (NodeId, NodeId),
    ignored: &[NodeId],
    taken: &BTreeSet<(NodeId, NodeId)>,
) -> Option<Nodes> {
    if start == target {
        return Some(vec![start]);
    }
    let allowed = |source: NodeId, next: NodeId| {
        let is_taken = taken.contains(&(source, next))
            || (graph.is_undirected() && taken.contains(&(next, source)));
        !is_taken
    };
    let mut before = std::collections::BTreeMap::from([(start, None)]);
    let mut behind = std::collections::BTreeMap::from([(target, None)]);
    let (mut forward, mut backward) = (vec![start], vec![target]);
    let mut meeting = None;
    while meeting.is_none() && !forward.is_empty() && !backward.is_empty() {
        let is_forward = forward.len() <= backward.len();
        let (front, known, other) = match is_forward {
            true => (&mut forward, &mut before, &behind),
            false => (&mut backward, &mut behind, &before),
        };
        let mut next = Vec::new();
        'level: for &node in front.iter() {
            let around: Nodes = match is_forward {
                true => graph.successors(node).collect(),
                false => graph.predecessors(node).collect(),
            };
            for near in around {
                let hop = if is_forward { (node, near) } else { (near, node) };
                if ignored.contains(&near) || !allowed(hop.0, hop.1) {
                    continue;
                }
                known.entry(near).or_insert_with(|| {
                    next.push(near);
                    Some(node)
                });
                if other.contains_key(&near) {
                    meeting = Some(near);
                    break 'level;
                }
            }
        }
        *front = next;
    }
    let mut path: Nodes = std::iter::successors(Some(meeting?), |node| before[node]).collect();
    path.reverse();
    path.extend(std::iter::successors(behind[&meeting?], |node| behind[node]));
    Some(path)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn short_cuts_change_nothing(
        edges in edges(),
        ends in (0..=N_NODES, 0..N_NODES),
        mode in 0..3_usize,
        (max_depth, max_paths) in (1..7_usize, 1..20_usize),
    ) {
        let inventory = estate(&edges);
        let graph = inventory.graph();
        let source = match ends.0 {
            N_NODES => Origin::Internet,
            node => Origin::Node(graph.find_node(&name(node)).unwrap()),
        };
        let target = NodeId::new(ends.1);
        let query = PathQuery { source, target, mode: MODES[mode], max_depth, max_paths };
        let report = find_paths(graph, &query);

        let has_internet = source == Origin::Internet;
        let (skipped, search) =
            (usize::from(has_internet), SearchGraph::new(graph, MODES[mode], has_internet));
        let (source, budget) = (search.node(source), max_depth + skipped);
        let found: Vec<Nodes> = report.paths.iter().map(|path| path.nodes.clone()).collect();
        let mut expected = by_the_book(search, (source, target), budget, max_paths + 1);
        prop_assert_eq!(report.truncated, expected.len() > max_paths);
        expected.truncate(max_paths);
        let expected: Vec<Nodes> = expected.iter().map(|path| path[skipped..].to_vec()).collect();
        prop_assert_eq!(&found, &expected);

        let all = all_paths(search, target, budget, &mut vec![source]);
        let mut lengths: Vec<usize> = all.iter().map(|path| path.len() - skipped).collect();
        lengths.sort_unstable();
        prop_assert_eq!(report.truncated, all.len() > max_paths);
        lengths.truncate(max_paths);
        prop_assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), lengths);
        let all: BTreeSet<Nodes> = all.iter().map(|path| path[skipped..].to_vec()).collect();
        prop_assert!(found.iter().all(|path| all.contains(path)));
        prop_assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
        for path in &report.paths {
            prop_assert_eq!(path.hops.len() + 1, path.nodes.len());
        }
    }

    #[test]
    fn paths_of_the_network_stay_within_reach(edges in edges(), target in 0..N_NODES) {
        let inventory = estate(&edges);
        let graph = inventory.graph();
        let query = PathQuery {
            source: Origin::Internet,
            target: NodeId::new(target),
            mode: Mode::Flow,
            max_depth: 8,
            max_paths: 20,
        };
        let of_identity = |hop: &Hop| matches!(hop, Hop::Edge(kind) if kind.as_str() == "ASSUMES_ROLE");
        for path in find_paths(graph, &query).paths {
            if !path.hops.iter().any(of_identity) {
                prop_assert!(path.nodes[1..].iter().all(|&node| graph.internet_reach().has(node)));
            }
        }
    }
}

#[test]
fn a_node_leads_to_itself_without_a_hop() {
    let inventory = estate(&[]);
    let graph = inventory.graph();
    let target = graph.find_node("internet").unwrap();
    for source in [Origin::Internet, Origin::Node(target)] {
        let query = PathQuery { source, target, mode: Mode::Flow, max_depth: 1, max_paths: 1 };
        let report = find_paths(graph, &query);
        assert_eq!(report.paths, [Path { nodes: vec![target], hops: Vec::new() }]);
        assert!(!report.truncated);
    }
}
