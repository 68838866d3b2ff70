//! The meta tools, in listing order.

use cloudg_runtime::{State, ToolContext, ToolError, tool};

use super::{
    args::Section,
    capabilities::CapabilitiesReply,
    replies::{AssetTypeReply, EdgeTypeReply, SchemaReply},
};
use crate::{model::AssetType, text::enum_arg, workspace::Workspace};

/// What you may use here: every tool by category with what it does, changes and touches, how many
/// resources and prompts there are, which tools go together for a purpose, and what holds for all
/// of them. Call it once when the list of tools alone leaves you unsure where to begin.
#[tool(
    title = "List capabilities",
    category = "meta",
    tags = ["start-here"],
    sensitivity = public,
    capabilities = []
)]
fn list_capabilities(ctx: &ToolContext) -> CapabilitiesReply {
    CapabilitiesReply::new(ctx.layer(), ctx.principal())
}

/// The words that arguments and answers are made of: asset types by family, edge types with how
/// they read, severities, relation types by group, compliance statuses, providers. Look here for
/// the exact value of a filter; `list_asset_types` says which types a dataset really has.
#[tool(title = "Describe schema", category = "meta", sensitivity = public, capabilities = [])]
fn describe_schema(
    _ctx: &ToolContext,
    /// Part of the vocabulary to return; `relation_groups` gives the names of the groups alone.
    #[arg(default)]
    section: Section,
) -> SchemaReply {
    SchemaReply::new(section)
}

/// What a type of asset is: its family, what counts as one, its class in the ontology, its Terraform
/// resource, whether it commonly holds sensitive data, how attractive it is to an attacker (0 to 10)
/// and whether exposure is its purpose. With a dataset active, also how many it has.
#[tool(title = "Explain asset type", category = "meta", sensitivity = public, capabilities = [])]
fn explain_asset_type(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Asset type such as `RDS_INSTANCE`; letter case and the choice between `-`, space and `_` do
    /// not matter.
    #[arg(length = 1..)]
    asset_type: String,
) -> Result<AssetTypeReply, ToolError> {
    let asset_type = enum_arg::asset_type(&asset_type)?;
    Ok(AssetTypeReply::new(asset_type, n_active(&workspace, asset_type)))
}

/// Assets of the type in the active dataset, if there is one.
fn n_active(workspace: &Workspace, asset_type: AssetType) -> Option<usize> {
    let dataset = workspace.dataset("").ok()?;
    let assets = dataset.assets();
    Some((0..assets.len()).filter(|&asset| assets.asset_type(asset) == asset_type).count())
}

/// What a type of edge says: the sentence from source to target, the ends it typically has, which
/// end depends on the other (`forward`: the source on the target) and what it becomes in the
/// ontology. Use it to read the edges of `neighbors` and `get_edges` in the direction they mean.
#[tool(title = "Explain edge type", category = "meta", sensitivity = public, capabilities = [])]
fn explain_edge_type(
    _ctx: &ToolContext,
    /// Edge type such as `ATTACHED_TO`; letter case and the choice between `-`, space and `_` do
    /// not matter.
    #[arg(length = 1..)]
    edge_type: String,
) -> Result<EdgeTypeReply, ToolError> {
    Ok(EdgeTypeReply::new(enum_arg::edge_type(&edge_type)?))
}
