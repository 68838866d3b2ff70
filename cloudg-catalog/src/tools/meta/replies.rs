//! Answers of the meta tools, and what resources show of a type.

use cloudg_runtime::Labelled;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{args::Section, schema};
use crate::{
    analysis::crown_jewels,
    model::{
        AssetType, ComplianceStatus, EdgeType, Provider, RelationGroup, Severity,
        type_facts::Relations,
    },
};

/// The parts of the vocabulary that were asked for.
#[derive(Serialize, Labelled)]
pub(super) struct SchemaReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(public)]
    asset_types: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[label(public)]
    edge_types: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severities: Option<[&'static str; 5]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation_groups: Option<RelationGroups>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compliance_statuses: Option<[&'static str; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    providers: Option<[&'static str; 3]>,
}

/// Groups of relations, by name alone or with their members.
#[derive(Serialize, Labelled)]
#[serde(untagged)]
enum RelationGroups {
    Members(#[label(public)] Map<String, Value>),
    Names([&'static str; 7]),
}

impl SchemaReply {
    pub(super) fn new(section: Section) -> Self {
        let statuses = ComplianceStatus::ALL.map(ComplianceStatus::as_str);
        Self {
            asset_types: section.has(Section::AssetTypes).then(schema::families),
            edge_types: section.has(Section::EdgeTypes).then(schema::edge_verbs),
            severities: section
                .has(Section::Severities)
                .then_some(Severity::WORST_FIRST.map(Severity::as_str)),
            relation_groups: relation_groups(section),
            compliance_statuses: section.has(Section::ComplianceStatuses).then_some(statuses),
            providers: section.has(Section::Providers).then_some(Provider::NAMES),
        }
    }
}

fn relation_groups(section: Section) -> Option<RelationGroups> {
    match section {
        Section::RelationGroups => Some(RelationGroups::Names(RelationGroup::NAMES)),
        Section::All | Section::RelationTypes => {
            Some(RelationGroups::Members(schema::relation_groups()))
        }
        _ => None,
    }
}

/// What a type of asset is.
#[derive(Serialize, Labelled)]
pub(crate) struct AssetTypeEntry {
    asset_type: &'static str,
    family: &'static str,
    note: Option<&'static str>,
    ontology_class: &'static str,
    terraform_type: Option<&'static str>,
}

impl AssetTypeEntry {
    pub(crate) fn new(asset_type: AssetType) -> Self {
        let facts = asset_type.facts();
        Self {
            asset_type: asset_type.as_str(),
            family: asset_type.family(),
            note: facts.hint.as_deref(),
            ontology_class: &facts.ontology_class,
            terraform_type: facts.terraform_type.as_deref(),
        }
    }
}

/// A type of asset in full.
#[derive(Serialize, Labelled)]
pub(super) struct AssetTypeReply {
    #[serde(flatten)]
    entry: AssetTypeEntry,
    sensitive_data_store: bool,
    crown_jewel_weight: u32,
    internet_exposure_expected: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_active_dataset: Option<usize>,
}

impl AssetTypeReply {
    pub(super) fn new(asset_type: AssetType, in_active_dataset: Option<usize>) -> Self {
        let facts = asset_type.facts();
        Self {
            entry: AssetTypeEntry::new(asset_type),
            sensitive_data_store: facts.sensitive_data_store,
            crown_jewel_weight: crown_jewels::weight(asset_type).unwrap_or(0),
            internet_exposure_expected: facts.internet_exposure_expected,
            in_active_dataset,
        }
    }
}

/// A type of edge in full.
#[derive(Serialize, Labelled)]
pub(super) struct EdgeTypeReply {
    edge_type: &'static str,
    #[label(public)]
    reads_as: String,
    #[label(public)]
    typical: String,
    note: Option<&'static str>,
    dependency_direction: &'static str,
    ontology_relations: RelationsReply,
}

/// Relations by name, or the rule that decides.
#[derive(Serialize, Labelled)]
#[serde(untagged)]
enum RelationsReply {
    Fixed(#[label(public)] &'static [String]),
    ByRule(&'static str),
}

impl EdgeTypeReply {
    pub(super) fn new(edge_type: EdgeType) -> Self {
        let facts = edge_type.facts();
        Self {
            edge_type: edge_type.as_str(),
            reads_as: format!("source {} target", edge_type.reads()),
            typical: schema::typical(edge_type),
            note: facts.hint.as_deref(),
            dependency_direction: edge_type.dependency().as_str(),
            ontology_relations: match facts.relations() {
                Relations::Fixed(relations) => RelationsReply::Fixed(relations),
                Relations::ByRule(rule) => RelationsReply::ByRule(rule),
            },
        }
    }
}
