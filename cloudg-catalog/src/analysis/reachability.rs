//! What the internet can reach and should not: facts that findings can be made of.

use hashbrown::HashMap;

use crate::{
    graph::{
        Graph, NodeId, flow, internet,
        ports::{self, SENSITIVE_PORTS},
    },
    model::AssetType,
};

/// One thing that the internet can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// A data store that no traffic from the internet should get to.
    SensitiveAsset {
        /// Its node.
        node: NodeId,
        /// Its index.
        asset: usize,
    },
    /// An asset that is not made to face the internet.
    UnexpectedAsset {
        /// Its node.
        node: NodeId,
        /// Its index.
        asset: usize,
    },
    /// An edge that lets the internet in on a port of a service that should not be public. One fact
    /// for each port between two nodes; the edge is the first one that opens it.
    OpenPort {
        /// Index of the edge.
        edge: usize,
        /// Where it starts.
        source: NodeId,
        /// Where it ends.
        target: NodeId,
        /// Port.
        port: u16,
        /// What usually listens there.
        service: &'static str,
    },
}

/// Whether assets of the type are databases, for which being reachable is a finding of its own.
pub fn is_sensitive(asset_type: AssetType) -> bool {
    matches!(
        asset_type,
        AssetType::RDS_INSTANCE
            | AssetType::AURORA_CLUSTER
            | AssetType::AZURE_SQL
            | AssetType::CLOUD_SQL
            | AssetType::DYNAMODB_TABLE
    )
}

/// All facts: assets by id, then open ports by source, then by the first edge between the nodes,
/// then in the order of [`SENSITIVE_PORTS`].
pub fn facts(graph: Graph<'_>) -> Vec<Fact> {
    let reached = graph.internet_reach().by_id().iter();
    let mut facts: Vec<Fact> = reached.filter_map(|&node| asset_fact(graph, node)).collect();
    for node in graph.nodes().iter() {
        add_open_ports(graph, node, &mut facts);
    }
    facts
}

fn asset_fact(graph: Graph<'_>, node: NodeId) -> Option<Fact> {
    let asset = graph.asset(node)?;
    let asset_type = graph.assets().asset_type(asset);
    if is_sensitive(asset_type) {
        return Some(Fact::SensitiveAsset { node, asset });
    }
    let is_harmless = is_made_for_exposure(asset_type)
        || flow::is_filter(asset_type)
        || asset_type == AssetType::TARGET_GROUP;
    (!is_harmless).then_some(Fact::UnexpectedAsset { node, asset })
}

fn is_made_for_exposure(asset_type: AssetType) -> bool {
    matches!(
        asset_type,
        AssetType::INTERNET_GATEWAY
            | AssetType::LOAD_BALANCER
            | AssetType::CLOUDFRONT
            | AssetType::CDN
    )
}

fn add_open_ports(graph: Graph<'_>, source: NodeId, facts: &mut Vec<Fact>) {
    let (raw, edges) = (graph.raw(), graph.edges());
    let admits = |&&edge: &&u32| {
        let edge = edge as usize;
        internet::has_internet_cidr(edges, edge) && !internet::is_egress(edges, edge)
    };
    let open = raw.outgoing(source).iter().filter(admits);
    let mut open: Vec<(NodeId, usize)> =
        open.map(|&edge| (raw.target(edge as usize), edge as usize)).collect();
    if open.is_empty() {
        return;
    }
    // In order of the pairs, which an edge that opens nothing may have begun.
    let mut places = HashMap::new();
    for (place, &target) in graph.pairs().successors(source).iter().enumerate() {
        places.insert(target, place);
    }
    open.sort_by_key(|(target, _)| places[target]);
    for pair in open.chunk_by(|(target, _), (other, _)| target == other) {
        let target = pair[0].0;
        for (opener, (port, service)) in openers(graph, pair).into_iter().zip(SENSITIVE_PORTS) {
            facts.extend(opener.map(|edge| Fact::OpenPort { edge, source, target, port, service }));
        }
    }
}

/// The first edge that opens each port.
fn openers(graph: Graph<'_>, pair: &[(NodeId, usize)]) -> [Option<usize>; SENSITIVE_PORTS.len()] {
    SENSITIVE_PORTS.map(|(port, _)| {
        let mut edges = pair.iter().map(|&(_, edge)| edge);
        edges.find(|&edge| ports::allows_port(graph.edges(), edge, port))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dataset::{Assets, Edges, Inventory},
        graph::tests::{edge, inventory},
    };

    #[test]
    fn types_are_those_of_the_table() {
        let table = crate::graph::vectors::file("graph-reachability.json");
        let listed = |key: &str, kind: AssetType| {
            table[key].as_array().unwrap().iter().any(|name| name == kind.as_str())
        };
        for kind in AssetType::ALL {
            assert_eq!(is_sensitive(kind), listed("sensitive_asset_types", kind), "{kind}");
            assert_eq!(
                is_made_for_exposure(kind),
                listed("expected_exposed_types", kind),
                "{kind}"
            );
            let is_no_resource = flow::is_filter(kind) || kind == AssetType::TARGET_GROUP;
            assert_eq!(is_no_resource, listed("non_resource_types", kind), "{kind}");
        }
    }

    #[test]
    fn filters_and_what_is_made_for_it_may_be_reached() {
        let inventory = inventory(
            "db RDS_INSTANCE\nvm EC2\nsg SECURITY_GROUP\nlb LOAD_BALANCER
             x INTERNET_EXPOSED vm ::/0\nx SECURITY_GROUP_RULE sg 0.0.0.0/0
             vm ROUTE db\nx ROUTE lb\nx ROUTE outside",
        );
        let graph = inventory.graph();
        // A rule that is silent about protocol and ports opens none.
        let (db, vm) = (NodeId::new(0), NodeId::new(1));
        let expected = [
            Fact::SensitiveAsset { node: db, asset: 0 },
            Fact::UnexpectedAsset { node: vm, asset: 1 },
        ];
        assert_eq!(facts(graph), expected);
    }

    #[test]
    fn a_port_between_two_nodes_is_one_fact_in_order_of_the_first_edge() {
        let mut edges = Edges::default();
        let rows = [
            ("b", "", None),
            ("a", "5432,22", Some("::/0")),
            ("b", "22", Some("Any")),
            ("b", "20-30,3389", Some("0.0.0.0/0")),
            ("b", "8080", Some("10.0.0.0/8")),
        ];
        for (target, ports, cidr) in rows {
            let mut row = edge("x", "SECURITY_GROUP_RULE", target, cidr);
            row.port_range = Some(ports.into());
            row.protocol = Some("tcp".into());
            edges.push(&row);
        }
        let inventory = Inventory::new(Assets::default(), edges);
        let graph = inventory.graph();
        let open = facts(graph).into_iter().map(|fact| match fact {
            Fact::OpenPort { edge, target, port, service, .. } => {
                (edge, graph.name(target), port, service)
            }
            other => panic!("there is no asset: {other:?}"),
        });
        let expected = [
            (2, "b", 22, "SSH"),
            (3, "b", 3389, "RDP"),
            (1, "a", 22, "SSH"),
            (1, "a", 5432, "PostgreSQL"),
        ];
        assert_eq!(open.collect::<Vec<_>>(), expected);
    }
}
