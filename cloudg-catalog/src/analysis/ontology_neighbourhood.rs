//! What is related to one thing of an ontology.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use crate::{
    model::RelationType,
    ontology::{Ontology, TermId, Triple},
};

/// A relation that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Related {
    /// The statement.
    pub triple: Triple,
    /// What its predicate is.
    pub relation: RelationType,
    /// In how many steps from the start.
    pub depth: usize,
}

/// What was found, nearest first.
#[derive(Debug, Clone, Default)]
pub struct Neighbourhood {
    /// Each relation once, at its smallest depth.
    pub related: Vec<Related>,
    /// Whether there is more within the hops.
    pub is_truncated: bool,
}

/// Walks relations in both directions, up to `hops` steps, and stops at `limit` relations. At each
/// thing those that it is the subject of come first.
pub fn explore(ontology: &Ontology, start: TermId, hops: usize, limit: usize) -> Neighbourhood {
    let triples = ontology.triples();
    let mut found = Neighbourhood::default();
    let mut taken = FixedBitSet::with_capacity(triples.len());
    let mut seen = FixedBitSet::with_capacity(ontology.terms().len());
    seen.insert(start.index());
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((node, depth)) = queue.pop_front() {
        for place in triples.places_around(node) {
            let triple = triples.all()[place];
            let Some(relation) = ontology.relation(triple.predicate) else { continue };
            if taken.put(place) {
                continue;
            }
            if found.related.len() == limit {
                found.is_truncated = true;
                return found;
            }
            found.related.push(Related { triple, relation, depth: depth + 1 });
            let other = if triple.subject == node { triple.object } else { triple.subject };
            if !seen.put(other.index()) && depth + 1 < hops {
                queue.push_back((other, depth + 1));
            }
        }
    }
    found
}
