//! A piece of text as answers and files hold it.

use cloudg_runtime::number;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::{
    analysis::rag_chunks::{Chunk, CommunityFacts, EntityFacts, Facts, GroupFacts},
    dataset::Dataset,
    export::rows::Counted,
    model::{RelationType, Severity},
};

/// A piece of text with the facts behind it.
#[derive(Serialize)]
pub(crate) struct ChunkRecord {
    pub(super) chunk_id: String,
    pub(super) chunk_type: &'static str,
    content: String,
    metadata: ChunkMetadata,
}

impl ChunkRecord {
    pub(crate) fn new(dataset: &Dataset, chunk: Chunk) -> Self {
        let chunk_type = chunk.facts.kind().as_str();
        let metadata = match chunk.facts {
            Facts::Entity(facts) => ChunkMetadata::Entity(EntityMetadata::new(dataset, facts)),
            Facts::Community(facts) => ChunkMetadata::Community(facts.into()),
            Facts::RelationGroup(facts) => ChunkMetadata::RelationGroup(facts.into()),
        };
        Self { chunk_id: chunk.id, chunk_type, content: chunk.content, metadata }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum ChunkMetadata {
    Entity(EntityMetadata),
    Community(CommunityMetadata),
    RelationGroup(GroupMetadata),
}

#[derive(Serialize)]
struct EntityMetadata {
    asset_type: &'static str,
    provider: &'static str,
    region: String,
    account_id: String,
    is_internet_exposed: bool,
    relation_types: Vec<String>,
    severity_max: &'static str,
    compliance_frameworks: Vec<String>,
    neighbour_count: usize,
    finding_count: usize,
    arn: String,
}

impl EntityMetadata {
    fn new(dataset: &Dataset, facts: EntityFacts) -> Self {
        let (assets, asset) = (dataset.assets(), facts.asset);
        Self {
            asset_type: assets.asset_type(asset).as_str(),
            provider: assets.provider(asset).as_str(),
            region: assets.region(asset).to_owned(),
            account_id: assets.account_id(asset).unwrap_or_default().to_owned(),
            is_internet_exposed: assets.is_exposed(asset),
            relation_types: facts.relation_types,
            severity_max: severity_name(facts.severity_max),
            compliance_frameworks: facts.compliance_frameworks,
            neighbour_count: facts.neighbour_count,
            finding_count: facts.finding_count,
            arn: assets.arn(asset).unwrap_or_default().to_owned(),
        }
    }
}

#[derive(Serialize)]
struct CommunityMetadata {
    community_id: usize,
    member_count: usize,
    #[serde(serialize_with = "by_name")]
    asset_types: Vec<(&'static str, usize)>,
    internal_edges: usize,
    external_edges: usize,
    internet_exposed_count: usize,
    finding_count: usize,
    severity_max: &'static str,
    compliance_frameworks: Vec<String>,
    risk_score: Value,
}

impl From<CommunityFacts> for CommunityMetadata {
    fn from(facts: CommunityFacts) -> Self {
        Self {
            community_id: facts.community_id,
            member_count: facts.member_count,
            asset_types: facts.asset_types,
            internal_edges: facts.internal_edges,
            external_edges: facts.external_edges,
            internet_exposed_count: facts.internet_exposed_count,
            finding_count: facts.finding_count,
            severity_max: severity_name(facts.severity_max),
            compliance_frameworks: facts.compliance_frameworks,
            risk_score: number::float_value(facts.risk_score),
        }
    }
}

#[derive(Serialize)]
struct GroupMetadata {
    relation_group: &'static str,
    total_relations: usize,
    #[serde(serialize_with = "by_relation")]
    relation_type_counts: Vec<(RelationType, usize)>,
    unique_subjects: usize,
    unique_objects: usize,
}

impl From<GroupFacts> for GroupMetadata {
    fn from(facts: GroupFacts) -> Self {
        Self {
            relation_group: facts.group.as_str(),
            total_relations: facts.total,
            relation_type_counts: facts.counts,
            unique_subjects: facts.unique_subjects,
            unique_objects: facts.unique_objects,
        }
    }
}

fn by_name<S: Serializer>(counts: &[(&str, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    Counted(counts, |name| name).serialize(serializer)
}

fn by_relation<S: Serializer>(
    counts: &[(RelationType, usize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    Counted(counts, |relation| relation.as_str()).serialize(serializer)
}

/// The worst severity, `NONE` without findings.
fn severity_name(severity: Option<Severity>) -> &'static str {
    severity.map_or("NONE", Severity::as_str)
}
