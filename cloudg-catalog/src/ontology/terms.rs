//! Terms of triples, numbered.

use std::{borrow::Cow, hash::BuildHasher};

use hashbrown::{DefaultHashBuilder, HashTable};
use percent_encoding::percent_decode_str;

use crate::dataset::TextColumn;

/// A term by its position in [`Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

impl TermId {
    /// The term at this position.
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// Position among all terms; dense, so that tables can be indexed with it.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A prefix of IRIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Namespace {
    /// Classes.
    Ontology,
    /// Things of the dataset.
    Resource,
    /// Relations and properties.
    Property,
    /// RDF.
    Rdf,
    /// RDF Schema.
    Rdfs,
    /// OWL.
    Owl,
    /// Data types of XML Schema.
    Xsd,
}

impl Namespace {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 7] = [
        Self::Ontology,
        Self::Resource,
        Self::Property,
        Self::Rdf,
        Self::Rdfs,
        Self::Owl,
        Self::Xsd,
    ];

    /// What stands for it in compact IRIs.
    pub const fn prefix(self) -> &'static str {
        ["cm", "cmr", "cmp", "rdf", "rdfs", "owl", "xsd"][self as usize]
    }

    /// What its IRIs start with.
    pub const fn iri(self) -> &'static str {
        [
            "https://cloudg.io/ontology#",
            "https://cloudg.io/resource/",
            "https://cloudg.io/property/",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
            "http://www.w3.org/2000/01/rdf-schema#",
            "http://www.w3.org/2002/07/owl#",
            "http://www.w3.org/2001/XMLSchema#",
        ][self as usize]
    }

    /// The namespace of an IRI and the rest of it.
    pub fn split(iri: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|space| Some((space, iri.strip_prefix(space.iri())?)))
    }
}

/// What a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An IRI; the text is what follows the namespace, characters as in the dataset.
    Iri(Namespace),
    /// A plain string.
    Text,
    /// `true` or `false`.
    Boolean,
    /// A number with a decimal point, `xsd:float`.
    Float,
    /// A node without a name; the text is its label.
    Blank,
}

impl Kind {
    const fn code(self) -> u8 {
        match self {
            Self::Iri(space) => space as u8,
            Self::Text => 7,
            Self::Boolean => 8,
            Self::Float => 9,
            Self::Blank => 10,
        }
    }

    fn of_code(code: u8) -> Self {
        match code {
            7 => Self::Text,
            8 => Self::Boolean,
            9 => Self::Float,
            10 => Self::Blank,
            // Codes come from `code` alone, where the others are places in the list.
            space => Self::Iri(Namespace::ALL[usize::from(space)]),
        }
    }
}

/// Escapes what cannot stand in an IRI, the sign that escapes, and white space of any kind, at which
/// readers stop; all else stays as it is.
fn mint(local: &str) -> Cow<'_, str> {
    if !local.contains(needs_escape) {
        return Cow::Borrowed(local);
    }
    let mut minted = String::with_capacity(local.len() + 8);
    for c in local.chars() {
        match needs_escape(c) {
            true => {
                let mut buffer = [0; 4];
                let bytes = c.encode_utf8(&mut buffer).bytes();
                bytes.for_each(|byte| minted.push_str(&format!("%{byte:02X}")));
            }
            false => minted.push(c),
        }
    }
    Cow::Owned(minted)
}

fn needs_escape(c: char) -> bool {
    match c {
        '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\' | '%' => true,
        '!'..='~' => false,
        _ => c.is_whitespace() || !is_iri_char(c),
    }
}

/// Whether a character beyond ASCII may stand in an IRI: `ucschar` of RFC 3987.
fn is_iri_char(c: char) -> bool {
    match c {
        '\u{a0}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{ffef}' => true,
        // The last two of each plane are no characters.
        '\u{10000}'..='\u{dffff}' | '\u{e1000}'..='\u{effff}' => u32::from(c) & 0xffff < 0xfffe,
        _ => false,
    }
}

/// The IRI as it is shown: under its prefix, and a thing of the dataset as the dataset spells it.
pub(super) fn compact_iri(iri: &str) -> String {
    match Namespace::split(iri) {
        Some((Namespace::Resource, local)) => format!("cmr:{}", unescape(local)),
        Some((space, local)) => format!("{}:{local}", space.prefix()),
        None => iri.to_owned(),
    }
}

/// The IRI as it is shown in full: a thing of the dataset as the dataset spells it.
pub(super) fn full_iri(iri: &str) -> String {
    match Namespace::split(iri) {
        Some((space @ Namespace::Resource, local)) => space.iri().to_owned() + &unescape(local),
        _ => iri.to_owned(),
    }
}

fn unescape(local: &str) -> Cow<'_, str> {
    percent_decode_str(local).decode_utf8().unwrap_or(Cow::Borrowed(local))
}

/// Distinct terms in order of first use.
#[derive(Debug, Default)]
pub struct Terms {
    texts: TextColumn,
    kinds: Vec<u8>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Terms {
    /// The number of a term, a new one if it has none yet.
    pub(super) fn intern(&mut self, kind: Kind, text: &str) -> TermId {
        let code = kind.code();
        let Self { texts, kinds, table, hasher } = self;
        let hash = hasher.hash_one((code, text));
        let same = |&term: &u32| kinds[term as usize] == code && texts.get(term as usize) == text;
        if let Some(&term) = table.find(hash, same) {
            return TermId(term);
        }
        let term = kinds.len() as u32;
        texts.push(text);
        kinds.push(code);
        table.insert_unique(hash, term, |&other| {
            hasher.hash_one((kinds[other as usize], texts.get(other as usize)))
        });
        TermId(term)
    }

    /// Gives back what growing reserved too much.
    pub(super) fn shrink(&mut self) {
        self.texts.shrink();
        self.kinds.shrink_to_fit();
    }

    /// The number of a term.
    pub fn find(&self, kind: Kind, text: &str) -> Option<TermId> {
        let code = kind.code();
        let same = |&term: &u32| {
            self.kinds[term as usize] == code && self.texts.get(term as usize) == text
        };
        self.table.find(self.hasher.hash_one((code, text)), same).map(|&term| TermId(term))
    }

    /// The number of an IRI that is written out.
    pub fn find_iri(&self, iri: &str) -> Option<TermId> {
        let (space, local) = Namespace::split(iri)?;
        if space != Namespace::Resource {
            return self.find(Kind::Iri(space), local);
        }
        // Another way to write the same characters is another IRI.
        let plain = unescape(local);
        (mint(&plain) == local).then(|| self.find(Kind::Iri(space), &plain)).flatten()
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// What a term is.
    #[inline]
    pub fn kind(&self, term: TermId) -> Kind {
        Kind::of_code(self.kinds[term.index()])
    }

    /// Whether a term is an IRI.
    #[inline]
    pub fn is_iri(&self, term: TermId) -> bool {
        matches!(self.kind(term), Kind::Iri(_))
    }

    /// The text of a term, see [`Kind`].
    #[inline]
    pub fn text(&self, term: TermId) -> &str {
        self.texts.get(term.index())
    }

    /// The IRI of a term that is one, else its text.
    pub fn iri(&self, term: TermId) -> String {
        match self.kind(term) {
            Kind::Iri(space) => space.iri().to_owned() + &mint(self.text(term)),
            _ => self.text(term).to_owned(),
        }
    }

    /// A term as it is shown: IRIs under their prefix, others as their text.
    pub fn compact(&self, term: TermId) -> String {
        match self.kind(term) {
            Kind::Iri(space) => format!("{}:{}", space.prefix(), self.text(term)),
            _ => self.text(term).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_identifier_makes_an_iri_that_shows_as_itself() {
        let id = "a b%20<\"{}|^`\\>\u{1}\u{7f}é/:#?";
        let mut terms = Terms::default();
        let kind = Kind::Iri(Namespace::Resource);
        let term = terms.intern(kind, id);
        let iri = terms.iri(term);
        let expected =
            "https://cloudg.io/resource/a%20b%2520%3C%22%7B%7D%7C%5E%60%5C%3E%01%7Fé/:#?";
        assert_eq!(iri, expected);
        assert_eq!(compact_iri(&iri), format!("cmr:{id}"));
        assert_eq!(terms.compact(term), format!("cmr:{id}"));
        assert_eq!((terms.find_iri(&iri), terms.find(kind, id)), (Some(term), Some(term)));
        assert_eq!(terms.find_iri(&iri.replace("a%20", "%61%20")), None, "another IRI");
    }

    #[test]
    fn terms_of_other_kinds_differ() {
        let mut terms = Terms::default();
        let kinds = [Kind::Text, Kind::Blank, Kind::Iri(Namespace::Resource), Kind::Boolean];
        let ids: Vec<TermId> = kinds.map(|kind| terms.intern(kind, "true")).to_vec();
        assert_eq!(terms.len(), 4);
        for (kind, id) in kinds.into_iter().zip(ids) {
            assert_eq!((terms.kind(id), terms.find(kind, "true")), (kind, Some(id)));
        }
    }
}
