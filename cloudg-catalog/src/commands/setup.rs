//! The workspace and the layer that all commands share.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use cloudg_runtime::{Layer, Registry, transport::PROTOCOL_LOG_TARGET};
use tracing_subscriber::{Layer as _, filter::Targets, fmt, layer::SubscriberExt};

use super::{failure::Failure, loading};
use crate::{
    App, INSTRUCTIONS,
    cli::{LayerOptions, ListingOptions, LogLevel, RuleOptions, SchemaProfile},
    compliance::{self, RulesetError, RulesetSource},
    output,
    text::names,
    workspace::{Change, LoadOptions, Roots, Workspace},
};

/// Where output goes, below the working directory.
const OUTPUT_DIRECTORY: &str = "reports";
/// Directories that may be read, separated like `PATH`.
const ROOTS_VARIABLE: &str = "CLOUDG_MCP_ALLOWED_ROOTS";

/// A layer over the catalogue with the datasets of the command line loaded.
pub(super) fn layer(
    app: &App,
    options: &LayerOptions,
    listing: &ListingOptions,
) -> Result<Layer, Failure> {
    let (layer, workspace) = unloaded(app, options, listing)?;
    load(&workspace, options)?;
    Ok(layer)
}

/// The same layer with nothing loaded, and the workspace to [`load`] into.
pub(super) fn unloaded(
    app: &App,
    options: &LayerOptions,
    listing: &ListingOptions,
) -> Result<(Layer, Arc<Workspace>), Failure> {
    let registry = app.choose(options.registry.as_deref())?;
    serve_workspace(app, registry, empty_workspace(options)?, listing)
}

/// The datasets of the command line, for commands that need no layer.
pub(super) fn workspace(options: &LayerOptions) -> Result<Workspace, Failure> {
    let workspace = empty_workspace(options)?;
    load(&workspace, options)?;
    Ok(workspace)
}

fn empty_workspace(options: &LayerOptions) -> Result<Workspace, Failure> {
    log_to_stderr(options.log_level);
    check_policy(options.policy.as_deref().filter(|policy| !policy.is_empty()))?;
    Ok(Workspace::new(roots()?).with_rulesets(rulesets(&options.rules)?))
}

/// Loads the datasets of the command line.
pub(super) fn load(workspace: &Workspace, options: &LayerOptions) -> Result<(), Failure> {
    if options.sample {
        workspace.load_sample()?;
    }
    options.datasets.iter().try_for_each(|argument| preload(workspace, argument))
}

/// A layer over the catalogue, or the registry of that name, with nothing loaded.
pub(super) fn empty_layer(
    app: &App,
    registry: Option<&str>,
    listing: &ListingOptions,
) -> Result<Layer, Failure> {
    Ok(bare(app, registry, listing)?.0)
}

/// As [`empty_layer`], with its workspace.
pub(super) fn bare(
    app: &App,
    registry: Option<&str>,
    listing: &ListingOptions,
) -> Result<(Layer, Arc<Workspace>), Failure> {
    serve_workspace(app, app.choose(registry)?, Workspace::new(roots()?), listing)
}

fn serve_workspace(
    app: &App,
    registry: Registry,
    workspace: Workspace,
    listing: &ListingOptions,
) -> Result<(Layer, Arc<Workspace>), Failure> {
    let workspace = Arc::new(workspace);
    let mut builder = Layer::builder(registry)
        .schema_profile(listing.schemas.schema_profile.into())
        .identity("cloudg", env!("CARGO_PKG_VERSION"), "cloudg")
        .instructions(INSTRUCTIONS)
        .shared_state(Arc::clone(&workspace));
    if listing.start_small {
        builder = builder.start_small();
    }
    let layer = app.configured(builder).build()?;
    let changes = layer.changes().clone();
    workspace.on_change(move |change| match change {
        Change::Resources => changes.notify_kind("resources", None),
        Change::Resource(uri) => changes.notify_kind("resource", Some(uri)),
    });
    Ok((layer, workspace))
}

impl From<SchemaProfile> for cloudg_runtime::SchemaProfile {
    fn from(profile: SchemaProfile) -> Self {
        match profile {
            SchemaProfile::Full => Self::Full,
            SchemaProfile::Portable => Self::Portable,
        }
    }
}

/// What may be read, and where output goes.
pub(super) fn roots() -> Result<Roots, Failure> {
    let given: Option<Vec<PathBuf>> = std::env::var_os(ROOTS_VARIABLE).map(|value| {
        std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect()
    });
    Ok(Roots::new(given.as_deref(), Path::new(OUTPUT_DIRECTORY))?)
}

/// Reads the rulesets of the operator; the shipped ones cost nothing until they are needed.
fn rulesets(options: &RuleOptions) -> Result<RulesetSource, RulesetError> {
    if options.no_rules {
        return Ok(RulesetSource::only(Vec::new()));
    }
    let own = options.rules_dir.as_deref().filter(|directory| !directory.as_os_str().is_empty());
    let directories = own.into_iter().chain(options.extra_rules.iter().map(PathBuf::as_path));
    let mut files = Vec::new();
    for directory in directories {
        files.extend(compliance::read_directory(directory)?);
    }
    Ok(match own {
        Some(_) => RulesetSource::only(files),
        None => RulesetSource::shipped_and(files),
    })
}

fn preload(workspace: &Workspace, argument: &str) -> Result<(), Failure> {
    let (name, path) = split_dataset(argument);
    let options = LoadOptions { name: name.to_owned(), activate: true, ..LoadOptions::default() };
    if path.is_empty() {
        return Err(Failure::usage("--dataset needs a path, as in --dataset prod=./inventory"));
    }
    let load = |progress: &_| workspace.preload(Path::new(path), &options, progress);
    let dataset = loading::with_bar(path, load)?;
    let left_out = &dataset.background().left_out;
    if left_out.count > 0 || left_out.is_partial {
        output::note(&format!(
            "{path}: {} files or records were left out, see `cloudg load-check`",
            left_out.count
        ));
    }
    Ok(())
}

/// Splits `NAME=PATH`. A path that contains `=` itself is taken whole where it exists.
pub(super) fn split_dataset(argument: &str) -> (&str, &str) {
    match argument.split_once('=') {
        Some(("", path)) => ("", path),
        Some((name, path)) if names::is_valid(name) && !Path::new(argument).exists() => {
            (name, path)
        }
        _ => ("", argument),
    }
}

/// Tells a person who serves that everybody who can reach the server sees everything.
pub(super) fn note_policy(options: &LayerOptions) {
    if options.policy.as_deref().is_none_or(str::is_empty) {
        output::note(
            "Policy `open` is in force: every caller sees everything. Stricter profiles do not \
             exist yet; pass --policy open to silence this note.",
        );
    }
}

/// Only the open policy exists; anything stricter must not be promised.
fn check_policy(policy: Option<&str>) -> Result<(), Failure> {
    match policy {
        None | Some("open") => Ok(()),
        Some(other) => Err(Failure::usage(format!(
            "policy `{other}` does not exist yet: only `open` does, pass --policy open"
        ))),
    }
}

fn log_to_stderr(level: LogLevel) {
    let level = match level {
        LogLevel::Debug => tracing::Level::DEBUG,
        LogLevel::Info => tracing::Level::INFO,
        LogLevel::Warning => tracing::Level::WARN,
        LogLevel::Error => tracing::Level::ERROR,
    };
    // What the protocol library warns of is a mistake of a client, which the client is told.
    let protocol = if level > tracing::Level::WARN { level } else { tracing::Level::ERROR };
    let levels = Targets::new().with_default(level).with_target(PROTOCOL_LOG_TARGET, protocol);
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(output::wants_colour(&std::io::stderr()))
        .with_filter(levels);
    // A second subscriber in one process is refused; the first one is as good.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(lines));
}
