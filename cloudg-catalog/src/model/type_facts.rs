//! What is known of the types of assets and edges beyond what the loaders and the graph need: read
//! from a data file, on first use.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{AssetType, EdgeType};

/// What is known of one type of asset.
#[derive(Debug, Deserialize)]
pub struct AssetFacts {
    #[cfg(test)]
    value: String,
    /// A word on what counts as one, where the name does not say it.
    pub hint: Option<String>,
    /// Class of the ontology, with its prefix.
    pub ontology_class: String,
    /// Resource that an export writes; `None` for what no export knows.
    pub terraform_type: Option<String>,
    /// Whether it commonly holds data worth protecting.
    pub sensitive_data_store: bool,
    /// Whether being reachable from the internet is its purpose.
    pub internet_exposure_expected: bool,
}

/// What is known of one type of edge.
#[derive(Debug, Deserialize)]
pub struct EdgeFacts {
    #[cfg(test)]
    value: String,
    /// Ends that it typically has; at least one.
    pub typical: Vec<String>,
    /// A word on its use.
    pub hint: Option<String>,
    /// Relations that it always becomes.
    ontology_relations: Option<Vec<String>>,
    /// What decides, where that is not fixed.
    relations_by_rule: Option<String>,
}

/// What an edge becomes in the ontology.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relations<'a> {
    /// Always these.
    Fixed(&'a [String]),
    /// A rule decides, in words.
    ByRule(&'a str),
}

#[derive(Deserialize)]
struct Tables {
    asset_types: Vec<AssetFacts>,
    edge_types: Vec<EdgeFacts>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    // The file is part of the binary, and the tests below read all of it.
    serde_json::from_str(include_str!("../../data/type-facts.json")).expect("the file is JSON")
});

impl AssetType {
    /// What else is known of the type.
    pub fn facts(self) -> &'static AssetFacts {
        &TABLES.asset_types[self.index()]
    }
}

impl EdgeType {
    /// What else is known of the type.
    pub fn facts(self) -> &'static EdgeFacts {
        &TABLES.edge_types[self.index()]
    }
}

impl EdgeFacts {
    /// What such an edge becomes in the ontology.
    pub fn relations(&self) -> Relations<'_> {
        match &self.relations_by_rule {
            Some(rule) => Relations::ByRule(rule),
            None => Relations::Fixed(self.ontology_relations.as_deref().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RelationType;

    #[test]
    fn the_file_has_a_row_for_each_type_in_listing_order() {
        let values: Vec<&str> = AssetType::ALL.map(|kind| kind.facts().value.as_str()).to_vec();
        assert_eq!(values, AssetType::NAMES);
        assert_eq!(TABLES.asset_types.len(), AssetType::COUNT);
        let values: Vec<&str> = EdgeType::ALL.map(|kind| kind.facts().value.as_str()).to_vec();
        assert_eq!(values, EdgeType::NAMES);
        assert_eq!(TABLES.edge_types.len(), EdgeType::COUNT);
    }

    #[test]
    fn classes_are_prefixed_and_relations_exist() {
        for facts in AssetType::ALL.map(AssetType::facts) {
            assert!(facts.ontology_class.starts_with("cm:"), "{facts:?}");
        }
        for facts in EdgeType::ALL.map(EdgeType::facts) {
            assert!(!facts.typical.is_empty(), "{facts:?}");
            if let Relations::Fixed(relations) = facts.relations() {
                assert!(!relations.is_empty(), "{facts:?}");
                let known = |name: &String| RelationType::from_name(name).is_some();
                assert!(relations.iter().all(known), "{facts:?}");
            }
        }
    }
}
