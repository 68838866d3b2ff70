//! `cloudg export`.

mod chunks;

use std::process::ExitCode;

use serde_json::{Value, json};

use super::{calling::Called, failure::Failure, setup};
use crate::{
    App,
    cli::{ExportOptions, FileFormat},
    output,
    workspace::Roots,
};

/// Writes the active dataset to files and prints their paths.
pub(crate) fn run(app: &App, options: &ExportOptions) -> Result<ExitCode, Failure> {
    match writer(options)? {
        Writer::Chunks => chunks::run(app, options),
        Writer::Tool(tool, arguments) => run_tool(app, options, tool, arguments),
    }
}

fn run_tool(
    app: &App,
    options: &ExportOptions,
    tool: &str,
    arguments: Value,
) -> Result<ExitCode, Failure> {
    let called = Called::new(app, &options.layer, tool, arguments)?;
    if called.is_error() {
        called.refuse();
        return Ok(ExitCode::FAILURE);
    }
    match called.structured().filter(|_| !options.json) {
        Some(result) => print_paths(result)?,
        None => called.print()?,
    }
    note_root(&setup::roots()?);
    Ok(ExitCode::SUCCESS)
}

fn note_root(roots: &Roots) {
    output::note(&format!("Output root: {}", roots.output().display()));
}

/// What writes a format.
enum Writer {
    /// A tool with these arguments.
    Tool(&'static str, Value),
    /// No tool writes pieces of text.
    Chunks,
}

fn writer(options: &ExportOptions) -> Result<Writer, Failure> {
    let chunks = &options.chunks;
    let is_of_chunks = chunks.strategy.is_some() || chunks.max_chunk_tokens.is_some();
    if is_of_chunks && options.format != FileFormat::RagChunks {
        return Err(Failure::usage(
            "--strategy and --max-chunk-tokens are for rag-chunks: leave them away",
        ));
    }
    let report = |format: &str| Ok(Writer::Tool("export_report", json!({"format": format})));
    let ontology = |format: &str| match options.out {
        None => Ok(Writer::Tool("export_ontology", json!({"format": format}))),
        Some(_) => Err(Failure::usage(
            "triples are written to the output root itself: leave --out away, it is for reports, \
             terraform and rag-chunks",
        )),
    };
    let mut writer = match options.format {
        FileFormat::Json => report("json"),
        FileFormat::Html => report("html"),
        FileFormat::Inventory => report("inventory"),
        FileFormat::Graphml => report("graphml"),
        FileFormat::AssetMap => report("asset_map"),
        FileFormat::Terraform => Ok(Writer::Tool("export_terraform", json!({}))),
        FileFormat::Turtle => ontology("turtle"),
        FileFormat::JsonLd => ontology("json-ld"),
        FileFormat::RdfXml => ontology("xml"),
        FileFormat::NTriples => ontology("nt"),
        FileFormat::RagChunks => Ok(Writer::Chunks),
    }?;
    if let (Writer::Tool(_, arguments), Some(directory)) = (&mut writer, &options.out) {
        arguments["subdir"] = directory.as_str().into();
    }
    Ok(writer)
}

/// The path of each file: several by what they are for, or the only one.
fn print_paths(result: &Value) -> std::io::Result<()> {
    let several = result["files"].as_object().into_iter().flat_map(serde_json::Map::values);
    several.chain(result.get("path")).filter_map(Value::as_str).try_for_each(output::line)
}
