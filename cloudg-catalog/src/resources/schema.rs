//! The vocabulary.

use cloudg_runtime::{Labelled, ToolContext, ToolError, resource};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::completers;
use crate::{
    model::EdgeType,
    text::enum_arg,
    tools::meta::{replies::AssetTypeEntry, schema},
};

/// Words of the program.
#[derive(Serialize, Labelled)]
#[serde(transparent)]
struct Vocabulary(#[label(public)] Map<String, Value>);

/// The asset types by family.
#[resource(
    "cloudg://schema/asset-types",
    title = "Asset types",
    category = "meta",
    sensitivity = public,
)]
fn asset_types_resource(_ctx: &ToolContext) -> Vocabulary {
    Vocabulary(schema::families())
}

/// The edge types: how each reads, its typical ends, and which end depends on the other.
#[resource(
    "cloudg://schema/edge-types",
    title = "Edge types",
    category = "meta",
    sensitivity = public,
)]
fn edge_types_resource(_ctx: &ToolContext) -> Vocabulary {
    let entry = |kind: EdgeType| {
        let entry = json!({
            "reads_as": kind.reads(),
            "typical": schema::typical(kind),
            "dependency_direction": kind.dependency().as_str(),
        });
        (kind.as_str().to_owned(), entry)
    };
    Vocabulary(EdgeType::ALL.into_iter().map(entry).collect())
}

/// The relation types of the ontology by group.
#[resource(
    "cloudg://schema/relation-types",
    title = "Ontology relation types",
    category = "meta",
    sensitivity = public,
)]
fn relation_types_resource(_ctx: &ToolContext) -> Vocabulary {
    Vocabulary(schema::relation_groups())
}

/// One asset type: its family, a note, its class in the ontology, its Terraform resource.
#[resource(
    "cloudg://schema/asset-types/{asset_type}",
    title = "Asset type",
    category = "meta",
    sensitivity = public,
    complete(asset_type = completers::asset_types),
)]
fn asset_type_resource(
    _ctx: &ToolContext,
    asset_type: String,
) -> Result<AssetTypeEntry, ToolError> {
    let asset_type = enum_arg::asset_type(&asset_type).map_err(|error| {
        ToolError::not_found(error.message()).with_data(json!({"value": error.value}))
    })?;
    Ok(AssetTypeEntry::new(asset_type))
}
