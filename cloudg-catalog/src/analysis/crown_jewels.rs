//! What an attacker is after.

use crate::{
    graph::{Graph, NodeId},
    model::AssetType,
};

/// How much an asset of the type is worth to an attacker, 5 to 10; `None` for what is only on the
/// way.
pub fn weight(asset_type: AssetType) -> Option<u32> {
    Some(match asset_type {
        AssetType::RDS_INSTANCE
        | AssetType::AURORA_CLUSTER
        | AssetType::AZURE_SQL
        | AssetType::CLOUD_SQL => 10,
        AssetType::DYNAMODB_TABLE
        | AssetType::DATA_WAREHOUSE
        | AssetType::SECRET
        | AssetType::KEY_VAULT => 9,
        AssetType::KMS_KEY
        | AssetType::S3_BUCKET
        | AssetType::BLOB_STORAGE
        | AssetType::GCS_BUCKET => 8,
        AssetType::FILE_SYSTEM | AssetType::SEARCH_DOMAIN => 7,
        AssetType::CACHE_CLUSTER | AssetType::ACCESS_KEY => 6,
        AssetType::IAM_ROLE | AssetType::IAM_USER => 5,
        _ => return None,
    })
}

/// The weight of a node; a placeholder has none.
pub fn node_weight(graph: Graph<'_>, node: NodeId) -> Option<u32> {
    graph.asset_type(node).and_then(weight)
}

/// All assets with a weight, by id.
pub(crate) fn by_id(graph: Graph<'_>) -> &[NodeId] {
    graph.inventory().measures().crown_jewels.get_or_init(|| {
        let assets = graph.nodes().assets();
        let mut found: Vec<NodeId> =
            assets.filter(|&node| node_weight(graph, node).is_some()).collect();
        found.sort_by_key(|&node| graph.id(node));
        found
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::graph::vectors;

    #[test]
    fn weights_are_those_of_the_table() {
        let weights = AssetType::ALL.into_iter();
        let weights: BTreeMap<&str, u32> =
            weights.filter_map(|kind| Some((kind.as_str(), weight(kind)?))).collect();
        assert_eq!(serde_json::json!(weights), sorted(&vectors::file("graph-crown-jewels.json")));
    }

    fn sorted(table: &serde_json::Value) -> serde_json::Value {
        let rows: BTreeMap<_, _> = table.as_object().unwrap().iter().collect();
        serde_json::json!(rows)
    }
}
