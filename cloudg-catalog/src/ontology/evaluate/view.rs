//! The triples as the engine reads them.

use std::{cell::Cell, hash::Hash, ops::Range, rc::Rc, slice};

use oxrdf::{BlankNode, Literal, NamedNode, Term, vocab::xsd};
use spareval::{ExpressionTerm, InternalQuad, QueryableDataset};

use super::{Cut, meter, room::Room, text_length};
use crate::ontology::{Kind, Ontology, TermId, Triple, guard::MAX_BOUND_TEXT};

/// Most bytes of texts that a query computes in all.
const MAX_COMPUTED_BYTES: usize = 512 << 20;

/// Most bytes of texts that go into joined ones.
const MAX_JOINED_BYTES: usize = 256 << 20;

/// A text outgrew its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a computed text is too long")]
pub struct TextTooLong;

/// An ontology as the engine reads it.
pub(super) struct View<'a> {
    ontology: &'a Ontology,
    joins_texts: bool,
    room: Rc<Room>,
    computed_bytes: Cell<usize>,
    joined_bytes: Cell<usize>,
}

impl<'a> View<'a> {
    pub(super) fn new(ontology: &'a Ontology, joins_texts: bool, room: Rc<Room>) -> Self {
        let (computed_bytes, joined_bytes) = (Cell::new(0), Cell::new(0));
        Self { ontology, joins_texts, room, computed_bytes, joined_bytes }
    }

    fn find(&self, term: &Term) -> Option<TermId> {
        let terms = self.ontology.terms();
        match term {
            Term::NamedNode(node) => terms.find_iri(node.as_str()),
            Term::BlankNode(node) => terms.find(Kind::Blank, node.as_str()),
            Term::Literal(literal) if literal.language().is_some() => None,
            Term::Literal(literal) => {
                let kind = match literal.datatype() {
                    xsd::STRING => Kind::Text,
                    xsd::BOOLEAN => Kind::Boolean,
                    xsd::FLOAT => Kind::Float,
                    _ => return None,
                };
                terms.find(kind, literal.value())
            }
        }
    }

    fn term(&self, term: TermId) -> Term {
        let terms = self.ontology.terms();
        let text = || terms.text(term);
        match terms.kind(term) {
            Kind::Iri(_) => NamedNode::new_unchecked(terms.iri(term)).into(),
            Kind::Blank => BlankNode::new_unchecked(text()).into(),
            Kind::Text => Literal::new_simple_literal(text()).into(),
            Kind::Boolean => Literal::new_typed_literal(text(), xsd::BOOLEAN).into(),
            Kind::Float => Literal::new_typed_literal(text(), xsd::FLOAT).into(),
        }
    }

    fn copy(&self, term: &Held) -> Term {
        match term {
            Held::Known(term) => self.term(*term),
            Held::Other(term) => Term::clone(term),
        }
    }
}

/// A term that the engine holds: one of the ontology, or one that the query names or computes.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Held {
    Known(TermId),
    Other(Rc<Term>),
}

impl Held {
    fn known(term: TermId) -> Self {
        meter::add();
        Self::Known(term)
    }

    fn other(term: Term) -> Self {
        meter::add();
        Self::Other(Rc::new(term))
    }
}

impl Clone for Held {
    fn clone(&self) -> Self {
        meter::add();
        match self {
            Self::Known(term) => Self::Known(*term),
            Self::Other(term) => Self::Other(Rc::clone(term)),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        meter::remove();
    }
}

impl<'a> QueryableDataset<'a> for View<'a> {
    type InternalTerm = Held;
    type Error = TextTooLong;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Held>,
        predicate: Option<&Held>,
        object: Option<&Held>,
        graph_name: Option<Option<&Held>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Held>, TextTooLong>> + use<'a> {
        let bound = [subject, predicate, object];
        // Only the default graph has triples, and terms of the query alone are in none of them.
        let is_empty = graph_name != Some(None)
            || bound.iter().flatten().any(|term| matches!(term, Held::Other(_)));
        let [subject, predicate, object] = bound.map(|term| match term {
            Some(Held::Known(term)) => Some(*term),
            _ => None,
        });
        Matches::new(self.ontology, [subject, predicate, object], is_empty).map(|triple| {
            Ok(InternalQuad {
                subject: Held::known(triple.subject),
                predicate: Held::known(triple.predicate),
                object: Held::known(triple.object),
                graph_name: None,
            })
        })
    }

    fn internalize_term(&self, term: Term) -> Result<Held, TextTooLong> {
        if let Some(known) = self.find(&term) {
            return Ok(Held::known(known));
        }
        let length = text_length(term.as_ref());
        if length as u64 > MAX_BOUND_TEXT {
            return Err(TextTooLong);
        }
        let bytes = self.computed_bytes.get() + length;
        self.computed_bytes.set(bytes);
        if bytes > MAX_COMPUTED_BYTES {
            meter::stop(Cut::Memory);
        }
        Ok(Held::other(term))
    }

    fn internalize_expression_term(&self, term: ExpressionTerm) -> Result<Held, TextTooLong> {
        // What was read as a number keeps the form in which it was written.
        self.internalize_term(match term {
            ExpressionTerm::FloatLiteral(number) => {
                Literal::new_typed_literal(with_point(number.to_string()), xsd::FLOAT).into()
            }
            term => term.into(),
        })
    }

    fn externalize_term(&self, term: Held) -> Result<Term, TextTooLong> {
        let length = match &term {
            Held::Known(term) => self.ontology.terms().text(*term).len(),
            Held::Other(term) => text_length(term.as_ref().as_ref()),
        };
        if !self.room.fits(length) {
            meter::stop(Cut::Bytes);
        }
        Ok(self.copy(&term))
    }

    fn externalize_expression_term(&self, term: Held) -> Result<ExpressionTerm, TextTooLong> {
        meter::step();
        // It goes into an expression, not into a row.
        let term = self.copy(&term);
        if self.joins_texts {
            let bytes = self.joined_bytes.get() + text_length(term.as_ref());
            self.joined_bytes.set(bytes);
            if bytes > MAX_JOINED_BYTES {
                meter::stop(Cut::Memory);
            }
        }
        Ok(term.into())
    }
}

/// A number in the form in which the ontology writes it: with a decimal point.
fn with_point(mut number: String) -> String {
    if number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        number.push_str(".0");
    }
    number
}

/// Triples that match a pattern, from the shortest list that holds them all.
struct Matches<'a> {
    ontology: &'a Ontology,
    places: Places<'a>,
    bound: [Option<TermId>; 3],
}

enum Places<'a> {
    Listed(slice::Iter<'a, u32>),
    All(Range<usize>),
}

impl<'a> Matches<'a> {
    fn new(ontology: &'a Ontology, bound: [Option<TermId>; 3], is_empty: bool) -> Self {
        let triples = ontology.triples();
        let [subject, predicate, object] = bound;
        let lists = [
            subject.map(|term| triples.subject_places(term)),
            object.map(|term| triples.object_places(term)),
            predicate.map(|term| triples.predicate_places(term)),
        ];
        let shortest = lists.into_iter().flatten().min_by_key(|list| list.len());
        let places = match shortest {
            _ if is_empty => Places::Listed([].iter()),
            Some(list) => Places::Listed(list.iter()),
            None => Places::All(0..triples.len()),
        };
        Self { ontology, places, bound }
    }
}

impl Iterator for Matches<'_> {
    type Item = Triple;

    fn next(&mut self) -> Option<Triple> {
        loop {
            let place = match &mut self.places {
                Places::Listed(places) => *places.next()? as usize,
                Places::All(places) => places.next()?,
            };
            let triple = self.ontology.triples().all()[place];
            let parts = [triple.subject, triple.predicate, triple.object];
            let mut bound = self.bound.iter().zip(parts);
            if bound.all(|(bound, part)| bound.is_none_or(|bound| bound == part)) {
                return Some(triple);
            }
            meter::step();
        }
    }
}
