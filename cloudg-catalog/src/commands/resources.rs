//! `cloudg resources` and `cloudg read`.

use std::process::ExitCode;

use cloudg_runtime::{ContentsBody, Principal, ReadRequest};
use serde_json::json;

use super::{
    failure::{Failure, tell_refusal},
    listing, setup,
};
use crate::{
    App,
    cli::{ListOptions, ListingOptions, ReadOptions},
    output,
};

/// Lists the resources and the templates.
pub(crate) fn list(app: &App, options: &ListOptions) -> Result<ExitCode, Failure> {
    let registry = options.registry.as_deref();
    let layer = setup::empty_layer(app, registry, &ListingOptions::default())?;
    let who = Principal::local();
    let (resources, templates) = (layer.resources_to_wire(&who), layer.templates_to_wire(&who));
    if options.json {
        output::json(&json!({"resources": resources, "resourceTemplates": templates}))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = listing::table(&[
        "URI / template",
        "Name",
        "Category",
        "Sensitivity",
        "MIME",
        "Description",
    ]);
    for entry in resources.iter().chain(&templates) {
        let address = entry.get("uri").unwrap_or(&entry["uriTemplate"]);
        let [category, sensitivity] = listing::kind(entry);
        let (name, mime_type) = (listing::text(&entry["name"]), listing::text(&entry["mimeType"]));
        let description = listing::description(entry);
        table.add_row([
            listing::text(address),
            name,
            category,
            sensitivity,
            mime_type,
            &description,
        ]);
    }
    let (n, n_templates) = (resources.len(), templates.len());
    output::line(&format!("cloudg MCP resources ({n} + {n_templates} templates)\n{table}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads what is behind an address and prints it: texts as they are, files as JSON.
pub(crate) fn read(app: &App, options: &ReadOptions) -> Result<ExitCode, Failure> {
    let layer = setup::layer(app, &options.layer, &ListingOptions::default())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(layer.read_resource(ReadRequest::new(&options.uri))) {
        Ok(items) => {
            for item in items {
                let wire = item.to_wire();
                match item.body {
                    ContentsBody::Text(text) => output::line(&text.into_text())?,
                    ContentsBody::Blob(_) => output::json(&wire)?,
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            tell_refusal(&error.to_string(), error.data().as_ref(), None);
            Ok(ExitCode::FAILURE)
        }
    }
}
