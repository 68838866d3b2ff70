//! One piece of text for each community of assets.

use super::{
    Budget, Chunk, Facts, budget,
    budget::Part,
    entity::{self, AssetFindingLists},
    sorted_names,
};
use crate::{
    dataset::Dataset,
    graph::{NodeId, communities::communities},
    model::Severity,
    text::round,
};

/// What a piece about a community says.
#[derive(Debug, Clone, PartialEq)]
pub struct CommunityFacts {
    /// Number of the community; those with one member count, but have no piece.
    pub community_id: usize,
    /// Members.
    pub member_count: usize,
    /// Members by type, in order of first appearance.
    pub asset_types: Vec<(&'static str, usize)>,
    /// Pairs with both ends inside.
    pub internal_edges: usize,
    /// Pairs with one end inside.
    pub external_edges: usize,
    /// Members flagged as exposed.
    pub internet_exposed_count: usize,
    /// Findings of members, suppressed ones too.
    pub finding_count: usize,
    /// The worst of them.
    pub severity_max: Option<Severity>,
    /// Frameworks of these findings, sorted.
    pub compliance_frameworks: Vec<String>,
    /// 0 to 10, one decimal: grows with members, findings and exposure.
    pub risk_score: f64,
}

/// The pieces, by the first member of each community; each is made when it is asked for.
pub(super) fn chunks(dataset: &Dataset, budget: Budget) -> impl Iterator<Item = Chunk> + '_ {
    let graph = dataset.inventory().graph();
    let of_node = communities(graph);
    let n_communities = of_node.iter().map(|&community| community as usize + 1).max().unwrap_or(0);
    let mut members = vec![Vec::new(); n_communities];
    for node in graph.nodes().iter() {
        members[of_node[node.index()] as usize].push(node);
    }
    let edges = count_edges(dataset, &of_node, n_communities);
    let groups = members.into_iter().zip(edges).enumerate();
    let groups = groups.filter(|(_, (members, _))| members.len() > 1);
    groups.map(move |(id, (members, edges))| chunk(dataset, id, &members, edges, budget))
}

/// Pairs inside each community, and pairs that leave or enter it.
fn count_edges(dataset: &Dataset, of_node: &[u32], n_communities: usize) -> Vec<(usize, usize)> {
    let graph = dataset.inventory().graph();
    let pairs = graph.pairs();
    let mut counts = vec![(0, 0); n_communities];
    for node in graph.nodes().iter() {
        for pair in pairs.outgoing(node) {
            let ends = [node, pairs.target(pair)].map(|end| of_node[end.index()] as usize);
            if ends[0] == ends[1] {
                counts[ends[0]].0 += 1;
            } else {
                ends.into_iter().for_each(|end| counts[end].1 += 1);
            }
        }
    }
    counts
}

fn facts(
    dataset: &Dataset,
    id: usize,
    members: &[NodeId],
    (internal_edges, external_edges): (usize, usize),
) -> CommunityFacts {
    let (graph, findings) = (dataset.inventory().graph(), dataset.findings());
    let mut asset_types: Vec<(&'static str, usize)> = Vec::new();
    for &member in members {
        let kind = type_name(dataset, member);
        match asset_types.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => asset_types.push((kind, 1)),
        }
    }
    let lists = AssetFindingLists::of(dataset);
    let assets = members.iter().filter_map(|&member| graph.asset(member));
    let own: Vec<usize> = assets
        .flat_map(|asset| lists.row(dataset, asset).iter().map(|&finding| finding as usize))
        .collect();
    let exposed = members.iter().filter(|&&member| graph.is_exposed(member)).count();
    let score = 0.3 * members.len() as f64 + 0.5 * own.len() as f64 + 2.0 * exposed as f64;
    CommunityFacts {
        community_id: id,
        member_count: members.len(),
        asset_types,
        internal_edges,
        external_edges,
        internet_exposed_count: exposed,
        finding_count: own.len(),
        severity_max: own.iter().map(|&finding| findings.severity(finding)).max(),
        compliance_frameworks: sorted_names(
            own.iter().flat_map(|&finding| findings.frameworks(finding)),
        ),
        risk_score: round::round1(score.min(10.0)),
    }
}

fn chunk(
    dataset: &Dataset,
    id: usize,
    members: &[NodeId],
    edges: (usize, usize),
    budget: Budget,
) -> Chunk {
    let facts = facts(dataset, id, members, edges);
    let line = |&member: &NodeId| {
        format!("  • {} ({})", entity::name(dataset, member), type_name(dataset, member))
    };
    let mut parts = vec![
        Part::Line(format!("Community {id} ({} resources):", members.len())),
        Part::list(members.len(), members.iter().map(line)),
    ];
    let types = facts.asset_types.iter().map(|(kind, count)| format!("{kind}: {count}"));
    let types: Vec<String> = types.collect();
    parts.extend(Part::heading(format!("Asset types: {}", types.join(", "))));
    let mut lines = vec![format!("Internal edges: {}, External edges: {}", edges.0, edges.1)];
    if facts.internet_exposed_count > 0 {
        lines.push(format!("⚠ {} internet-exposed resources", facts.internet_exposed_count));
    }
    if let Some(worst) = facts.severity_max {
        let worst = worst.as_str();
        lines.push(format!("Findings: {} (max severity: {worst})", facts.finding_count));
    }
    parts.extend(lines.into_iter().map(Part::Line));
    Chunk {
        id: format!("community::{id}"),
        content: budget::write(parts, budget).text,
        facts: Facts::Community(facts),
    }
}

/// The type of a node as other answers name it.
fn type_name(dataset: &Dataset, node: NodeId) -> &'static str {
    let kind = dataset.inventory().graph().asset_type(node);
    kind.map_or("EXTERNAL", |kind| kind.as_str())
}
