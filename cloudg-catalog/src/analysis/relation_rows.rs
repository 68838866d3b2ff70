//! The relations of one group, with the names of both ends.

use std::ops::Range;

use crate::{
    model::{RelationGroup, RelationType},
    ontology::{Ontology, TermId, Triple},
};

/// One relation between two things, under one name of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelationRow<'a> {
    /// The relation.
    pub relation: RelationType,
    /// Where it starts.
    pub source: TermId,
    /// Where it ends.
    pub target: TermId,
    /// A name of the source, if it has one.
    pub source_name: Option<&'a str>,
    /// A name of the target, if it has one.
    pub target_name: Option<&'a str>,
}

/// How many rows the group has. A thing with several names has a row for each.
pub fn total(ontology: &Ontology, group: RelationGroup) -> usize {
    triples(ontology, group).map(|(_, triple)| n_rows(ontology, triple)).sum()
}

/// Some of the rows: relations in listing order, within one by target and then by source, each in
/// order of first appearance.
pub fn page(
    ontology: &Ontology,
    group: RelationGroup,
    range: Range<usize>,
) -> Vec<RelationRow<'_>> {
    let mut start = 0;
    let mut rows = Vec::with_capacity(range.len());
    for (relation, triple) in triples(ontology, group) {
        let n_rows = n_rows(ontology, triple);
        let end = start + n_rows;
        if end > range.start {
            let first = range.start.saturating_sub(start);
            let wanted = n_rows.min(range.end - start);
            rows.extend(rows_of(ontology, relation, triple).take(wanted).skip(first));
        }
        start = end;
        if start >= range.end {
            break;
        }
    }
    rows
}

fn triples(
    ontology: &Ontology,
    group: RelationGroup,
) -> impl Iterator<Item = (RelationType, Triple)> {
    group.members().flat_map(|relation| {
        let triples = ontology.triples().of_predicate(ontology.relation_term(relation));
        triples.map(move |triple| (relation, triple))
    })
}

fn n_rows(ontology: &Ontology, triple: Triple) -> usize {
    ontology.n_names(triple.subject) * ontology.n_names(triple.object)
}

fn rows_of(
    ontology: &Ontology,
    relation: RelationType,
    triple: Triple,
) -> impl Iterator<Item = RelationRow<'_>> {
    let (source, target) = (triple.subject, triple.object);
    let names = move |term| {
        let mut names = ontology.names(term).map(Some).peekable();
        let unnamed = names.peek().is_none().then_some(None);
        names.chain(unnamed)
    };
    names(source).flat_map(move |source_name| {
        names(target).map(move |target_name| RelationRow {
            relation,
            source,
            target,
            source_name,
            target_name,
        })
    })
}
