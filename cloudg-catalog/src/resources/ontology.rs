//! What the active dataset says as triples, as a document.

use cloudg_runtime::{ResourceContents, State, ToolContext, ToolError, resource};
use serde_json::json;

use super::{active, completers};
use crate::{
    ontology::export::{self, Format},
    text::fold,
    workspace::Workspace,
};

/// The ontology of the active dataset in Turtle.
#[resource(
    "cloudg://ontology/turtle",
    title = "Ontology (Turtle)",
    category = "ontology",
    sensitivity = restricted,
    mime_type = "text/turtle",
)]
fn ontology_turtle_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
) -> Result<String, ToolError> {
    text(&workspace, Format::Turtle)
}

/// The ontology of the active dataset in Turtle, JSON-LD, RDF/XML or N-Triples.
#[resource(
    "cloudg://ontology/{format}",
    title = "Ontology export",
    category = "ontology",
    sensitivity = restricted,
    mime_type = "text/turtle",
    complete(format = completers::ontology_formats),
)]
fn ontology_resource(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    format: String,
) -> Result<ResourceContents, ToolError> {
    // Other names of formats are for configurations.
    let name = fold::lower(&format);
    let Some(known) = Format::ALL.into_iter().find(|known| known.as_str() == name) else {
        let names = Format::ALL.map(Format::as_str).join(", ");
        let message = format!("Unknown ontology format. Valid values: {names}");
        return Err(ToolError::not_found(message).with_data(json!({"value": format})));
    };
    let uri = format!("cloudg://ontology/{}", known.as_str());
    let item = ResourceContents::text(uri, text(&workspace, known)?);
    Ok(item.with_mime_type(known.media_type()))
}

fn text(workspace: &Workspace, format: Format) -> Result<String, ToolError> {
    let dataset = active(workspace)?;
    let (ontology, _) = dataset.ontology();
    let mut bytes = Vec::new();
    let written = export::write(ontology, format, &mut bytes);
    let text = written.ok().and_then(|()| String::from_utf8(bytes).ok());
    text.ok_or_else(|| ToolError::internal("The ontology could not be written."))
}
