//! `cloudg export`.

use std::process::ExitCode;

use serde_json::{Value, json};

use super::{calling::Called, failure::Failure, setup};
use crate::{
    App,
    cli::{ExportOptions, FileFormat},
    output,
};

/// Writes the active dataset to files and prints their paths.
pub(crate) fn run(app: &App, options: &ExportOptions) -> Result<ExitCode, Failure> {
    let (tool, arguments) = call(options)?;
    let called = Called::new(app, &options.layer, tool, arguments)?;
    if called.is_error() {
        called.refuse()?;
        return Ok(ExitCode::FAILURE);
    }
    match called.structured().filter(|_| !options.json) {
        Some(result) => print_paths(result)?,
        None => called.print()?,
    }
    let roots = setup::roots()?;
    output::note(&format!("Output root: {}", roots.output().display()));
    Ok(ExitCode::SUCCESS)
}

/// The tool that writes a format, and its arguments.
fn call(options: &ExportOptions) -> Result<(&'static str, Value), Failure> {
    let report = |format: &str| Ok(("export_report", json!({"format": format})));
    let ontology = |format: &str| match options.out {
        None => Ok(("export_ontology", json!({"format": format}))),
        Some(_) => Err(Failure::usage(
            "triples are written to the output root itself: leave --out away, it is for reports \
             and terraform",
        )),
    };
    let (tool, mut arguments) = match options.format {
        FileFormat::Json => report("json"),
        FileFormat::Html => report("html"),
        FileFormat::Inventory => report("inventory"),
        FileFormat::Graphml => report("graphml"),
        FileFormat::AssetMap => report("asset_map"),
        FileFormat::Terraform => Ok(("export_terraform", json!({}))),
        FileFormat::Turtle => ontology("turtle"),
        FileFormat::JsonLd => ontology("json-ld"),
        FileFormat::RdfXml => ontology("xml"),
        FileFormat::NTriples => ontology("nt"),
    }?;
    if let Some(directory) = &options.out {
        arguments["subdir"] = directory.as_str().into();
    }
    Ok((tool, arguments))
}

/// The path of each file: several by what they are for, or the only one.
fn print_paths(result: &Value) -> std::io::Result<()> {
    let several = result["files"].as_object().into_iter().flat_map(serde_json::Map::values);
    several.chain(result.get("path")).filter_map(Value::as_str).try_for_each(output::line)
}
