//! The inventory and its findings as triples: what everything is and how it is related.
//!
//! Built once for each version of a dataset and never changed. Terms are numbered, triples are
//! columns of these numbers, and three orders of them answer every pattern. Nothing is inferred
//! beyond what edges and metadata say.

mod build;
pub mod evaluate;
pub mod export;
mod facts;
pub mod guard;
mod index;
pub mod relations;
mod schema;
mod terms;

pub use export::Format;
pub use index::{Triple, Triples};
pub use relations::{EdgeRelations, Target};
pub use terms::{Kind, Namespace, TermId, Terms};

use std::collections::HashMap;

use crate::{dataset::Dataset, model::RelationType};

/// Names of properties whose objects are values, in listing order.
pub const DATA_PROPERTIES: [&str; 11] = [
    "hasARN",
    "hasName",
    "hasRegion",
    "hasProvider",
    "hasAccountId",
    "hasCIDR",
    "hasPort",
    "hasProtocol",
    "hasSeverity",
    "hasRiskScore",
    "isInternetExposed",
];

/// All triples about a dataset.
#[derive(Debug)]
pub struct Ontology {
    terms: Terms,
    triples: Triples,
    words: schema::Words,
    /// Things with several names, and how many.
    renamed: HashMap<TermId, usize>,
}

impl Ontology {
    /// Writes down everything that the dataset says.
    pub fn build(dataset: &Dataset) -> Self {
        build::build(dataset)
    }

    /// What the numbers in triples stand for.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The triples.
    pub fn triples(&self) -> &Triples {
        &self.triples
    }

    /// The term of `rdf:type`.
    pub fn type_term(&self) -> TermId {
        self.words.rdf_type
    }

    /// The term of a relation.
    pub fn relation_term(&self, relation: RelationType) -> TermId {
        self.words.relations[relation.index()]
    }

    /// The relation that a predicate stands for; `None` for properties with values and for the
    /// vocabulary of the schema.
    pub fn relation(&self, predicate: TermId) -> Option<RelationType> {
        // Relations were numbered one after the other.
        let first = self.words.relations[0].index();
        RelationType::from_index(predicate.index().checked_sub(first)?)
    }

    /// The terms of [`DATA_PROPERTIES`].
    pub fn data_property_terms(&self) -> [TermId; 11] {
        self.words.data
    }

    /// Names of a thing, usually one.
    pub fn names(&self, term: TermId) -> impl Iterator<Item = &str> {
        let has_name = self.words.has_name();
        let named = self.triples.of_subject(term).filter(move |row| row.predicate == has_name);
        named.map(|row| self.terms.text(row.object))
    }

    /// How many names a thing has, but 1 for one without a name.
    pub(crate) fn n_names(&self, term: TermId) -> usize {
        match self.renamed.is_empty() {
            true => 1,
            false => self.renamed.get(&term).copied().unwrap_or(1),
        }
    }

    /// The first name of a thing, else its compact IRI.
    pub fn display_name(&self, term: TermId) -> String {
        self.names(term).next().map_or_else(|| self.terms.compact(term), str::to_owned)
    }

    /// The thing with this identifier.
    pub fn resource(&self, id: &str) -> Option<TermId> {
        self.terms.find(Kind::Iri(Namespace::Resource), id)
    }
}
