//! `cloudg catalog`.

use std::{fs, path::Path, process::ExitCode};

use anyhow::Context;
use cloudg_runtime::{
    Principal,
    export::{anthropic_tools, export_definitions, langchain_tools, openai_tools},
    lock::{Class, Diff, Kind, Lock, diff},
};
use serde_json::Value;

use super::{failure::Failure, setup};
use crate::{
    App,
    cli::{
        Allowed, CatalogCommand, CatalogDiffOptions, CatalogExportOptions, CatalogOptions,
        ExportFormat, ListingOptions, SchemaOptions,
    },
    output,
};

/// Summarises, locks, compares or exports what is declared.
pub(crate) fn run(app: &App, options: &CatalogOptions) -> Result<ExitCode, Failure> {
    match (&options.command, &options.lock) {
        (Some(CatalogCommand::Diff(options)), _) => compare(app, options),
        (Some(CatalogCommand::Export(options)), _) => export(app, options),
        (None, Some(file)) if options.check => check(app, file, options.json),
        (None, Some(file)) => {
            let text = declared(app)?.to_text();
            fs::write(file, text).with_context(|| format!("`{}`", file.display()))?;
            Ok(ExitCode::SUCCESS)
        }
        (None, None) => summarise(app, options.json),
    }
}

/// The lock of this binary.
fn declared(app: &App) -> Result<Lock, Failure> {
    Ok(Lock::of(&app.choose(None)?))
}

fn summarise(app: &App, as_json: bool) -> Result<ExitCode, Failure> {
    let lock = declared(app)?;
    if as_json {
        output::json(&lock.to_value())?;
        return Ok(ExitCode::SUCCESS);
    }
    for kind in Kind::ALL {
        output::line(&format!("{:<10} {}", kind.plural(), lock.count(kind)))?;
    }
    output::line(&format!("{:<10} {}", "sha256", lock.sha256()))?;
    Ok(ExitCode::SUCCESS)
}

/// Fails with the differences when a file is not, to the byte, what would be written.
fn check(app: &App, file: &Path, as_json: bool) -> Result<ExitCode, Failure> {
    let written = read_text(file)?;
    let lock = declared(app)?;
    if written == lock.to_text() {
        return Ok(ExitCode::SUCCESS);
    }
    show(&diff(&parse(file, &written)?, &lock), as_json)?;
    output::error(&format!(
        "`{0}` is not what this binary declares: read the differences, then write it with \
         `cloudg catalog --lock {0}`",
        file.display()
    ));
    Ok(ExitCode::FAILURE)
}

fn compare(app: &App, options: &CatalogDiffOptions) -> Result<ExitCode, Failure> {
    let old = parse(&options.old, &read_text(&options.old)?)?;
    let new = match &options.new {
        Some(file) => parse(file, &read_text(file)?)?,
        None => declared(app)?,
    };
    let changes = diff(&old, &new);
    show(&changes, options.json)?;
    let is_allowed = match options.allow {
        Allowed::None => changes.is_empty(),
        Allowed::Text => changes.worst().is_none_or(|worst| worst >= Class::Text),
        Allowed::Additive => changes.worst().is_none_or(|worst| worst >= Class::Additive),
        Allowed::Breaking => true,
    };
    Ok(if is_allowed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show(changes: &Diff, as_json: bool) -> std::io::Result<()> {
    if as_json {
        output::json(&changes.to_value())
    } else if changes.is_empty() {
        output::line("nothing that is declared differs")
    } else {
        output::line(changes.to_text().trim_end())
    }
}

/// A file that cannot be compared must not look like a breaking change.
fn read_text(file: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(file).with_context(|| {
        format!("`{0}` cannot be read; `cloudg catalog --lock {0}` writes a lock", file.display())
    });
    text.map_err(Failure::Usage)
}

fn parse(file: &Path, text: &str) -> Result<Lock, Failure> {
    let lock = Lock::parse(text).with_context(|| format!("`{}`", file.display()));
    lock.map_err(Failure::Usage)
}

fn export(app: &App, options: &CatalogExportOptions) -> Result<ExitCode, Failure> {
    let schemas = SchemaOptions { schema_profile: options.schemas.schema_profile };
    let layer = setup::empty_layer(app, None, &ListingOptions { start_small: false, schemas })?;
    let principal = Principal::local();
    let definitions = match options.format {
        ExportFormat::Openai => Value::Array(openai_tools(&layer, &principal)),
        ExportFormat::Anthropic => Value::Array(anthropic_tools(&layer, &principal)),
        ExportFormat::Langchain => Value::Array(langchain_tools(&layer, &principal)),
        ExportFormat::Mcp => export_definitions(&layer, &principal).to_value(),
    };
    output::json(&definitions)?;
    Ok(ExitCode::SUCCESS)
}
