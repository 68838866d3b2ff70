//! Writes down a dataset as triples.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use super::{
    Ontology, TermId, Terms,
    index::{Triple, Triples},
    relations::{EdgeRelations, Target, of_metadata},
    schema::{self, Words},
    terms::{Kind, Namespace},
};
use crate::{
    dataset::{Dataset, Node, Symbol},
    model::RelationType,
};

/// Writes everything down, in the order that answers are given in.
pub(super) fn build(dataset: &Dataset) -> Ontology {
    let (mut terms, mut triples) = (Terms::default(), Vec::new());
    let words = schema::declare(&mut terms, &mut triples);
    let mut writer = Writer::new(dataset, terms, triples, &words);
    writer.write_assets();
    writer.write_edges();
    writer.write_metadata();
    writer.write_findings();
    let Writer { mut terms, triples, .. } = writer;
    terms.shrink();
    let triples = Triples::new(triples, terms.len());
    let renamed = renamed(&triples, words.has_name(), terms.len());
    Ontology { terms, triples, words, renamed }
}

/// Subjects with several names.
fn renamed(triples: &Triples, has_name: TermId, n_terms: usize) -> HashMap<TermId, usize> {
    let (mut named, mut renamed) = (FixedBitSet::with_capacity(n_terms), HashMap::new());
    for triple in triples.of_predicate(has_name) {
        if named.put(triple.subject.index()) {
            *renamed.entry(triple.subject).or_insert(1) += 1;
        }
    }
    renamed
}

/// The terms of tags that were said already.
type TagTerms = HashMap<(Symbol, Symbol), TermId>;

struct Writer<'a> {
    dataset: &'a Dataset,
    words: &'a Words,
    terms: Terms,
    triples: Vec<Triple>,
    /// Term of each asset.
    assets: Vec<TermId>,
    /// Term of each endpoint of edges, once it is known.
    endpoints: Vec<Option<TermId>>,
    n_blank: usize,
}

impl<'a> Writer<'a> {
    fn new(dataset: &'a Dataset, terms: Terms, triples: Vec<Triple>, words: &'a Words) -> Self {
        let endpoints = vec![None; dataset.edges().endpoints().len()];
        Self { dataset, words, terms, triples, assets: Vec::new(), endpoints, n_blank: 0 }
    }

    fn say(&mut self, subject: TermId, predicate: TermId, object: TermId) {
        self.triples.push(Triple { subject, predicate, object });
    }

    fn say_text(&mut self, subject: TermId, predicate: TermId, text: &str) {
        let object = self.terms.intern(Kind::Text, text);
        self.say(subject, predicate, object);
    }

    fn relate(&mut self, subject: TermId, relation: RelationType, object: TermId) {
        self.say(subject, self.words.relations[relation.index()], object);
    }

    fn resource(&mut self, id: &str) -> TermId {
        self.terms.intern(Kind::Iri(Namespace::Resource), id)
    }

    fn write_assets(&mut self) {
        let assets = self.dataset.assets();
        let texts = |symbols: usize| vec![None; symbols];
        let (mut known, mut tags) = (texts(assets.symbols().len()), TagTerms::default());
        for asset in 0..assets.len() {
            let subject = self.resource(assets.id(asset));
            self.assets.push(subject);
            let words = self.words;
            self.say(
                subject,
                words.rdf_type,
                words.asset_classes[assets.asset_type(asset).index()],
            );
            self.say_text(subject, words.has_name(), assets.name(asset));
            self.say_text(subject, words.has_provider(), assets.provider(asset).as_str());
            let region = self.symbol_text(&mut known, assets.region_symbol(asset));
            self.say(subject, words.has_region(), region);
            let exposed = match assets.is_exposed(asset) {
                true => "true",
                false => "false",
            };
            let exposed = self.terms.intern(Kind::Boolean, exposed);
            self.say(subject, words.is_exposed(), exposed);
            if let Some(arn) = assets.real_arn(asset) {
                self.say_text(subject, words.has_arn(), arn);
            }
            if assets.real_account(asset).is_some() {
                let account = self.symbol_text(&mut known, assets.account_symbol(asset));
                self.say(subject, words.has_account(), account);
            }
            for &tag in assets.tag_symbols(asset) {
                self.write_tag(&mut tags, subject, tag);
            }
        }
    }

    /// The text of a symbol of the assets as a term, looked up once.
    fn symbol_text(&mut self, known: &mut [Option<TermId>], symbol: Symbol) -> TermId {
        let text = self.dataset.assets().symbols().get(symbol);
        *known[symbol.index()].get_or_insert_with(|| self.terms.intern(Kind::Text, text))
    }

    fn write_tag(&mut self, known: &mut TagTerms, subject: TermId, tag: (Symbol, Symbol)) {
        if let Some(&node) = known.get(&tag) {
            // What the tag is was said with its first asset.
            return self.relate(subject, RelationType::TAGGED_WITH, node);
        }
        let symbols = self.dataset.assets().symbols();
        let (key, value) = (symbols.get(tag.0), symbols.get(tag.1));
        let node = self.resource(&format!("tag_{key}_{value}").replace([' ', '/'], "_"));
        known.insert(tag, node);
        self.relate(subject, RelationType::TAGGED_WITH, node);
        self.say(node, self.words.rdf_type, self.words.tag_value);
        self.say_text(node, self.words.label, &format!("{key}={value}"));
    }

    fn write_edges(&mut self) {
        let (edges, inventory) = (self.dataset.edges(), self.dataset.inventory());
        for edge in 0..edges.len() {
            let source = self.endpoint(edges.source(edge));
            let target = self.endpoint(edges.target(edge));
            for relation in EdgeRelations::of(inventory, edge).iter() {
                self.relate(source, relation, target);
            }
            self.write_edge_metadata(edge, source, target);
        }
    }

    /// The term of an end of an edge; one that is no asset is introduced.
    fn endpoint(&mut self, endpoint: Symbol) -> TermId {
        if let Some(term) = self.endpoints[endpoint.index()] {
            return term;
        }
        let term = match self.dataset.inventory().nodes().node(endpoint) {
            Node::Asset(asset) => self.assets[asset as usize],
            Node::Placeholder(_) => {
                let id = self.dataset.edges().endpoints().get(endpoint);
                let term = self.resource(id);
                self.say(term, self.words.rdf_type, self.words.cloud_resource);
                self.say_text(term, self.words.has_name(), id);
                term
            }
        };
        self.endpoints[endpoint.index()] = Some(term);
        term
    }

    fn write_edge_metadata(&mut self, edge: usize, source: TermId, target: TermId) {
        let (edges, words) = (self.dataset.edges(), self.words);
        let details = [
            (words.has_cidr(), edges.cidr(edge)),
            (words.has_port(), edges.port_range(edge)),
            (words.has_protocol(), edges.protocol(edge)),
        ];
        let details = details.map(|(property, text)| (property, text.filter(|t| !t.is_empty())));
        if details.iter().all(|(_, text)| text.is_none()) {
            return;
        }
        let node = self.terms.intern(Kind::Blank, &format!("e{}", self.n_blank));
        self.n_blank += 1;
        self.say(node, words.rdf_type, words.edge_metadata);
        self.say(node, words.from_node, source);
        self.say(node, words.to_node, target);
        for (property, text) in details {
            if let Some(text) = text {
                self.say_text(node, property, text);
            }
        }
    }

    fn write_metadata(&mut self) {
        of_metadata(self.dataset.inventory(), |asset, relation, target| {
            let object = match target {
                Target::Asset(other) => self.assets[other],
                Target::TagValue(value) => {
                    self.resource(&format!("tag_{}", value.replace(':', "_")))
                }
                Target::Key(key) => self.resource(key),
                Target::Network(id) => self.resource(&format!("vpc:{id}")),
                Target::SecurityGroup(id) => self.resource(&format!("sg:{id}")),
            };
            self.relate(self.assets[asset], relation, object);
        });
    }

    fn write_findings(&mut self) {
        let (findings, words) = (self.dataset.findings(), self.words);
        let named = self.dataset.named_assets();
        for finding in 0..findings.len() {
            let node = self.resource(&format!("finding_{}", findings.id(finding)));
            self.say(node, words.rdf_type, words.finding);
            self.say_text(node, words.has_name(), findings.title(finding));
            self.say_text(node, words.has_severity(), findings.severity(finding).as_str());
            let risk = format!("{:?}", findings.risk_score(finding));
            let risk = self.terms.intern(Kind::Float, &risk);
            self.say(node, words.has_risk_score(), risk);
            let target = match named.asset(finding) {
                Some(asset) => self.assets[asset],
                None => self.resource(findings.resource_id(finding)),
            };
            self.relate(node, RelationType::FINDING_AFFECTS, target);
            for framework in findings.frameworks(finding) {
                let control = self.resource(&format!("compliance_{framework}"));
                self.say(control, words.rdf_type, words.control);
                self.say_text(control, words.label, framework);
                self.relate(control, RelationType::COMPLIANCE_GOVERNS, target);
            }
        }
    }
}
