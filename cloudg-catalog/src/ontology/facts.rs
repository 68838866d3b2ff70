//! Relations that follow from tags and metadata.

use std::collections::HashMap;

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use super::relations::is_network;
use crate::{
    dataset::{Assets, Inventory},
    model::{AssetType, RelationType},
    text::{arn, fold, raw},
};

/// What an asset is related to by its metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// Another asset, or itself.
    Asset(usize),
    /// The value of a tag that says who owns, pays for or watches the asset.
    TagValue(&'a str),
    /// A key as the metadata names it, which is no known asset.
    Key(&'a str),
    /// A network as the metadata names it.
    Network(&'a str),
    /// A security group as the metadata names it.
    SecurityGroup(&'a str),
}

/// Visits every relation that follows from tags and metadata: subject, relation, object. Assets
/// come in order; what one says comes in a fixed order.
pub fn of_metadata(inventory: &Inventory, mut visit: impl FnMut(usize, RelationType, Target<'_>)) {
    let assets = &inventory.assets;
    let read = |asset| Facts::read(assets.asset_type(asset), assets.metadata(asset));
    let facts: Vec<Facts> = (0..assets.len()).into_par_iter().map(read).collect();
    let (members, keys) = (Members::build(assets, &facts), Keys::build(assets, &facts));
    for (asset, fact) in facts.iter().enumerate() {
        for (key, value) in assets.tags(asset) {
            if let Some(relation) = tag_relation(key) {
                visit(asset, relation, Target::TagValue(value));
            }
        }
        for &member in members.of(asset, fact) {
            let relation = match assets.asset_type(member) {
                AssetType::SUBNET => RelationType::VPC_CONTAINS_SUBNET,
                _ => RelationType::CONTAINS,
            };
            visit(asset, relation, Target::Asset(member));
        }
        if let Some(key) = &fact.kms_key {
            let target = keys.find(inventory, key).map_or(Target::Key(key), Target::Asset);
            visit(asset, RelationType::ENCRYPTED_BY_KMS, target);
        }
        if let Some(network) = &fact.function_network {
            visit(asset, RelationType::DEPENDS_ON, Target::Network(network));
        }
        if fact.rotates {
            visit(asset, RelationType::ROTATES_SECRET, Target::Asset(asset));
        }
        for group in &fact.security_groups {
            visit(asset, RelationType::PROTECTED_BY_SG, Target::SecurityGroup(group));
        }
    }
}

/// The relation that a tag with this key says.
fn tag_relation(key: &str) -> Option<RelationType> {
    Some(match &*fold::lower(key) {
        "owner" | "team" | "department" => RelationType::OWNED_BY,
        "costcenter" | "cost-center" | "cost_center" => RelationType::COST_ALLOCATED_TO,
        "monitoring" | "monitored-by" => RelationType::MONITORED_BY,
        _ => return None,
    })
}

/// What the metadata of one asset says.
#[derive(Debug, Default)]
struct Facts {
    /// JSON text of the id of the network, unless it is not set.
    network: Option<Box<str>>,
    kms_key: Option<String>,
    function_network: Option<String>,
    rotates: bool,
    security_groups: Vec<String>,
    /// Other names of a key.
    aliases: Vec<String>,
}

/// The keys of metadata that say something.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Known {
    vpc_id: Value,
    kms_key_id: Value,
    encryption: Value,
    storage_encrypted: Value,
    vpc_config: Value,
    rotation_enabled: Value,
    security_groups: Value,
    aliases: Value,
}

impl Known {
    fn read(metadata: &str) -> Self {
        // What the quick way does not read, such as a key that comes twice, the careful one does.
        serde_json::from_str(metadata).unwrap_or_else(|_| {
            let mut object = raw::parse_object(metadata);
            let mut take = |key: &str| object.swap_remove(key).unwrap_or_default();
            Self {
                vpc_id: take("vpc_id"),
                kms_key_id: take("kms_key_id"),
                encryption: take("encryption"),
                storage_encrypted: take("storage_encrypted"),
                vpc_config: take("vpc_config"),
                rotation_enabled: take("rotation_enabled"),
                security_groups: take("security_groups"),
                aliases: take("aliases"),
            }
        })
    }
}

impl Facts {
    fn read(kind: AssetType, metadata: &str) -> Self {
        if metadata.is_empty() {
            return Self::default();
        }
        let known = Known::read(metadata);
        let is = |kinds: &[AssetType]| kinds.contains(&kind);
        let is_encrypted =
            raw::is_truthy(&known.encryption) || raw::is_truthy(&known.storage_encrypted);
        let function_network =
            known.vpc_config.get("VpcId").filter(|_| is(&[AssetType::LAMBDA_FUNCTION]));
        Self {
            network: raw::is_truthy(&known.vpc_id).then(|| known.vpc_id.to_string().into()),
            kms_key: text(&known.kms_key_id).filter(|_| is_encrypted),
            function_network: function_network.and_then(text),
            rotates: is(&[AssetType::SECRET, AssetType::KMS_KEY])
                && raw::is_truthy(&known.rotation_enabled),
            security_groups: texts(&known.security_groups, is(&[AssetType::EC2])),
            aliases: texts(&known.aliases, is(&[AssetType::KMS_KEY])),
        }
    }
}

/// A text that is not empty.
fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

fn texts(value: &Value, is_wanted: bool) -> Vec<String> {
    let items = value.as_array().filter(|_| is_wanted);
    items.into_iter().flatten().filter_map(|item| Some(item.as_str()?.to_owned())).collect()
}

/// What is in each network, by its id in the metadata.
struct Members<'a> {
    /// The first asset that is the network.
    networks: HashMap<&'a str, usize>,
    members: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Members<'a> {
    fn build(assets: &Assets, facts: &'a [Facts]) -> Self {
        let (mut networks, mut members) = (HashMap::new(), HashMap::<_, Vec<usize>>::new());
        for (asset, fact) in facts.iter().enumerate() {
            let Some(network) = fact.network.as_deref() else { continue };
            match is_network(assets.asset_type(asset)) {
                true => {
                    networks.entry(network).or_insert(asset);
                }
                false => members.entry(network).or_default().push(asset),
            }
        }
        Self { networks, members }
    }

    /// What is in the asset, if it is a network.
    fn of(&self, asset: usize, fact: &Facts) -> &[usize] {
        let network = fact.network.as_deref();
        let network = network.filter(|network| self.networks.get(network) == Some(&asset));
        network.and_then(|network| self.members.get(network)).map_or(&[], Vec::as_slice)
    }
}

/// Keys by all the names they go by.
struct Keys<'a>(HashMap<&'a str, usize>);

impl<'a> Keys<'a> {
    fn build(assets: &'a Assets, facts: &'a [Facts]) -> Self {
        let mut by_name = HashMap::new();
        for (asset, fact) in facts.iter().enumerate() {
            if assets.asset_type(asset) != AssetType::KMS_KEY {
                continue;
            }
            let arn = assets.real_arn(asset);
            let names = [arn, Some(assets.name(asset)), arn.map(arn::slash_tail)];
            let names = names.into_iter().flatten().chain(fact.aliases.iter().map(String::as_str));
            for name in names.filter(|name| !name.is_empty()) {
                by_name.entry(name).or_insert(asset);
            }
        }
        Self(by_name)
    }

    fn find(&self, inventory: &Inventory, name: &str) -> Option<usize> {
        let is_key = |&asset: &usize| inventory.assets.asset_type(asset) == AssetType::KMS_KEY;
        let by_id = inventory.asset_by_id(name).filter(is_key);
        by_id.or_else(|| self.0.get(name).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_the_vocabulary_says() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/ontology.json");
        let data: Value =
            serde_json::from_str(&std::fs::read_to_string(path).expect("file")).expect("JSON");
        let table = data["tag_key_relations"].as_object().unwrap();
        for (key, relation) in table {
            let ours = tag_relation(&key.to_uppercase());
            assert_eq!(ours.map(RelationType::as_str), relation.as_str(), "{key}");
        }
        assert_eq!((table.len(), tag_relation("name")), (8, None));
    }

    #[test]
    fn metadata_with_a_key_twice_is_read_like_any_other() {
        let facts = |text| Facts::read(AssetType::SECRET, text);
        let twice =
            r#"{"rotation_enabled":false,"kms_key_id":"k","encryption":1,"rotation_enabled":true}"#;
        assert!(facts(twice).rotates);
        assert_eq!(facts(twice).kms_key.as_deref(), Some("k"));
        assert!(!facts(r#"{"rotation_enabled":false}"#).rotates);
        assert_eq!(facts(r#"{"kms_key_id":"k"}"#).kms_key, None);
    }
}
