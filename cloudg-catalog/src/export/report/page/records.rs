//! Assets, findings and relations as the page embeds them: what its script shows and no more.
//!
//! An estate repeats few types, regions and accounts many times, so rows of assets name them by
//! number, and relations are numbers alone. The whole records are what `findings.json` is for.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::overview;
use crate::{analysis::accounts, dataset::Dataset, graph::NodeId};

/// Texts that rows name by number.
#[derive(Default)]
struct Names<'a>(IndexMap<&'a str, usize>);

impl<'a> Names<'a> {
    fn number(&mut self, name: &'a str) -> usize {
        let next = self.0.len();
        *self.0.entry(name).or_insert(next)
    }

    fn list(&self) -> Vec<&'a str> {
        self.0.keys().copied().collect()
    }
}

/// `{types, providers, regions, accounts: [[id, name]], rows}`; a row is `[id, arn, name, type,
/// provider, region, account, exposed, tags]`, with null for what is absent or the same as the id,
/// and without the tags where there are none.
pub(super) fn assets(dataset: &Dataset) -> impl Serialize + use<> {
    let assets = dataset.assets();
    let [mut types, mut providers, mut regions, mut accounts] = <[Names<'_>; 4]>::default();
    let mut row = |asset: usize| {
        let id = assets.id(asset);
        let other = |text: &str| (text != id).then(|| text.to_owned());
        let mut row = vec![
            json!(id),
            json!(assets.arn(asset).and_then(other)),
            json!(other(assets.name(asset))),
            json!(types.number(assets.asset_type(asset).as_str())),
            json!(providers.number(assets.provider(asset).as_str())),
            json!(regions.number(assets.region(asset))),
            json!(accounts.number(assets.account_id(asset).unwrap_or_default())),
            json!(u8::from(assets.is_exposed(asset))),
        ];
        let tags: Map<String, Value> =
            assets.tags(asset).map(|(key, value)| (key.to_owned(), value.into())).collect();
        row.extend((!tags.is_empty()).then_some(Value::Object(tags)));
        row
    };
    let rows: Vec<Vec<Value>> = (0..assets.len()).map(&mut row).collect();
    let named: IndexMap<&str, &str> = accounts::list(dataset)
        .iter()
        .filter_map(|account| Some((account.account_id, account.name?)))
        .collect();
    let account = |id: &str| json!([id, named.get(id)]);
    json!({
        "types": types.list(), "providers": providers.list(), "regions": regions.list(),
        "accounts": accounts.list().into_iter().map(account).collect::<Vec<Value>>(),
        "rows": rows,
    })
}

/// One finding: the fields of a record that say something; absent ones are left out, and so is
/// what only programs ask for.
#[derive(Serialize)]
pub(super) struct Finding<'a> {
    id: &'a str,
    severity: &'static str,
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    resource_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_arn: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remediation: Option<&'a str>,
    source_tool: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_finding_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    compliance_frameworks: Vec<&'a str>,
    detected_at: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_suppressed: bool,
    risk_score: f64,
}

impl<'a> Finding<'a> {
    pub(super) fn new(dataset: &'a Dataset, finding: usize) -> Self {
        let findings = dataset.findings();
        let resource_id = findings.resource_id(finding);
        Self {
            id: findings.id(finding),
            severity: findings.severity(finding).as_str(),
            title: findings.title(finding),
            description: findings.description(finding),
            resource_id,
            resource_arn: findings.resource_arn(finding).filter(|&arn| arn != resource_id),
            evidence: findings.evidence(finding),
            remediation: findings.remediation(finding),
            source_tool: findings.source_tool(finding),
            source_finding_id: findings.source_finding_id(finding),
            compliance_frameworks: findings.frameworks(finding).collect(),
            detected_at: findings.detected_at(finding).to_file(),
            is_suppressed: !dataset.finding_set().is_open(finding),
            risk_score: findings.risk_score(finding),
        }
    }
}

/// Nodes are numbered: assets as in their rows, then what is outside the inventory, then findings,
/// then frameworks. Links are pairs of numbers, one after the other, by type.
#[derive(Serialize)]
pub(super) struct GraphData<'a> {
    outside: Vec<&'a str>,
    frameworks: Vec<&'a str>,
    links: IndexMap<&'static str, Vec<usize>>,
}

/// The graph of the estate with findings and frameworks as nodes of their own.
pub(super) fn graph(dataset: &Dataset) -> GraphData<'_> {
    let (graph, numbers) = (dataset.inventory().graph(), numbers(dataset));
    let outside = graph.nodes().iter().filter(|&node| graph.asset(node).is_none());
    let outside: Vec<&str> = outside.map(|node| graph.id(node)).collect();
    let mut links: IndexMap<&'static str, Vec<usize>> = IndexMap::new();
    let pairs = graph.pairs();
    for pair in 0..pairs.len() {
        let ends = [pairs.source(pair), pairs.target(pair)].map(|node| numbers[node.index()]);
        links.entry(pairs.edge_type(graph.edges(), pair).as_str()).or_default().extend(ends);
    }
    let frameworks: Vec<&str> = overview::frameworks(dataset).into_iter().collect();
    link_findings(dataset, outside.len(), &frameworks, &mut links);
    GraphData { outside, frameworks, links }
}

/// The number of each node of the relationship graph.
pub(super) fn numbers(dataset: &Dataset) -> Vec<usize> {
    let graph = dataset.inventory().graph();
    let mut next = dataset.assets().len();
    let mut number = |node: NodeId| {
        graph.asset(node).unwrap_or_else(|| {
            next += 1;
            next - 1
        })
    };
    graph.nodes().iter().map(&mut number).collect()
}

fn link_findings(
    dataset: &Dataset,
    n_outside: usize,
    frameworks: &[&str],
    links: &mut IndexMap<&'static str, Vec<usize>>,
) {
    let (findings, map) = (dataset.findings(), dataset.finding_map());
    let first = dataset.assets().len() + n_outside;
    let (mut affects, mut governs) = (Vec::new(), Vec::new());
    for finding in 0..findings.len() {
        affects.extend(map.asset(finding).into_iter().flat_map(|asset| [first + finding, asset]));
        let tags = findings.frameworks(finding);
        let mut tags: Vec<usize> =
            tags.filter_map(|name| frameworks.binary_search(&name).ok()).collect();
        tags.sort_unstable();
        tags.dedup();
        let first_tag = first + findings.len();
        governs.extend(tags.into_iter().flat_map(|tag| [first_tag + tag, first + finding]));
    }
    for (name, pairs) in [("FINDING_AFFECTS", affects), ("COMPLIANCE_GOVERNS", governs)] {
        if !pairs.is_empty() {
            links.insert(name, pairs);
        }
    }
}
