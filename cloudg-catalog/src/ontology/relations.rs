//! Which relations an edge stands for, and which follow from the metadata of assets.

use crate::{
    dataset::{Assets, Edges, Inventory, Node},
    graph::{
        internet,
        ports::{self, PortRange},
    },
    model::{AssetType, EdgeType, RelationType},
    text::fold,
};

pub use super::facts::{Target, of_metadata};

/// Most relations of one edge: a declared one, and those of a rule that opens all single ports.
const MAX_RELATIONS: usize = 8;

/// Distinct relations of an edge, in the order in which they are said.
#[derive(Debug, Clone, Copy, Default)]
pub struct EdgeRelations {
    list: [Option<RelationType>; MAX_RELATIONS],
    len: usize,
}

impl EdgeRelations {
    /// What the edge says by its own relationship and by its type.
    pub fn of(inventory: &Inventory, edge: usize) -> Self {
        let edges = &inventory.edges;
        let (edge_type, mut relations) = (edges.edge_type(edge), Self::default());
        let declared = edges.relationship(edge).and_then(RelationType::from_name);
        if let Some(declared) = declared {
            relations.add(declared);
            if is_replaced(edge_type) {
                return relations;
            }
        }
        relations.add_rule(inventory, edge);
        relations
    }

    /// The relations in order.
    pub fn iter(self) -> impl Iterator<Item = RelationType> {
        self.list.into_iter().take(self.len).flatten()
    }

    fn add(&mut self, relation: RelationType) {
        if !self.list[..self.len].contains(&Some(relation)) && self.len < MAX_RELATIONS {
            self.list[self.len] = Some(relation);
            self.len += 1;
        }
    }

    fn add_rule(&mut self, inventory: &Inventory, edge: usize) {
        let (edges, assets) = (&inventory.edges, &inventory.assets);
        let asset = |end| match inventory.nodes().node(end) {
            Node::Asset(asset) => Some(asset as usize),
            Node::Placeholder(_) => None,
        };
        let (source, target) = (|| asset(edges.source(edge)), || asset(edges.target(edge)));
        let kind = |asset: Option<usize>| asset.map(|asset| assets.asset_type(asset));
        match edges.edge_type(edge) {
            EdgeType::SECURITY_GROUP_RULE | EdgeType::NACL_RULE => self.add_filter(edges, edge),
            EdgeType::CONTAINS => self.add(containment(kind(source()), kind(target()))),
            EdgeType::IAM_TRUST => {
                self.add(RelationType::ROLE_ASSUMES_ROLE);
                if is_cross_account(assets, source(), target()) {
                    self.add(RelationType::CROSS_ACCOUNT_TRUST);
                }
            }
            EdgeType::IAM_POLICY_ATTACHMENT => {
                if let Some(relation) = kind(target()).and_then(policy_holder) {
                    self.add(relation);
                }
            }
            EdgeType::ATTACHED_TO => self.add(attachment(kind(target()))),
            edge_type => fixed(edge_type).iter().for_each(|&relation| self.add(relation)),
        }
    }

    fn add_filter(&mut self, edges: &Edges, edge: usize) {
        let direction = edges.direction(edge);
        let is_ingress = direction.is_empty() || fold::lower(direction) == "ingress";
        self.add(match is_ingress {
            true => RelationType::INGRESS_ALLOWED,
            false => RelationType::EGRESS_ALLOWED,
        });
        let is_internet = internet::has_internet_cidr(edges, edge);
        if is_internet {
            self.add(RelationType::INTERNET_REACHABLE);
        }
        self.add_ports(&open_ranges(edges, edge));
        if !is_internet && edges.cidr(edge).is_some_and(|cidr| !cidr.is_empty()) {
            self.add(RelationType::CIDR_RESTRICTED);
        }
    }

    fn add_ports(&mut self, ranges: &[(i64, i64)]) {
        if ranges.is_empty() {
            return;
        }
        if covers_all(ranges) {
            return self.add(RelationType::ALL_TRAFFIC);
        }
        let is_open = |port| ranges.iter().any(|&(first, last)| (first..=last).contains(&port));
        let mut is_known = false;
        for (port, relation) in NAMED_PORTS {
            if is_open(port) {
                self.add(relation);
                is_known = true;
            }
        }
        if !is_known {
            self.add(RelationType::PORT_RESTRICTED);
        }
    }
}

/// Ports with a relation of their own, in the order in which they are said.
const NAMED_PORTS: [(i64, RelationType); 4] = [
    (80, RelationType::ONLY_HTTP),
    (443, RelationType::ONLY_HTTPS),
    (22, RelationType::ONLY_SSH),
    (3389, RelationType::ONLY_RDP),
];

/// Whether a declared relationship stands in the place of what the type says.
fn is_replaced(edge_type: EdgeType) -> bool {
    matches!(
        edge_type,
        EdgeType::ASSUMES_ROLE
            | EdgeType::ATTACHED_TO
            | EdgeType::CONTAINS
            | EdgeType::GOVERNS
            | EdgeType::GRANTS_ACCESS
            | EdgeType::INVOKES
            | EdgeType::LOGS_TO
            | EdgeType::MANAGES
            | EdgeType::MONITORS
            | EdgeType::PROTECTS
            | EdgeType::REFERENCES
            | EdgeType::USES_IMAGE
    )
}

/// What an edge of a type always stands for.
fn fixed(edge_type: EdgeType) -> &'static [RelationType] {
    match edge_type {
        EdgeType::LOAD_BALANCER_TARGET => {
            &[RelationType::LB_TARGETS_INSTANCE, RelationType::LOAD_BALANCED_BY]
        }
        EdgeType::PEERING => &[RelationType::VPC_PEERED],
        EdgeType::ROUTE => &[RelationType::TRANSIT_ROUTED],
        EdgeType::INTERNET_EXPOSED => &[RelationType::INTERNET_REACHABLE],
        EdgeType::INVOKES => &[RelationType::INVOKES],
        EdgeType::USES_IMAGE | EdgeType::ASSUMES_ROLE => &[RelationType::RUNS_ON],
        EdgeType::GRANTS_ACCESS => &[RelationType::POLICY_ALLOWS_ACTION],
        EdgeType::LOGS_TO => &[RelationType::LOGS_TO],
        EdgeType::PROTECTS => &[RelationType::PROTECTED_BY_WAF],
        EdgeType::MONITORS => &[RelationType::MONITORED_BY],
        EdgeType::MANAGES => &[RelationType::OWNED_BY],
        EdgeType::GOVERNS => &[RelationType::COMPLIANCE_GOVERNS],
        EdgeType::REFERENCES => &[RelationType::DEPENDS_ON],
        _ => &[],
    }
}

/// Whether assets of the type are networks with subnets.
pub(super) fn is_network(kind: AssetType) -> bool {
    matches!(kind, AssetType::VPC | AssetType::VNET)
}

fn containment(source: Option<AssetType>, target: Option<AssetType>) -> RelationType {
    let (Some(source), Some(target)) = (source, target) else { return RelationType::CONTAINS };
    if is_network(source) && target == AssetType::SUBNET {
        RelationType::VPC_CONTAINS_SUBNET
    } else if source == AssetType::SUBNET && is_subnet_member(target) {
        RelationType::SUBNET_CONTAINS_INSTANCE
    } else if is_cluster(source) && is_cluster_member(target) {
        RelationType::CLUSTER_CONTAINS_SERVICE
    } else if matches!(source, AssetType::ORGANIZATION | AssetType::ORG_UNIT)
        && target == AssetType::CLOUD_ACCOUNT
    {
        RelationType::ORG_CONTAINS_ACCOUNT
    } else {
        RelationType::CONTAINS
    }
}

fn is_subnet_member(kind: AssetType) -> bool {
    !matches!(
        kind,
        AssetType::CLOUD_ACCOUNT
            | AssetType::CUSTOMER_GATEWAY
            | AssetType::INTERNET_GATEWAY
            | AssetType::NACL
            | AssetType::NSG
            | AssetType::ORGANIZATION
            | AssetType::ORG_UNIT
            | AssetType::PEERING_CONNECTION
            | AssetType::PREFIX_LIST
            | AssetType::RESOURCE_GROUP
            | AssetType::ROUTER
            | AssetType::ROUTE_TABLE
            | AssetType::SECURITY_GROUP
            | AssetType::SUBNET
            | AssetType::TRANSIT_GATEWAY
            | AssetType::VNET
            | AssetType::VPC
            | AssetType::VPN_GATEWAY
    )
}

fn is_cluster(kind: AssetType) -> bool {
    matches!(
        kind,
        AssetType::AKS_CLUSTER
            | AssetType::ECS_CLUSTER
            | AssetType::EKS_CLUSTER
            | AssetType::GKE_CLUSTER
            | AssetType::K8S_NAMESPACE
    )
}

fn is_cluster_member(kind: AssetType) -> bool {
    matches!(
        kind,
        AssetType::CAPACITY_PROVIDER
            | AssetType::CLUSTER_ADDON
            | AssetType::CONTAINER_SERVICE
            | AssetType::FARGATE_PROFILE
            | AssetType::K8S_INGRESS
            | AssetType::K8S_NAMESPACE
            | AssetType::K8S_SERVICE
            | AssetType::K8S_SERVICE_ACCOUNT
            | AssetType::K8S_WORKLOAD
            | AssetType::NODE_GROUP
            | AssetType::TASK_DEFINITION
    )
}

fn is_cross_account(assets: &Assets, source: Option<usize>, target: Option<usize>) -> bool {
    let account = |asset: Option<usize>| asset.and_then(|asset| assets.real_account(asset));
    matches!((account(source), account(target)), (Some(one), Some(other)) if one != other)
}

fn policy_holder(kind: AssetType) -> Option<RelationType> {
    match kind {
        AssetType::IAM_USER => Some(RelationType::USER_HAS_POLICY),
        AssetType::IAM_ROLE => Some(RelationType::ROLE_HAS_POLICY),
        AssetType::IAM_GROUP => Some(RelationType::GROUP_HAS_POLICY),
        _ => None,
    }
}

fn attachment(target: Option<AssetType>) -> RelationType {
    match target {
        Some(AssetType::SECURITY_GROUP | AssetType::NSG) => RelationType::PROTECTED_BY_SG,
        Some(AssetType::NACL) => RelationType::PROTECTED_BY_NACL,
        _ => RelationType::DEPENDS_ON,
    }
}

/// The ports that a rule opens: those it lists when its text is silent, else those of its text.
fn open_ranges(edges: &Edges, edge: usize) -> Vec<(i64, i64)> {
    let text = edges.port_range(edge).unwrap_or("");
    let listed = edges.ports(edge);
    if ports::trim(text).is_empty() && !listed.is_empty() {
        return listed.iter().map(|&port| (port, port)).collect();
    }
    let protocol = edges.protocol(edge).unwrap_or("");
    ports::edge_port_ranges(edges.edge_type(edge), text, protocol)
        .into_iter()
        .map(|range| (range.first.into(), range.last.into()))
        .collect()
}

/// Whether the ranges together are every port.
fn covers_all(ranges: &[(i64, i64)]) -> bool {
    let mut ranges = ranges.to_vec();
    ranges.sort_unstable();
    let mut next = i64::from(PortRange::ALL.first);
    for (first, last) in ranges {
        if first > next {
            return false;
        }
        next = next.max(last.saturating_add(1));
    }
    next > PortRange::ALL.last.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_to_all_ports() {
        assert!(covers_all(&[(1024, 65535), (0, 500), (501, 1023)]));
        assert!(covers_all(&[(0, 65535)]));
        assert!(!covers_all(&[(0, 500), (502, 65535)]));
        assert!(!covers_all(&[(1, 65535)]));
    }

    #[test]
    fn the_rules_are_those_of_the_vocabulary() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/ontology.json");
        let text = std::fs::read_to_string(path).expect("file");
        let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let names = |list: &serde_json::Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect()
        };
        for edge_type in EdgeType::ALL {
            let rule = &data["edge_rules"][edge_type.as_str()]["fixed"];
            let ours: Vec<&str> = fixed(edge_type).iter().map(|r| r.as_str()).collect();
            let theirs = rule.as_array().map_or(Vec::new(), |_| names(rule));
            assert_eq!(ours, theirs, "{edge_type}");
            let replaced = names(&data["declared_relationship_replaces_default_for"]);
            assert_eq!(is_replaced(edge_type), replaced.contains(&edge_type.to_string()));
        }
        type Contains = fn(AssetType) -> bool;
        let sets: [(&str, Contains); 4] = [
            ("network_types", is_network),
            ("cluster_types", is_cluster),
            ("cluster_member_types", is_cluster_member),
            ("not_subnet_member_types", |kind| !is_subnet_member(kind)),
        ];
        for (name, contains) in sets {
            let theirs = names(&data["containment"][name]);
            for kind in AssetType::ALL {
                assert_eq!(contains(kind), theirs.contains(&kind.to_string()), "{name} {kind}");
            }
        }
        for kind in AssetType::ALL {
            let theirs = data["policy_target_relations"][kind.as_str()].as_str();
            assert_eq!(policy_holder(kind).map(RelationType::as_str), theirs, "{kind}");
            let theirs = data["attachment_target_relations"][kind.as_str()].as_str();
            assert_eq!(attachment(Some(kind)).as_str(), theirs.unwrap_or("DEPENDS_ON"), "{kind}");
        }
        for (row, (port, relation)) in
            data["port_relations"].as_array().unwrap().iter().zip(NAMED_PORTS)
        {
            assert_eq!((&row["port"], &row["relation"]), (&port.into(), &relation.as_str().into()));
        }
    }
}
