//! Triples in three orders.

use super::TermId;
use crate::graph::{Marks, NodeId};

/// Subject, predicate, object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Triple {
    /// What the statement is about.
    pub subject: TermId,
    /// What is said.
    pub predicate: TermId,
    /// What it is.
    pub object: TermId,
}

/// A part of a triple.
#[derive(Debug, Clone, Copy)]
enum Part {
    Subject,
    Predicate,
    Object,
}

impl Triple {
    fn part(self, part: Part) -> TermId {
        match part {
            Part::Subject => self.subject,
            Part::Predicate => self.predicate,
            Part::Object => self.object,
        }
    }
}

/// Distinct triples. Every order is by first insertion: that of triples as of the terms within a
/// group.
#[derive(Debug, Default)]
pub struct Triples {
    triples: Vec<Triple>,
    by_subject: Groups,
    by_predicate: Groups,
    by_object: Groups,
}

impl Triples {
    /// Sorts triples; a repeated one keeps its first place.
    pub(super) fn new(mut triples: Vec<Triple>, n_terms: usize) -> Self {
        drop_repeats(&mut triples, n_terms);
        triples.shrink_to_fit();
        let groups = |group, then| Groups::new(&triples, n_terms, group, then);
        let (by_subject, (by_predicate, by_object)) = rayon::join(
            || groups(Part::Subject, Part::Predicate),
            || {
                rayon::join(
                    || groups(Part::Predicate, Part::Object),
                    || groups(Part::Object, Part::Subject),
                )
            },
        );
        Self { triples, by_subject, by_predicate, by_object }
    }

    /// Number of triples.
    pub fn len(&self) -> usize {
        self.triples.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.triples.is_empty()
    }

    /// All triples in order of insertion.
    pub fn all(&self) -> &[Triple] {
        &self.triples
    }

    /// Places in [`Triples::all`] of the triples about a subject: by predicate, then object.
    pub(super) fn subject_places(&self, subject: TermId) -> &[u32] {
        self.by_subject.row(subject)
    }

    /// Places of the triples with a predicate: by object, then subject.
    pub(super) fn predicate_places(&self, predicate: TermId) -> &[u32] {
        self.by_predicate.row(predicate)
    }

    /// Places of the triples with an object: by subject, then predicate.
    pub(super) fn object_places(&self, object: TermId) -> &[u32] {
        self.by_object.row(object)
    }

    /// Places of the triples that a term is the subject of, then of those it is the object of.
    pub(crate) fn places_around(&self, term: TermId) -> impl Iterator<Item = usize> {
        let places = self.subject_places(term).iter().chain(self.object_places(term));
        places.map(|&place| place as usize)
    }

    /// Triples about a subject: by predicate, then object.
    pub fn of_subject(&self, subject: TermId) -> impl ExactSizeIterator<Item = Triple> {
        self.subject_places(subject).iter().map(|&place| self.triples[place as usize])
    }

    /// Triples with a predicate: by object, then subject.
    pub fn of_predicate(&self, predicate: TermId) -> impl ExactSizeIterator<Item = Triple> {
        self.predicate_places(predicate).iter().map(|&place| self.triples[place as usize])
    }

    /// Triples with an object: by subject, then predicate.
    pub fn of_object(&self, object: TermId) -> impl ExactSizeIterator<Item = Triple> {
        self.object_places(object).iter().map(|&place| self.triples[place as usize])
    }
}

/// Triples sorted to one of their parts: one buffer and the end of each row.
#[derive(Debug, Default)]
struct Groups {
    ends: Vec<u32>,
    places: Vec<u32>,
}

impl Groups {
    /// Rows by `group`; within one, triples with the same `then` stand together.
    fn new(triples: &[Triple], n_terms: usize, group: Part, then: Part) -> Self {
        let mut ends = vec![0_u32; n_terms + 1];
        for triple in triples {
            ends[triple.part(group).index() + 1] += 1;
        }
        for term in 0..n_terms {
            ends[term + 1] += ends[term];
        }
        let mut next = ends.clone();
        let mut places = vec![0_u32; triples.len()];
        for (place, triple) in triples.iter().enumerate() {
            let end = &mut next[triple.part(group).index()];
            places[*end as usize] = place as u32;
            *end += 1;
        }
        let mut groups = Self { ends, places };
        groups.gather(triples, n_terms, then);
        groups
    }

    fn gather(&mut self, triples: &[Triple], n_terms: usize, then: Part) {
        let mut ranks = Marks::new(n_terms);
        for bounds in self.ends.windows(2) {
            let row = &mut self.places[bounds[0] as usize..bounds[1] as usize];
            ranks.clear();
            let (mut n_ranks, mut highest, mut is_sorted) = (0, 0, true);
            let mut rank_of = |place: u32| {
                let term = NodeId::new(triples[place as usize].part(then).index());
                ranks.get(term).unwrap_or_else(|| {
                    ranks.set(term, n_ranks);
                    n_ranks += 1;
                    n_ranks - 1
                })
            };
            for &place in &*row {
                let rank = rank_of(place);
                is_sorted &= rank >= highest;
                highest = rank;
            }
            if !is_sorted {
                // Every term of the row has its rank by now, and places grow with insertion.
                row.sort_by_cached_key(|&place| (rank_of(place), place));
            }
        }
    }

    fn row(&self, term: TermId) -> &[u32] {
        &self.places[self.ends[term.index()] as usize..self.ends[term.index() + 1] as usize]
    }
}

/// Drops what was said before.
fn drop_repeats(triples: &mut Vec<Triple>, n_terms: usize) {
    let by_subject = Groups::new(triples, n_terms, Part::Subject, Part::Predicate);
    let mut objects = Marks::new(n_terms);
    let mut repeated = vec![false; triples.len()];
    let mut last = None;
    for &place in &by_subject.places {
        let triple = triples[place as usize];
        let group = Some((triple.subject, triple.predicate));
        if std::mem::replace(&mut last, group) != group {
            objects.clear();
        }
        let object = NodeId::new(triple.object.index());
        repeated[place as usize] = objects.get(object).is_some();
        objects.set(object, 0);
    }
    let mut repeated = repeated.into_iter();
    triples.retain(|_| !repeated.next().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triple((subject, predicate, object): (usize, usize, usize)) -> Triple {
        let [subject, predicate, object] = [subject, predicate, object].map(TermId::new);
        Triple { subject, predicate, object }
    }

    #[test]
    fn every_order_is_by_first_insertion() {
        let said = [(0, 5, 1), (0, 6, 2), (3, 5, 2), (0, 5, 2), (3, 6, 1), (0, 5, 1), (4, 5, 1)];
        let triples = Triples::new(said.map(triple).to_vec(), 7);
        assert_eq!(triples.len(), 6);
        let term = TermId::new;
        let expect = |found: Vec<Triple>, expected: &[(usize, usize, usize)]| {
            assert_eq!(found, expected.iter().copied().map(triple).collect::<Vec<_>>());
        };
        expect(triples.of_subject(term(0)).collect(), &[(0, 5, 1), (0, 5, 2), (0, 6, 2)]);
        expect(
            triples.of_predicate(term(5)).collect(),
            &[(0, 5, 1), (4, 5, 1), (3, 5, 2), (0, 5, 2)],
        );
        expect(triples.of_object(term(2)).collect(), &[(0, 6, 2), (0, 5, 2), (3, 5, 2)]);
        assert_eq!(triples.of_object(term(0)).len(), 0);
    }
}
