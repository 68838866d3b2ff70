//! The vocabulary as maps: families of asset types, edge types, groups of relations.

use serde_json::{Map, Value};

use crate::model::{AssetType, EdgeType, RelationGroup, RelationType};

/// Family to its asset types: families by first appearance, types in listing order.
pub(crate) fn families() -> Map<String, Value> {
    let mut families: Vec<(&str, Vec<&str>)> = Vec::new();
    for asset_type in AssetType::ALL {
        let family = asset_type.family();
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, types)) => types.push(asset_type.as_str()),
            None => families.push((family, vec![asset_type.as_str()])),
        }
    }
    let pairs = families.into_iter();
    pairs.map(|(family, types)| (family.to_owned(), Value::from(types))).collect()
}

/// Edge type to the verb between its ends.
pub(crate) fn edge_verbs() -> Map<String, Value> {
    EdgeType::ALL.into_iter().map(|kind| (kind.as_str().to_owned(), kind.reads().into())).collect()
}

/// Group to its relation types, both in listing order.
pub(crate) fn relation_groups() -> Map<String, Value> {
    let members =
        |group: RelationGroup| -> Vec<&str> { group.members().map(RelationType::as_str).collect() };
    let groups = RelationGroup::ALL.into_iter();
    groups.map(|group| (group.as_str().to_owned(), members(group).into())).collect()
}

/// The ends that an edge of the type typically has, in one text.
pub(crate) fn typical(edge_type: EdgeType) -> String {
    edge_type.facts().typical.join("; ")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{analysis::crown_jewels, model::type_facts::Relations};

    fn recorded() -> Value {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/meta-vocabulary.json");
        serde_json::from_str(&std::fs::read_to_string(path).expect("readable")).expect("JSON")
    }

    #[test]
    fn families_and_groups_are_as_recorded() {
        let recorded = recorded();
        let names: Vec<String> = families().keys().cloned().collect();
        assert_eq!(json!(names), recorded["families"]);
        let groups = Value::Object(relation_groups());
        assert_eq!(groups.to_string(), recorded["relation_groups"].to_string());
    }

    #[test]
    fn every_type_is_as_recorded() {
        let recorded = recorded();
        for (row, kind) in
            recorded["asset_types"].as_array().expect("rows").iter().zip(AssetType::ALL)
        {
            let facts = kind.facts();
            let ours = json!({
                "value": kind.as_str(),
                "family": kind.family(),
                "hint": facts.hint,
                "ontology_class": facts.ontology_class,
                "terraform_type": facts.terraform_type,
                "sensitive_data_store": facts.sensitive_data_store,
                "crown_jewel_weight": crown_jewels::weight(kind).unwrap_or(0),
                "internet_exposure_expected": facts.internet_exposure_expected,
            });
            assert_eq!(*row, ours);
        }
        for (row, kind) in
            recorded["edge_types"].as_array().expect("rows").iter().zip(EdgeType::ALL)
        {
            assert_eq!(row["value"], kind.as_str());
            assert_eq!(row["reads"], kind.reads());
            assert_eq!(row["dependency_direction"], kind.dependency().as_str());
            let (key, value) = match kind.facts().relations() {
                Relations::Fixed(relations) => ("ontology_relations", json!(relations)),
                Relations::ByRule(rule) => ("relations_by_rule", json!(rule)),
            };
            assert_eq!(row[key], value);
        }
    }
}
