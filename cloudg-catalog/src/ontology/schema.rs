//! The words of the ontology: classes, relations and properties, and what is said about them.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::{
    DATA_PROPERTIES, TermId, Terms,
    index::Triple,
    terms::{Kind, Namespace},
};
use crate::model::{AssetType, RelationType};

/// The class of everything that a cloud has.
const ROOT: &str = "CloudResource";

/// The class of what is said about an edge.
const EDGE_METADATA: &str = "EdgeMetadata";

#[derive(Deserialize)]
struct Classes {
    /// Names, in listing order.
    classes: Vec<String>,
    /// Those that are under no other.
    parentless: Vec<String>,
    asset_type_class: HashMap<String, String>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    // A test reads the same text.
    serde_json::from_str(include_str!("../../data/ontology.json")).expect("the file is valid")
});

/// Terms that building needs again and again.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) rdf_type: TermId,
    pub(super) label: TermId,
    pub(super) relations: [TermId; RelationType::COUNT],
    pub(super) data: [TermId; 11],
    pub(super) asset_classes: [TermId; AssetType::COUNT],
    pub(super) cloud_resource: TermId,
    pub(super) tag_value: TermId,
    pub(super) finding: TermId,
    pub(super) control: TermId,
    pub(super) edge_metadata: TermId,
    pub(super) from_node: TermId,
    pub(super) to_node: TermId,
}

impl Words {
    pub(super) fn has_arn(&self) -> TermId {
        self.data[0]
    }

    pub(super) fn has_name(&self) -> TermId {
        self.data[1]
    }

    pub(super) fn has_region(&self) -> TermId {
        self.data[2]
    }

    pub(super) fn has_provider(&self) -> TermId {
        self.data[3]
    }

    pub(super) fn has_account(&self) -> TermId {
        self.data[4]
    }

    pub(super) fn has_cidr(&self) -> TermId {
        self.data[5]
    }

    pub(super) fn has_port(&self) -> TermId {
        self.data[6]
    }

    pub(super) fn has_protocol(&self) -> TermId {
        self.data[7]
    }

    pub(super) fn has_severity(&self) -> TermId {
        self.data[8]
    }

    pub(super) fn has_risk_score(&self) -> TermId {
        self.data[9]
    }

    pub(super) fn is_exposed(&self) -> TermId {
        self.data[10]
    }
}

/// Numbers the words and says what they are.
pub(super) fn declare(terms: &mut Terms, triples: &mut Vec<Triple>) -> Words {
    let mut word = |space, name: &str| terms.intern(Kind::Iri(space), name);
    let relations = RelationType::ALL.map(|relation| word(Namespace::Property, relation.as_str()));
    let data = DATA_PROPERTIES.map(|name| word(Namespace::Property, name));
    let class_of =
        |kind: AssetType| CLASSES.asset_type_class.get(kind.as_str()).map_or(ROOT, String::as_str);
    let words = Words {
        rdf_type: word(Namespace::Rdf, "type"),
        label: word(Namespace::Rdfs, "label"),
        relations,
        data,
        asset_classes: AssetType::ALL.map(|kind| word(Namespace::Ontology, class_of(kind))),
        cloud_resource: word(Namespace::Ontology, ROOT),
        tag_value: word(Namespace::Ontology, "TagValue"),
        finding: word(Namespace::Ontology, "SecurityFinding"),
        control: word(Namespace::Ontology, "ComplianceControl"),
        edge_metadata: word(Namespace::Ontology, EDGE_METADATA),
        from_node: word(Namespace::Ontology, "fromNode"),
        to_node: word(Namespace::Ontology, "toNode"),
    };
    let mut say = |subject, predicate, object| triples.push(Triple { subject, predicate, object });
    declare_classes(terms, &words, &mut say);
    declare_properties(terms, &words, &mut say);
    words
}

fn declare_classes(terms: &mut Terms, words: &Words, say: &mut impl FnMut(TermId, TermId, TermId)) {
    let owl_class = terms.intern(Kind::Iri(Namespace::Owl), "Class");
    let below = terms.intern(Kind::Iri(Namespace::Rdfs), "subClassOf");
    // The class of most things comes first, as it does in lists without an order.
    let (root, others): (Vec<_>, Vec<_>) = CLASSES.classes.iter().partition(|name| *name == ROOT);
    for name in root.into_iter().chain(others) {
        let class = terms.intern(Kind::Iri(Namespace::Ontology), name);
        say(class, words.rdf_type, owl_class);
        say(class, words.label, terms.intern(Kind::Text, name));
        if !CLASSES.parentless.contains(name) {
            say(class, below, words.cloud_resource);
        }
    }
}

fn declare_properties(
    terms: &mut Terms,
    words: &Words,
    say: &mut impl FnMut(TermId, TermId, TermId),
) {
    let object_property = terms.intern(Kind::Iri(Namespace::Owl), "ObjectProperty");
    let data_property = terms.intern(Kind::Iri(Namespace::Owl), "DatatypeProperty");
    let group = terms.intern(Kind::Iri(Namespace::Ontology), "relationGroup");
    for relation in RelationType::ALL {
        let term = words.relations[relation.index()];
        say(term, words.rdf_type, object_property);
        say(term, words.label, terms.intern(Kind::Text, &title_case(relation.as_str())));
        say(term, group, terms.intern(Kind::Text, relation.group().as_str()));
    }
    for property in words.data {
        say(property, words.rdf_type, data_property);
    }
}

/// `ONLY_HTTP` as `Only Http`.
fn title_case(name: &str) -> String {
    let capital = |word: &str| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_uppercase() + &rest.to_lowercase(),
        None => String::new(),
    };
    name.split('_').map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn recorded() -> Value {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/ontology.json");
        serde_json::from_str(&std::fs::read_to_string(path).expect("file")).expect("JSON")
    }

    #[test]
    fn the_words_are_those_of_the_vocabulary() {
        let data = recorded();
        let parent = |name: &String| match CLASSES.parentless.contains(name) {
            true => Value::Null,
            false => json!(ROOT),
        };
        let classes: Vec<Value> = CLASSES
            .classes
            .iter()
            .map(|name| json!({"name": name, "parent": parent(name)}))
            .collect();
        assert_eq!(data["classes"], json!(classes));
        for kind in AssetType::ALL {
            let class = CLASSES.asset_type_class.get(kind.as_str());
            assert_eq!(data["asset_type_class"][kind.as_str()], json!(class), "{kind}");
        }
        assert_eq!(data["datatype_properties"], json!(DATA_PROPERTIES));
        for (row, relation) in
            data["relation_types"].as_array().unwrap().iter().zip(RelationType::ALL)
        {
            assert_eq!(row["label"], title_case(relation.as_str()));
        }
        for space in Namespace::ALL {
            assert_eq!(data["namespaces"][space.prefix()], space.iri());
        }
        let prefixes = Namespace::ALL.map(Namespace::prefix);
        assert_eq!(data["compact_prefix_order"], json!(prefixes));
        assert_eq!(data["undeclared_classes"], json!([EDGE_METADATA]));
    }
}
