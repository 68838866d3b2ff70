//! The data that prompts begin with.

use std::collections::BTreeSet;

use cloudg_runtime::{ToolError, number};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::briefing::{to_members, to_value};
use crate::{
    analysis::{
        cross_account::{self, CrossingQuery},
        top_risks::{self, RiskRow},
    },
    dataset::{self, Dataset, View},
    graph::{Arrow, Direction, EdgeTypes, NodeId},
    model::{AssetType, Severity},
    resources::compliance,
    tools::{
        briefs::AssetBrief,
        dataset_views::{Counts, SummaryReply},
    },
};

/// Frameworks that a review begins with.
const MAX_FRAMEWORKS: usize = 5;
/// Exposed assets that a report begins with.
const MAX_EXPOSED: usize = 15;
/// Assets on either side of a dependency.
const MAX_DIRECT: usize = 20;
/// How far dependents are counted.
const MAX_DEPTH: u32 = 10;
/// What an executive is told of a dataset, in order.
const HEADLINES: [&str; 12] = [
    "dataset",
    "providers",
    "total_assets",
    "total_edges",
    "open_findings",
    "severity_breakdown",
    "accounts",
    "regions",
    "internet_exposed",
    "cross_account_edges",
    "compliance_frameworks",
    "assets_by_type",
];

/// Pairs of accounts that are counted, each type of relation for itself.
const MAX_PAIRS: usize = 50;

type Context = Result<Map<String, Value>, ToolError>;

/// The context that names the dataset and nothing else.
pub(super) fn named(dataset: &Dataset) -> Map<String, Value> {
    Map::from_iter([("dataset".to_owned(), dataset.name().into())])
}

/// `named` and further members.
pub(super) fn with(
    dataset: &Dataset,
    members: impl IntoIterator<Item = (&'static str, Value)>,
) -> Map<String, Value> {
    let members = members.into_iter().map(|(key, value)| (key.to_owned(), value));
    named(dataset).into_iter().chain(members).collect()
}

/// An asset and why it is at risk, in a line.
#[derive(Serialize)]
struct Risk<'a> {
    asset: &'a str,
    id: &'a str,
    r#type: &'static str,
    score: Value,
    internet_exposed: bool,
    top_finding: Option<&'a str>,
}

/// The riskiest assets.
pub(super) fn top_risks(
    dataset: &Dataset,
    top: usize,
    least: Option<Severity>,
) -> Result<Value, ToolError> {
    let (assets, findings) = (dataset.assets(), dataset.findings());
    let risk = |row: &RiskRow| Risk {
        asset: assets.name(row.asset),
        id: assets.id(row.asset),
        r#type: assets.asset_type(row.asset).as_str(),
        score: number::float_value(row.score),
        internet_exposed: assets.is_exposed(row.asset),
        top_finding: row.top_findings.first().map(|&finding| findings.title(finding)),
    };
    dataset.graph(&[View::Graph, View::DependencyGraph]);
    let rows = top_risks::rank(dataset, top, least).rows;
    to_value(&rows.iter().map(risk).collect::<Vec<_>>())
}

/// The riskiest assets and how the dataset stands against frameworks.
pub(super) fn posture(dataset: &Dataset, top: usize) -> Context {
    let risks = top_risks(dataset, top, None)?;
    let frameworks = to_value(&compliance::summaries(dataset, MAX_FRAMEWORKS))?;
    Ok(with(dataset, [("top_risks", risks), ("compliance", frameworks)]))
}

/// The numbers that an executive is told.
pub(super) fn headlines(dataset: &Dataset) -> Context {
    let mut summary = to_members(&SummaryReply::new(dataset))?;
    let member = |key: &str| Some((key.to_owned(), summary.remove(key)?));
    Ok(HEADLINES.into_iter().filter_map(member).collect())
}

/// What the internet reaches, by type, and the first of it.
pub(super) fn exposure(dataset: &Dataset) -> Context {
    let assets = dataset.assets();
    let exposed: Vec<usize> = (0..assets.len()).filter(|&asset| assets.is_exposed(asset)).collect();
    let types = dataset::count_by(exposed.iter().map(|&asset| assets.asset_type(asset)));
    let sample = briefs(dataset, exposed.iter().copied().take(MAX_EXPOSED))?;
    Ok(with(
        dataset,
        [
            ("internet_exposed_total", exposed.len().into()),
            ("exposed_by_type", to_value(&Counts::of(&types, AssetType::as_str))?),
            ("exposed_sample", sample),
        ],
    ))
}

/// How many assets depend on one, in which accounts, and the nearest of them.
pub(super) fn blast_radius(dataset: &Dataset, asset: usize) -> Context {
    let graph = dataset.graph(&[View::DependencyGraph]);
    let node = graph.nodes().of_asset(asset);
    let links = graph.dependencies(false).walk(Direction::Downstream, node, MAX_DEPTH);
    let dependents = links.iter().filter_map(|link| graph.asset(link.node));
    let accounts: BTreeSet<&str> =
        dependents.filter_map(|dependent| dataset.assets().real_account(dependent)).collect();
    let direct = links.iter().filter(|link| link.depth == 1).map(|link| link.node);
    Ok(with(
        dataset,
        [
            ("asset", to_value(&AssetBrief::new(dataset, asset))?),
            ("transitive_dependents", links.len().into()),
            ("accounts_affected", json!(accounts)),
            ("direct_dependents", node_briefs(dataset, direct)?),
        ],
    ))
}

/// A planned change of an asset, and what is next to the asset.
pub(super) fn change(dataset: &Dataset, asset: usize, planned: String) -> Context {
    let graph = dataset.graph(&[View::DependencyGraph]);
    let (node, dependencies) = (graph.nodes().of_asset(asset), graph.dependencies(false));
    let side = |direction| {
        let mut seen = hashbrown::HashSet::new();
        let ends = dependencies.direct(direction, node).iter().map(|arrow: &Arrow| arrow.node);
        node_briefs(dataset, ends.filter(move |end| *end != node && seen.insert(*end)))
    };
    Ok(with(
        dataset,
        [
            ("planned_change", planned.into()),
            ("asset", to_value(&AssetBrief::new(dataset, asset))?),
            ("depends_on", side(Direction::Upstream)?),
            ("dependents", side(Direction::Downstream)?),
        ],
    ))
}

/// Relations from account to account, by both and by type.
pub(super) fn crossings(dataset: &Dataset) -> Map<String, Value> {
    let everything = CrossingQuery {
        account_id: String::new(),
        external_only: false,
        edge_types: EdgeTypes::ALL,
    };
    let rows = cross_account::list(dataset, &everything).rows;
    let (assets, edges) = (dataset.assets(), dataset.edges());
    let account = |asset| assets.account_id(asset).unwrap_or_default();
    let pairs = rows
        .iter()
        .map(|row| (account(row.source), account(row.target), edges.edge_type(row.edge)));
    let pairs = dataset::count_by(pairs).into_iter().map(|((source, target, kind), count)| {
        (format!("{source} -> {target} ({})", kind.as_str()), count)
    });
    let (pairs, is_cut) = largest(pairs.collect());
    let members = [
        ("cross_account_edges", rows.len().into()),
        ("external", rows.iter().filter(|row| row.external).count().into()),
        ("by_account_pair", Value::Object(pairs)),
    ];
    with(dataset, members.into_iter().chain(is_cut.then(|| ("truncated", true.into()))))
}

/// The counts, and whether some are left out: of more than [`MAX_PAIRS`] the largest stay, largest
/// first, ties by key.
fn largest(mut pairs: Vec<(String, usize)>) -> (Map<String, Value>, bool) {
    let is_cut = pairs.len() > MAX_PAIRS;
    if is_cut {
        pairs.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        pairs.truncate(MAX_PAIRS);
    }
    (pairs.into_iter().map(|(key, count)| (key, count.into())).collect(), is_cut)
}

fn node_briefs(dataset: &Dataset, nodes: impl Iterator<Item = NodeId>) -> Result<Value, ToolError> {
    let graph = dataset.inventory().graph();
    briefs(dataset, nodes.filter_map(|node| graph.asset(node)).take(MAX_DIRECT))
}

fn briefs(dataset: &Dataset, assets: impl Iterator<Item = usize>) -> Result<Value, ToolError> {
    to_value(&assets.map(|asset| AssetBrief::new(dataset, asset)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_too_many_pairs_are_sorted_and_cut() {
        let pair = |n: usize| (format!("p{n:02}"), usize::from(n.is_multiple_of(2)));
        let (all, is_cut) = largest((0..MAX_PAIRS).rev().map(pair).collect());
        assert!(!is_cut && all.len() == MAX_PAIRS);
        assert_eq!(all.keys().next().map(String::as_str), Some("p49"));
        let (most, is_cut) = largest((0..=MAX_PAIRS).rev().map(pair).collect());
        assert!(is_cut && most.len() == MAX_PAIRS);
        let keys: Vec<&str> = most.keys().map(String::as_str).collect();
        // 26 even ones come first; the last of the odd ones does not fit.
        assert_eq!((keys[0], keys[25], keys[26], keys[49]), ("p00", "p50", "p01", "p47"));
    }
}
