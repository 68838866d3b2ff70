//! One piece of text for each asset.

use std::cmp::Reverse;

use super::{Budget, Chunk, EntityRelation, Evidence, Facts, budget, budget::Part, sorted_names};
use crate::{
    dataset::Dataset,
    graph::{NodeId, Rows},
    model::{RelationType, Severity},
    ontology::EdgeRelations,
};

/// What a piece about an asset says.
#[derive(Debug, Clone, PartialEq)]
pub struct EntityFacts {
    /// Index of the asset.
    pub asset: usize,
    /// Distinct relations of its edges, sorted.
    pub relation_types: Vec<String>,
    /// The worst finding, suppressed ones too.
    pub severity_max: Option<Severity>,
    /// Frameworks of its findings, sorted.
    pub compliance_frameworks: Vec<String>,
    /// Relations in both directions.
    pub neighbour_count: usize,
    /// Findings, suppressed ones too.
    pub finding_count: usize,
}

/// All findings of each asset that name it as a whole, worst first.
#[derive(Debug)]
pub(super) struct AssetFindingLists(Rows<u32>);

impl AssetFindingLists {
    pub(super) fn of(dataset: &Dataset) -> &Self {
        dataset.chunk_views().findings.get_or_init(|| {
            let (findings, named) = (dataset.findings(), dataset.named_assets());
            let mut order: Vec<u32> = (0..findings.len() as u32).collect();
            order.sort_by_key(|&finding| Reverse(findings.severity(finding as usize)));
            let placed = order.iter().filter_map(|&finding| {
                Some((NodeId::new(named.asset(finding as usize)?), finding))
            });
            Self(Rows::sorted(dataset.assets().len(), placed))
        })
    }

    /// Findings of an asset; those of the last asset with its id.
    pub(super) fn row(&self, dataset: &Dataset, asset: usize) -> &[u32] {
        let id = dataset.assets().id(asset);
        let last = dataset.inventory().asset_by_id(id).unwrap_or(asset);
        self.0.row(NodeId::new(last))
    }
}

/// The worst finding of an asset.
pub(super) fn severity(dataset: &Dataset, asset: usize) -> Option<Severity> {
    let worst = AssetFindingLists::of(dataset).row(dataset, asset).first()?;
    Some(dataset.findings().severity(*worst as usize))
}

/// The piece about an asset.
pub(super) fn chunk(dataset: &Dataset, asset: usize, budget: Budget) -> Chunk {
    let related = relations(dataset, asset);
    let own = AssetFindingLists::of(dataset).row(dataset, asset);
    let frameworks =
        own.iter().flat_map(|&finding| dataset.findings().frameworks(finding as usize));
    let facts = EntityFacts {
        asset,
        relation_types: sorted_names(related.iter().map(|related| related.relation.as_str())),
        severity_max: severity(dataset, asset),
        compliance_frameworks: sorted_names(frameworks),
        neighbour_count: related.len(),
        finding_count: own.len(),
    };
    Chunk {
        id: format!("entity::{}", dataset.assets().id(asset)),
        content: written(dataset, asset, &related, own, budget),
        facts: Facts::Entity(facts),
    }
}

/// The text of the piece about an asset.
pub(super) fn content(dataset: &Dataset, asset: usize) -> String {
    let own = AssetFindingLists::of(dataset).row(dataset, asset);
    written(dataset, asset, &relations(dataset, asset), own, Budget::default())
}

fn written(
    dataset: &Dataset,
    asset: usize,
    related: &[Related],
    own: &[u32],
    budget: Budget,
) -> String {
    let findings = dataset.findings();
    let mut parts = head(dataset, asset);
    if !related.is_empty() {
        parts.extend(Part::heading(format!("Relations ({}):", related.len())));
        let line = |related: &Related| {
            let arrow = if related.is_outgoing { '→' } else { '←' };
            format!("  {arrow} {}: {}", related.relation, name(dataset, related.other))
        };
        parts.push(Part::list(related.len(), related.iter().map(line)));
    }
    if !own.is_empty() {
        parts.extend(Part::heading(format!("Findings ({}):", own.len())));
        let line = |&finding: &u32| {
            let finding = finding as usize;
            format!("  [{}] {}", findings.severity(finding).as_str(), findings.title(finding))
        };
        parts.push(Part::list(own.len(), own.iter().map(line)));
    }
    budget::write(parts, budget).text
}

fn head(dataset: &Dataset, asset: usize) -> Vec<Part<'static>> {
    let assets = dataset.assets();
    let mut lines = vec![
        format!("Resource: {}", assets.name(asset)),
        format!("Type: {}", assets.asset_type(asset)),
        format!("Provider: {}", assets.provider(asset).as_str()),
        format!("Region: {}", assets.region(asset)),
    ];
    lines.extend(assets.real_arn(asset).map(|arn| format!("ARN: {arn}")));
    lines.extend(assets.real_account(asset).map(|account| format!("Account: {account}")));
    if assets.is_exposed(asset) {
        lines.push("⚠ INTERNET EXPOSED".to_owned());
    }
    if !assets.tag_symbols(asset).is_empty() {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let tag = |(key, value): (&str, &str)| format!("{}: {}", quoted(key), quoted(value));
        let tags: Vec<String> = assets.tags(asset).map(tag).collect();
        lines.push(format!("Tags: {{{}}}", tags.join(", ")));
    }
    lines.into_iter().map(Part::Line).collect()
}

/// A relation as one of its ends sees it.
struct Related {
    relation: RelationType,
    edge: usize,
    other: NodeId,
    is_outgoing: bool,
}

/// The relations of all edges of an asset: those that start at it first.
fn relations(dataset: &Dataset, asset: usize) -> Vec<Related> {
    let (inventory, graph) = (dataset.inventory(), dataset.inventory().graph());
    let (raw, node) = (graph.raw(), graph.nodes().of_asset(asset));
    let outgoing = raw.outgoing(node).iter().map(|&edge| (edge as usize, true));
    let incoming = raw.incoming(node).iter().map(|&edge| (edge as usize, false));
    let each = |(edge, is_outgoing): (usize, bool)| {
        let other = if is_outgoing { raw.target(edge) } else { raw.source(edge) };
        let relations = EdgeRelations::of(inventory, edge).iter();
        relations.map(move |relation| Related { relation, edge, other, is_outgoing })
    };
    outgoing.chain(incoming).flat_map(each).collect()
}

/// All relations that a piece about an asset counts, in its order.
pub(super) fn own_relations(dataset: &Dataset, asset: usize) -> Vec<EntityRelation<'_>> {
    let each = |related: Related| EntityRelation {
        relation: related.relation,
        is_outgoing: related.is_outgoing,
        object: name(dataset, related.other),
        object_id: dataset.inventory().graph().id(related.other),
        evidence: match related.is_outgoing {
            true => Evidence::of(dataset.edges(), related.edge),
            false => Evidence::default(),
        },
    };
    relations(dataset, asset).into_iter().map(each).collect()
}

/// The name of a node, its id if it has none.
pub(super) fn name(dataset: &Dataset, node: NodeId) -> &str {
    let graph = dataset.inventory().graph();
    Some(graph.name(node)).filter(|name| !name.is_empty()).unwrap_or_else(|| graph.id(node))
}
