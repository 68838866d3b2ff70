//! The whole graph as a document for another program.

use cloudg_runtime::{
    Contents, IntoContents, ResourceContents, State, ToolContext, ToolError, resource,
};
use serde_json::json;

use super::{active, completers};
use crate::{
    analysis::subgraph,
    dataset::View,
    export::{self, D3},
    text::fold,
    workspace::Workspace,
};

/// Formats, in the order in which they are offered.
pub(super) const FORMATS: [&str; 3] = ["d3", "cytoscape", "graphml"];
/// Media type of GraphML.
const GRAPHML: &str = "application/graphml+xml";

/// The whole graph as nodes and links for D3.
#[resource(
    "cloudg://graph/d3",
    title = "Graph (D3)",
    category = "graph",
    sensitivity = confidential,
)]
fn graph_d3_resource(_ctx: &ToolContext, workspace: State<Workspace>) -> Result<D3, ToolError> {
    let dataset = active(&workspace)?;
    let graph = dataset.graph(&[View::Graph]);
    Ok(export::d3(graph, &subgraph::whole(graph)))
}

/// The whole graph as D3, Cytoscape or GraphML.
#[resource(
    "cloudg://graph/{format}",
    title = "Graph export",
    category = "graph",
    sensitivity = restricted,
    complete(format = completers::graph_formats),
)]
fn graph_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    format: String,
) -> Result<Contents, ToolError> {
    let dataset = active(&workspace)?;
    let graph = dataset.graph(&[View::Graph]);
    match &*fold::lower(&format) {
        "d3" => export::d3(graph, &subgraph::whole(graph)).into_contents(),
        "cytoscape" => export::cytoscape(graph, &subgraph::whole(graph)).into_contents(),
        "graphml" => {
            let text = export::graphml(graph, &subgraph::whole(graph));
            let item = ResourceContents::text("cloudg://graph/graphml", text);
            item.with_mime_type(GRAPHML).into_contents()
        }
        _ => {
            let message = format!("Unknown graph format. Valid values: {}", FORMATS.join(", "));
            Err(ToolError::not_found(message).with_data(json!({"value": format})))
        }
    }
}
