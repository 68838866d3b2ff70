//! Findings about what the internet reaches, and which of them a dataset does not have yet.

use hashbrown::{HashMap, HashSet};
use uuid::Uuid;

use super::reachability::{self, Fact};
use crate::{
    dataset::Dataset,
    graph::{Graph, NodeId},
    model::{FindingRecord, Severity, Timestamp},
};

/// The scanner of these findings.
pub const SOURCE_TOOL: &str = "cloudg-reachability";
/// Root of their ids.
const NAMESPACE: Uuid = Uuid::from_u128(0x077a_ca56_2649_5b4f_ad0a_598d_7b79_4198);

/// Every finding that could be made, each id once, in the order of [`reachability::facts`].
#[derive(Debug)]
pub struct Candidates {
    facts: Vec<(Fact, Uuid)>,
    places: HashMap<Uuid, u32>,
}

impl Candidates {
    /// The candidates of a dataset, found once for all its versions.
    pub fn of(dataset: &Dataset) -> &Self {
        let graph = dataset.inventory().graph();
        dataset.inventory().measures().reachability.get_or_init(|| Self::build(graph))
    }

    fn build(graph: Graph<'_>) -> Self {
        let (mut facts, mut places) = (Vec::new(), HashMap::new());
        for fact in reachability::facts(graph) {
            let id = Uuid::new_v5(&NAMESPACE, name(graph, fact).as_bytes());
            // Nodes may share an ARN, and then the finding is about that.
            if places.try_insert(id, facts.len() as u32).is_ok() {
                facts.push((fact, id));
            }
        }
        Self { facts, places }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Those that the dataset has neither by id nor by title and resource, by number.
    pub fn unknown(&self, dataset: &Dataset) -> Vec<usize> {
        let findings = dataset.findings();
        let mut is_known = vec![false; self.facts.len()];
        let mut own = HashSet::new();
        for finding in 0..findings.len() {
            if let Some(place) = self.place_of(findings.id(finding)) {
                is_known[place] = true;
            }
            if findings.source_tool(finding) == SOURCE_TOOL {
                own.insert((findings.title(finding), findings.resource_id(finding)));
            }
        }
        let graph = dataset.inventory().graph();
        let is_new = |&place: &usize| {
            let fact = self.facts[place].0;
            !is_known[place]
                && (own.is_empty()
                    || !own.contains(&(&*title(graph, fact), graph.id(subject(fact)))))
        };
        (0..self.facts.len()).filter(is_new).collect()
    }

    /// The candidate with an id as we write it.
    fn place_of(&self, id: &str) -> Option<usize> {
        // Version 5, in the one spelling that we use: most ids of others end here.
        if id.len() != 36 || id.as_bytes()[14] != b'5' {
            return None;
        }
        let parsed = Uuid::try_parse(id).ok()?;
        let place = *self.places.get(&parsed)?;
        (parsed.to_string() == id).then_some(place as usize)
    }

    /// One of them as a finding seen `now`.
    pub fn record(&self, dataset: &Dataset, place: usize, now: Timestamp) -> FindingRecord {
        let graph = dataset.inventory().graph();
        let (fact, id) = self.facts[place];
        let node = subject(fact);
        let Texts { description, evidence, remediation } = texts(graph, fact);
        FindingRecord {
            id: id.to_string(),
            resource_id: graph.id(node).to_owned(),
            resource_arn: Some(arn(graph, node).to_owned()),
            severity: severity(fact),
            title: title(graph, fact),
            description,
            source_tool: SOURCE_TOOL.to_owned(),
            evidence: Some(evidence),
            remediation: Some(remediation),
            source_finding_id: None,
            compliance_frameworks: frameworks(fact).iter().map(|&name| name.to_owned()).collect(),
            cvss_score: None,
            detected_at: now,
            is_suppressed: false,
        }
    }
}

/// The dataset with every candidate that it does not have yet, and how many these are; `None` if
/// there is none.
pub fn add(dataset: &Dataset, now: Timestamp) -> (Option<Dataset>, usize) {
    let candidates = Candidates::of(dataset);
    let record = |place| candidates.record(dataset, place, now);
    let records: Vec<FindingRecord> = candidates.unknown(dataset).into_iter().map(record).collect();
    let next = || dataset.with_findings(dataset.finding_set().extended(&records));
    ((!records.is_empty()).then(next), records.len())
}

/// The node that a finding is about.
fn subject(fact: Fact) -> NodeId {
    match fact {
        Fact::SensitiveAsset { node, .. } | Fact::UnexpectedAsset { node, .. } => node,
        Fact::OpenPort { target, .. } => target,
    }
}

/// What the id is derived from: the rule, and ARNs where there are any, so that it outlives
/// another collection with other internal ids.
fn name(graph: Graph<'_>, fact: Fact) -> String {
    let key = |node| match arn(graph, node) {
        "" => graph.id(node),
        arn => arn,
    };
    match fact {
        Fact::SensitiveAsset { node, .. } => {
            format!("internet-exposed-sensitive-asset|{}", key(node))
        }
        Fact::UnexpectedAsset { node, .. } => {
            format!("internet-exposed-unexpected-asset|{}", key(node))
        }
        Fact::OpenPort { source, target, port, .. } => {
            format!("internet-open-sensitive-port:{port}|{}->{}", key(source), key(target))
        }
    }
}

/// ARN of a node, empty for none.
fn arn(graph: Graph<'_>, node: NodeId) -> &str {
    graph.asset(node).and_then(|asset| graph.assets().real_arn(asset)).unwrap_or("")
}

fn severity(fact: Fact) -> Severity {
    match fact {
        Fact::SensitiveAsset { .. } | Fact::OpenPort { .. } => Severity::Critical,
        Fact::UnexpectedAsset { .. } => Severity::High,
    }
}

fn frameworks(fact: Fact) -> &'static [&'static str] {
    match fact {
        Fact::SensitiveAsset { .. } => &["CIS", "NIST-800-53"],
        Fact::UnexpectedAsset { .. } => &[],
        Fact::OpenPort { .. } => &["CIS", "NIST-800-53", "PCI-DSS"],
    }
}

fn title(graph: Graph<'_>, fact: Fact) -> String {
    match fact {
        Fact::SensitiveAsset { node, asset } => {
            let asset_type = graph.assets().asset_type(asset).as_str();
            format!("Internet-exposed {asset_type}: {}", graph.name(node))
        }
        Fact::UnexpectedAsset { node, .. } => {
            format!("Unexpected internet-exposed resource: {}", graph.name(node))
        }
        Fact::OpenPort { edge, port, service, .. } => {
            let origin = origin(graph, edge);
            format!("Security group allows {service} (port {port}) from {origin}")
        }
    }
}

/// Where an edge lets traffic in from; all addresses of either version are written as one.
fn origin(graph: Graph<'_>, edge: usize) -> &str {
    match graph.edges().cidr(edge).unwrap_or("") {
        "::/0" => "0.0.0.0/0",
        cidr => cidr,
    }
}

/// What a finding says beside its title.
struct Texts {
    description: String,
    evidence: String,
    remediation: String,
}

fn texts(graph: Graph<'_>, fact: Fact) -> Texts {
    match fact {
        Fact::SensitiveAsset { node, asset } => {
            let asset_type = graph.assets().asset_type(asset).as_str();
            Texts {
                description: format!(
                    "Traffic from the internet gets to {} ({asset_type}). A data store should \
                     be reached by its applications only: whoever finds it can try passwords \
                     and known weaknesses of its engine.",
                    graph.name(node)
                ),
                evidence: format!("Reachable from the internet: node {}", graph.id(node)),
                remediation: "Restrict the rules that admit the internet to the addresses or \
                              groups of its clients, and move it to a private subnet."
                    .to_owned(),
            }
        }
        Fact::UnexpectedAsset { node, .. } => Texts {
            description: format!(
                "Traffic from the internet gets to {}, which is of no type that is made to face \
                 it. Confirm that this is meant.",
                graph.name(node)
            ),
            evidence: format!("Reachable from the internet: node {}", graph.id(node)),
            remediation: "Review the rules on the way, and close those that nobody needs. Put a \
                          load balancer or gateway in front of what has to be public."
                .to_owned(),
        },
        Fact::OpenPort { edge, source, target, port, service } => {
            let (origin, cidr) = (origin(graph, edge), graph.edges().cidr(edge).unwrap_or(""));
            Texts {
                description: format!(
                    "{} admits inbound traffic to port {port} ({service}) from {origin}. \
                     Everybody can try to log in there.",
                    graph.name(target)
                ),
                evidence: format!(
                    "Rule from {} to {}: port {port}, CIDR {cidr}",
                    graph.id(source),
                    graph.id(target)
                ),
                remediation: format!(
                    "Restrict the source of the rule for port {port} to known address ranges, or \
                     go through a bastion host or VPN."
                ),
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::tests::dataset_of;

    const NOW: Timestamp = Timestamp { local_micros: 1, offset_minutes: Some(0) };

    #[test]
    fn ids_follow_the_vectors() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/findings-unit-vectors.json");
        let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let cases = vectors["reachability_finding_id"].as_array().unwrap();
        assert_eq!(cases.len(), 3);
        for case in cases {
            let [rule, key, id] = [0, 1, 2].map(|at| case[at].as_str().unwrap());
            let name = format!("{rule}|{key}");
            assert_eq!(Uuid::new_v5(&NAMESPACE, name.as_bytes()).to_string(), id);
        }
    }

    /// A group that the internet may enter, and databases behind it.
    fn estate(databases: &[(&str, &str)], rules: &[Value], findings: &[Value]) -> Dataset {
        let group =
            json!({"id": "sg", "name": "sg", "asset_type": "SECURITY_GROUP", "provider": "AWS"});
        let database = |(id, arn): &(&str, &str)| json!({"id": id, "name": id, "arn": arn, "asset_type": "RDS_INSTANCE", "provider": "AWS"});
        let assets: Vec<Value> =
            std::iter::once(group).chain(databases.iter().map(database)).collect();
        let member = |(id, _): &(&str, &str)| json!({"source_id": id, "target_id": "sg", "edge_type": "ATTACHED_TO"});
        let edges: Vec<Value> = rules.iter().cloned().chain(databases.iter().map(member)).collect();
        dataset_of(&json!({"assets": assets, "edges": edges, "findings": findings}))
    }

    fn rule(fields: &Value) -> Value {
        let mut rule = json!({
            "source_id": "0.0.0.0/0", "target_id": "sg", "edge_type": "SECURITY_GROUP_RULE",
            "cidr": "0.0.0.0/0", "protocol": "tcp", "direction": "ingress",
        });
        rule.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        rule
    }

    fn titles(dataset: &Dataset) -> Vec<String> {
        let candidates = Candidates::of(dataset);
        let new = candidates.unknown(dataset).into_iter();
        new.map(|place| candidates.record(dataset, place, NOW).title).collect()
    }

    #[test]
    fn listed_ports_alone_are_open_and_ipv6_counts() {
        let dataset = estate(&[], &[rule(&json!({"ports": [22, 443], "cidr": "::/0"}))], &[]);
        assert_eq!(titles(&dataset), ["Security group allows SSH (port 22) from 0.0.0.0/0"]);
        let any = estate(&[], &[rule(&json!({"cidr": " 0.0.0.0/0 "}))], &[]);
        assert_eq!(titles(&any).len(), 11);
        assert!(titles(&any)[0].ends_with("from  0.0.0.0/0 "), "{:?}", titles(&any));
    }

    #[test]
    fn nodes_with_one_arn_are_one_finding() {
        let rules = [rule(&json!({"port_range": "443"}))];
        let dataset = estate(&[("b", "arn:x"), ("a", "arn:x"), ("c", "")], &rules, &[]);
        assert_eq!(
            titles(&dataset),
            ["Internet-exposed RDS_INSTANCE: a", "Internet-exposed RDS_INSTANCE: c"]
        );
    }

    #[test]
    fn what_is_there_is_not_new_and_what_is_added_keeps_its_id() {
        let rules = [rule(&json!({"port_range": "22"}))];
        let known = json!({
            "id": "other", "resource_id": "a", "severity": "LOW", "description": "",
            "title": "Internet-exposed RDS_INSTANCE: a", "source_tool": SOURCE_TOOL,
        });
        let dataset = estate(&[("a", ""), ("b", "")], &rules, &[known]);
        let candidates = Candidates::of(&dataset);
        let unknown = candidates.unknown(&dataset);
        assert_eq!((candidates.len(), unknown.len()), (3, 2));
        let preview = candidates.record(&dataset, unknown[0], NOW);
        assert_eq!(preview.title, "Internet-exposed RDS_INSTANCE: b");
        assert_eq!(preview.resource_arn.as_deref(), Some(""));
        let (next, added) = add(&dataset, NOW);
        let next = next.unwrap();
        assert_eq!((added, next.findings().len(), next.identity().version), (2, 3, 1));
        assert_eq!(next.findings().id(1), preview.id);
        assert!(add(&next, NOW).0.is_none());
    }
}
