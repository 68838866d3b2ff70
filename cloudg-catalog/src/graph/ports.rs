//! Which ports an edge opens.
//!
//! Rules write their ports as text, as a list of numbers, or not at all; what silence means depends
//! on the protocol. Names of protocols are compared whole, so a list such as `TCP,ICMP` is none.

use crate::{dataset::Edges, model::EdgeType, text::fold};

/// Ports of which an open one is worth a finding, with the service that usually listens there. In
/// the order in which they are reported.
pub const SENSITIVE_PORTS: [(u16, &str); 11] = [
    (22, "SSH"),
    (3389, "RDP"),
    (3306, "MySQL"),
    (5432, "PostgreSQL"),
    (1433, "MSSQL"),
    (27017, "MongoDB"),
    (6379, "Redis"),
    (9200, "Elasticsearch"),
    (5601, "Kibana"),
    (8080, "HTTP-Alt"),
    (8443, "HTTPS-Alt"),
];

/// How a range of all ports is written.
pub const ALL_PORTS: &str = "0-65535";

const ALL_PORTS_TOKENS: [&str; 3] = ["*", "any", "all"];
const ALL_PROTOCOLS: [&str; 4] = ["*", "-1", "ALL", "ANY"];
const PORTED_PROTOCOLS: [&str; 6] = ["132", "17", "6", "SCTP", "TCP", "UDP"];
const PORTLESS_PROTOCOLS: [&str; 12] =
    ["1", "4", "47", "50", "51", "58", "AH", "ESP", "GRE", "ICMP", "ICMPV6", "IPIP"];

/// An inclusive range of ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PortRange {
    /// Lowest port.
    pub first: u16,
    /// Highest port, not below the lowest.
    pub last: u16,
}

impl PortRange {
    /// Every port.
    pub const ALL: Self = Self { first: 0, last: u16::MAX };

    /// Whether the port is in the range.
    pub fn contains(self, port: u16) -> bool {
        (self.first..=self.last).contains(&port)
    }
}

/// What a protocol says about ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProtocolKind {
    /// Any protocol.
    All,
    /// Has ports.
    Ported,
    /// Has none: numbers in its rules are types or codes.
    Portless,
}

impl ProtocolKind {
    /// The kind of a protocol by name or number, `None` for one that is not known. Blanks around
    /// it and letter case do not matter.
    pub fn of(protocol: &str) -> Option<Self> {
        let name = fold::upper(trim(protocol));
        let is_in = |names: &[&str]| names.contains(&&*name);
        if is_in(&PORTLESS_PROTOCOLS) {
            Some(Self::Portless)
        } else if is_in(&ALL_PROTOCOLS) {
            Some(Self::All)
        } else {
            is_in(&PORTED_PROTOCOLS).then_some(Self::Ported)
        }
    }
}

/// Whether edges of the type are rules of a filter, for which silence about ports means all.
pub fn is_filter_rule(edge_type: EdgeType) -> bool {
    matches!(edge_type, EdgeType::SECURITY_GROUP_RULE | EdgeType::NACL_RULE)
}

/// The ranges of a text such as `22, 80-81` under a protocol, in the order of the text. What is no
/// range is passed over.
pub fn parse_port_ranges(port_range: &str, protocol: &str) -> Vec<PortRange> {
    let kind = ProtocolKind::of(protocol);
    if kind == Some(ProtocolKind::Portless) {
        return Vec::new();
    }
    let tokens = || port_range.split(',').map(trim).filter(|token| !token.is_empty());
    let ranges: Vec<PortRange> = tokens().filter_map(parse_token).collect();
    let is_silent = || tokens().next().is_none();
    match kind {
        _ if !ranges.is_empty() => ranges,
        Some(ProtocolKind::All) => vec![PortRange::ALL],
        Some(ProtocolKind::Ported) if is_silent() => vec![PortRange::ALL],
        _ => Vec::new(),
    }
}

/// The ranges that an edge of a type opens by its text.
pub fn edge_port_ranges(edge_type: EdgeType, port_range: &str, protocol: &str) -> Vec<PortRange> {
    if trim(port_range).is_empty() && !is_filter_rule(edge_type) {
        return Vec::new();
    }
    parse_port_ranges(port_range, protocol)
}

/// Whether an edge opens a port, by its text or by its list.
pub fn allows_port(edges: &Edges, edge: usize, port: u16) -> bool {
    let protocol = edges.protocol(edge).unwrap_or("");
    if ProtocolKind::of(protocol) == Some(ProtocolKind::Portless) {
        return false;
    }
    let (listed, text) = (edges.ports(edge), edges.port_range(edge).unwrap_or(""));
    if listed.contains(&i64::from(port)) {
        return true;
    }
    // A rule that lists its ports is not silent about them.
    let says_all = trim(text).is_empty() && !listed.is_empty();
    !says_all
        && edge_port_ranges(edges.edge_type(edge), text, protocol)
            .iter()
            .any(|range| range.contains(port))
}

/// The text without white space and separators of records around it.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c))
}

fn parse_token(token: &str) -> Option<PortRange> {
    if ALL_PORTS_TOKENS.iter().any(|all| all.eq_ignore_ascii_case(token)) {
        return Some(PortRange::ALL);
    }
    let (first, last) = token.split_once('-').unwrap_or((token, token));
    let (first, last) = (parse_port(first)?, parse_port(last)?);
    (first <= last).then_some(PortRange { first, last })
}

/// Digits only: a sign is no part of a port. Leading zeros are.
fn parse_port(digits: &str) -> Option<u16> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{dataset::EdgeRow, graph::vectors};

    fn ranges(found: &[PortRange]) -> Value {
        found.iter().map(|range| json!([range.first, range.last])).collect()
    }

    fn text<'a>(case: &'a Value, key: &str) -> &'a str {
        case[key].as_str().unwrap_or("")
    }

    #[test]
    fn texts_are_read_as_recorded() {
        for case in vectors::section("parse_port_ranges") {
            let found = parse_port_ranges(text(&case, "port_range"), text(&case, "protocol"));
            assert_eq!(ranges(&found), case["ranges"], "{case}");
        }
    }

    #[test]
    fn edges_are_read_as_recorded() {
        for case in vectors::section("edge_port_ranges") {
            let edge_type = EdgeType::from_name(text(&case, "edge_type")).expect("a type");
            let (port_range, protocol) = (text(&case, "port_range"), text(&case, "protocol"));
            let found = edge_port_ranges(edge_type, port_range, protocol);
            assert_eq!(ranges(&found), case["ranges"], "{case}");
        }
    }

    #[test]
    fn the_tables_are_those_of_the_vocabulary() {
        let data = vectors::file("graph-port-vocabulary.json");
        assert_eq!(data["all_ports_tokens_in"], json!(ALL_PORTS_TOKENS));
        assert_eq!(data["all_ports_token_out"], json!(ALL_PORTS));
        assert_eq!(data["all_protocols"], json!(ALL_PROTOCOLS));
        assert_eq!(data["ported_protocols"], json!(PORTED_PROTOCOLS));
        assert_eq!(data["portless_protocols"], json!(PORTLESS_PROTOCOLS));
        let sensitive =
            SENSITIVE_PORTS.map(|(port, service)| json!({"port": port, "service": service}));
        assert_eq!(vectors::file("graph-sensitive-ports.json"), json!(sensitive));
    }

    fn rule<'a>(protocol: &'a str, port_range: &'a str, ports: &[i64]) -> Edges {
        let mut edges = Edges::default();
        edges.push(&EdgeRow {
            id: None,
            source: "a".into(),
            target: "b".into(),
            edge_type: EdgeType::SECURITY_GROUP_RULE,
            ports: ports.to_vec(),
            port_range: Some(port_range.into()),
            protocol: Some(protocol.into()),
            cidr: None,
            direction: "ingress".into(),
            description: None,
            relationship: None,
            properties: "".into(),
            extra: "".into(),
        });
        edges
    }

    #[test]
    fn a_listed_port_is_open_unless_the_protocol_has_none() {
        assert!(allows_port(&rule("tcp", "443", &[22]), 0, 22));
        assert!(allows_port(&rule("tcp", "443", &[22]), 0, 443));
        assert!(!allows_port(&rule("icmp", "8", &[8]), 0, 8));
    }

    #[test]
    fn a_rule_that_lists_ports_opens_no_others_by_silence() {
        assert!(allows_port(&rule("tcp", " ", &[]), 0, 80));
        assert!(!allows_port(&rule("tcp", " ", &[22]), 0, 80));
        assert!(!allows_port(&rule("all", "", &[22]), 0, 80));
    }
}
