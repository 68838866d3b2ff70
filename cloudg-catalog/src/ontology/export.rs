//! The ontology as a file.
//!
//! Things come sorted by IRI, blank nodes last, statements about one in the order in which they were
//! made; so equal datasets give equal bytes. Nothing is gathered: triples are written one by one.

use std::io::{self, Write};

use oxjsonld::JsonLdSerializer;
use oxrdf::{
    BlankNodeRef, GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, TermRef, TripleRef,
    vocab::xsd,
};
use oxttl::{NTriplesSerializer, TurtleSerializer};

use super::{Kind, Namespace, Ontology, TermId, Terms};

/// How an ontology is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Turtle, with prefixes.
    Turtle,
    /// JSON-LD in expanded form.
    JsonLd,
    /// RDF/XML, one description of each thing.
    RdfXml,
    /// N-Triples.
    NTriples,
}

impl Format {
    /// All of them, in listing order.
    pub const ALL: [Self; 4] = [Self::Turtle, Self::JsonLd, Self::RdfXml, Self::NTriples];

    /// The name in arguments and addresses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Turtle => "turtle",
            Self::JsonLd => "json-ld",
            Self::RdfXml => "xml",
            Self::NTriples => "nt",
        }
    }

    /// The format with this name, or with another name that is in use for it.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "turtle" | "ttl" => Self::Turtle,
            "json-ld" | "jsonld" => Self::JsonLd,
            "xml" | "rdfxml" | "rdf" => Self::RdfXml,
            "nt" | "ntriples" | "n-triples" => Self::NTriples,
            _ => return None,
        })
    }

    /// How names of files end, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Turtle => "ttl",
            Self::JsonLd => "jsonld",
            Self::RdfXml => "rdf",
            Self::NTriples => "nt",
        }
    }

    /// Media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Turtle => "text/turtle",
            Self::JsonLd => "application/ld+json",
            Self::RdfXml => "application/rdf+xml",
            Self::NTriples => "application/n-triples",
        }
    }
}

/// Prefixes of files, by name.
const PREFIXES: [Namespace; 7] = [
    Namespace::Ontology,
    Namespace::Property,
    Namespace::Resource,
    Namespace::Owl,
    Namespace::Rdf,
    Namespace::Rdfs,
    Namespace::Xsd,
];

/// Writes all triples.
pub fn write(ontology: &Ontology, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let statements = Statements::new(ontology);
    match format {
        Format::Turtle => {
            let mut serializer = TurtleSerializer::new();
            for space in PREFIXES {
                serializer = serializer
                    .with_prefix(space.prefix(), space.iri())
                    .map_err(io::Error::other)?;
            }
            let mut writer = serializer.for_writer(out);
            statements.each(|triple| writer.serialize_triple(triple))?;
            writer.finish().map(drop)
        }
        Format::JsonLd => {
            let mut writer = JsonLdSerializer::new().for_writer(out);
            statements.each(|triple| {
                writer.serialize_quad(triple.in_graph(GraphNameRef::DefaultGraph))
            })?;
            writer.finish().map(drop)
        }
        Format::NTriples => {
            let mut writer = NTriplesSerializer::new().for_writer(out);
            statements.each(|triple| writer.serialize_triple(triple))?;
            writer.finish();
            Ok(())
        }
        Format::RdfXml => write_xml(&statements, out),
    }
}

/// All triples in the order of files.
struct Statements<'a> {
    ontology: &'a Ontology,
    subjects: Vec<TermId>,
}

impl<'a> Statements<'a> {
    fn new(ontology: &'a Ontology) -> Self {
        let (terms, triples) = (ontology.terms(), ontology.triples());
        let all = (0..terms.len()).map(TermId::new);
        let mut subjects: Vec<TermId> =
            all.filter(|&term| triples.of_subject(term).len() > 0).collect();
        // Blank nodes stay in the order of edges.
        subjects.sort_by_cached_key(|&term| match terms.is_iri(term) {
            true => (false, terms.iri(term)),
            false => (true, String::new()),
        });
        Self { ontology, subjects }
    }

    fn each(&self, mut write: impl FnMut(TripleRef<'_>) -> io::Result<()>) -> io::Result<()> {
        let (terms, triples) = (self.ontology.terms(), self.ontology.triples());
        for &subject in &self.subjects {
            let about = terms.iri(subject);
            for triple in triples.of_subject(subject) {
                let (predicate, object) = (terms.iri(triple.predicate), terms.iri(triple.object));
                write(TripleRef {
                    subject: node(terms, subject, &about),
                    predicate: NamedNodeRef::new_unchecked(&predicate),
                    object: term(terms, triple.object, &object),
                })?;
            }
        }
        Ok(())
    }
}

fn node<'a>(terms: &Terms, term: TermId, text: &'a str) -> NamedOrBlankNodeRef<'a> {
    match terms.kind(term) {
        Kind::Blank => BlankNodeRef::new_unchecked(text).into(),
        _ => NamedNodeRef::new_unchecked(text).into(),
    }
}

fn term<'a>(terms: &Terms, term: TermId, text: &'a str) -> TermRef<'a> {
    match terms.kind(term) {
        Kind::Iri(_) => NamedNodeRef::new_unchecked(text).into(),
        Kind::Blank => BlankNodeRef::new_unchecked(text).into(),
        Kind::Text => LiteralRef::new_simple_literal(text).into(),
        Kind::Boolean => LiteralRef::new_typed_literal(text, xsd::BOOLEAN).into(),
        Kind::Float => LiteralRef::new_typed_literal(text, xsd::FLOAT).into(),
    }
}

/// Written here, because carriage returns must be escaped to survive, and characters that XML cannot
/// hold must not reach the file.
fn write_xml(statements: &Statements<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (terms, triples) = (statements.ontology.terms(), statements.ontology.triples());
    out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF")?;
    for space in PREFIXES {
        write!(out, "\n    xmlns:{}=\"{}\"", space.prefix(), space.iri())?;
    }
    out.write_all(b">\n")?;
    for &subject in &statements.subjects {
        let about = match terms.kind(subject) {
            Kind::Blank => "nodeID",
            _ => "about",
        };
        writeln!(out, "  <rdf:Description rdf:{about}=\"{}\">", escape(&terms.iri(subject)))?;
        for triple in triples.of_subject(subject) {
            // Predicates are words of the schema, which are names in XML too.
            let (name, object) = (terms.compact(triple.predicate), terms.iri(triple.object));
            let object = escape(&object);
            match terms.kind(triple.object) {
                Kind::Iri(_) => writeln!(out, "    <{name} rdf:resource=\"{object}\"/>")?,
                Kind::Blank => writeln!(out, "    <{name} rdf:nodeID=\"{object}\"/>")?,
                Kind::Text => writeln!(out, "    <{name}>{object}</{name}>")?,
                Kind::Boolean => write_typed(out, &name, xsd::BOOLEAN, &object)?,
                Kind::Float => write_typed(out, &name, xsd::FLOAT, &object)?,
            }
        }
        out.write_all(b"  </rdf:Description>\n")?;
    }
    out.write_all(b"</rdf:RDF>\n")
}

fn write_typed(
    out: &mut dyn Write,
    name: &str,
    datatype: NamedNodeRef<'_>,
    text: &str,
) -> io::Result<()> {
    writeln!(out, "    <{name} rdf:datatype=\"{}\">{text}</{name}>", datatype.as_str())
}

/// Text as XML has it. What XML has no way to write becomes the character for what is lost.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#xD;"),
            '\t' | '\n' | '\u{20}'..='\u{fffd}' | '\u{10000}'.. => escaped.push(c),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use oxjsonld::JsonLdParser;
    use oxrdf::Triple;
    use oxrdfxml::RdfXmlParser;
    use oxttl::{NTriplesParser, TurtleParser};
    use serde_json::json;

    use super::*;
    use crate::analysis::tests::dataset_of;

    fn written(ontology: &Ontology, format: Format) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(ontology, format, &mut bytes).expect("memory takes all");
        bytes
    }

    fn parsed(format: Format, bytes: &[u8]) -> BTreeSet<String> {
        let triples: Vec<Triple> = match format {
            Format::Turtle => {
                TurtleParser::new().for_slice(bytes).map(|t| t.expect("Turtle")).collect()
            }
            Format::NTriples => {
                NTriplesParser::new().for_slice(bytes).map(|t| t.expect("N-Triples")).collect()
            }
            Format::RdfXml => {
                RdfXmlParser::new().for_slice(bytes).map(|t| t.expect("XML")).collect()
            }
            Format::JsonLd => {
                JsonLdParser::new().for_slice(bytes).map(|q| q.expect("JSON").into()).collect()
            }
        };
        triples.iter().map(Triple::to_string).collect()
    }

    #[test]
    fn every_format_says_the_same_whatever_the_names() {
        let long = "l".repeat(300);
        let ids = ["plain", "a b\"c%20|<é>\\`{}^", "arn:aws:s3:::x/y#z?", "ünï😀", &long];
        let asset = |id: &&str| {
            json!({"id": id, "name": format!("name of\n\"{id}\"\r\t"), "asset_type": "EC2",
                   "provider": "AWS", "tags": {"owner": "Web Team", "k\\": "<v>&é"},
                   "is_internet_exposed": true})
        };
        let assets: Vec<_> = ids.iter().map(asset).collect();
        let edge = json!({"source_id": ids[1], "target_id": "10.0.0.0/8", "cidr": "0.0.0.0/0",
                          "edge_type": "SECURITY_GROUP_RULE", "protocol": "tcp"});
        let finding = json!({"id": "f 1", "resource_id": ids[2], "severity": "HIGH",
                             "title": "<b>", "description": "d", "source_tool": "x", "compliance_frameworks": ["A B"]});
        let document = json!({"assets": assets, "edges": [edge], "findings": [finding]});
        let dataset = dataset_of(&document);
        let (ontology, _) = dataset.ontology();
        let expected = parsed(Format::NTriples, &written(ontology, Format::NTriples));
        assert_eq!(expected.len(), ontology.triples().len());
        for format in Format::ALL {
            let bytes = written(ontology, format);
            assert_eq!(parsed(format, &bytes), expected, "{}", format.as_str());
            let again = dataset_of(&document);
            assert_eq!(written(again.ontology().0, format), bytes, "{}", format.as_str());
        }
    }

    #[test]
    fn formats_are_named_as_recorded() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/ontology.json");
        let text = std::fs::read_to_string(path).expect("file");
        let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for (name, row) in data["formats"].as_object().expect("formats") {
            let format = Format::from_name(name).expect("a format");
            assert_eq!(
                (&row["syntax"], &row["extension"]),
                (&json!(format.as_str()), &json!(format.extension()))
            );
        }
        for format in Format::ALL {
            let row = &data["tool_formats"][format.as_str()];
            assert_eq!(
                (&row["mime"], &row["extension"]),
                (&json!(format.media_type()), &json!(format.extension()))
            );
        }
        assert_eq!(Format::from_name("pdf"), None);
    }

    #[test]
    fn what_xml_cannot_hold_does_not_break_it() {
        assert_eq!(escape("a\u{1}\u{fffe}&\r"), "a\u{fffd}\u{fffd}&amp;&#xD;");
    }
}
