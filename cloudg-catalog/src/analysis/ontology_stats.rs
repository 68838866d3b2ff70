//! How much an ontology says, and of what.

use fixedbitset::FixedBitSet;

use crate::{
    model::{RelationGroup, RelationType},
    ontology::{DATA_PROPERTIES, Kind, Namespace, Ontology},
};

/// Numbers of an ontology.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OntologyReport {
    /// All triples, the schema's too.
    pub total_triples: usize,
    /// Distinct classes that something is of.
    pub classes_used: usize,
    /// Distinct things that are of a class.
    pub individuals: usize,
    /// Triples of each relation and property with a value, as far as there are any: relations in
    /// listing order, then properties.
    pub relations: Vec<(&'static str, usize)>,
    /// The same by group of relations.
    pub groups: Vec<(RelationGroup, usize)>,
}

/// Counts.
pub fn count(ontology: &Ontology) -> OntologyReport {
    let (terms, triples) = (ontology.terms(), ontology.triples());
    let (mut classes, mut individuals) =
        (FixedBitSet::with_capacity(terms.len()), FixedBitSet::with_capacity(terms.len()));
    for triple in triples.of_predicate(ontology.type_term()) {
        if terms.kind(triple.object) == Kind::Iri(Namespace::Ontology) {
            classes.insert(triple.object.index());
            individuals.insert(triple.subject.index());
        }
    }
    let of_relation = |relation| relation_total(ontology, relation);
    let of_data = ontology.data_property_terms().map(|term| triples.of_predicate(term).len());
    let relations = RelationType::ALL.map(|relation| (relation.as_str(), of_relation(relation)));
    let groups = RelationGroup::ALL.map(|group| (group, group.members().map(of_relation).sum()));
    let data = DATA_PROPERTIES.into_iter().zip(of_data);
    OntologyReport {
        total_triples: triples.len(),
        classes_used: classes.count_ones(..),
        individuals: individuals.count_ones(..),
        relations: relations.into_iter().chain(data).filter(|&(_, total)| total > 0).collect(),
        groups: groups.into_iter().filter(|&(_, total)| total > 0).collect(),
    }
}

/// Triples of one relation.
pub fn relation_total(ontology: &Ontology, relation: RelationType) -> usize {
    ontology.triples().of_predicate(ontology.relation_term(relation)).len()
}
