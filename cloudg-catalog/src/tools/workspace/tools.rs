//! The workspace tools, in listing order.

use cloudg_runtime::{ResourceLink, State, ToolContext, ToolError, tool};

use super::{
    args::KindArg,
    diff_reply::DiffReply,
    replies::{
        ActiveEntry, DatasetsReply, LoadedReply, SelectedReply, SnapshotReply, StatusReply,
        UnloadedReply,
    },
};
use crate::{
    analysis::diff,
    dataset::Dataset,
    load::Progress,
    tools::{
        args::DatasetArg,
        dataset_views::{ListingEntry, SkippedReply, SummaryReply},
        progress::reporting,
    },
    workspace::{LoadOptions, Workspace},
};

/// Start here. Tells what is loaded right now: every dataset with its size, source, version and
/// the analyses already built, which one is active (the one that tools read when `dataset` is
/// left empty), and the directories that `load_dataset` may read and exports may write to. When
/// nothing is loaded, `next_steps` says how to get data.
#[tool(
    title = "Workspace status",
    category = "workspace",
    tags = ["start-here"],
    sensitivity = internal,
    output = StatusReply
)]
fn workspace_status(ctx: &ToolContext, workspace: State<Workspace>) -> StatusReply {
    let mut status = StatusReply::new(&workspace);
    if status.datasets.is_empty() {
        status.next_steps = vec![
            "Call load_dataset with the path of an inventory directory, a findings.json or a \
             scanner report below one of allowed_roots."
                .to_owned(),
            "Or collect a live inventory with map_inventory, where the server offers it."
                .to_owned(),
        ];
    } else {
        let link = ResourceLink::new("cloudg://workspace", "workspace");
        ctx.link(link.with_title("Workspace status"));
    }
    status
}

/// List the loaded datasets in the order they were added: name, kind, source, size and whether each
/// is the active one. Use it to pick a `dataset` argument; `workspace_status` adds the directories.
#[tool(title = "List datasets", category = "workspace", sensitivity = internal)]
fn list_datasets(_ctx: &ToolContext, workspace: State<Workspace>) -> DatasetsReply {
    let (datasets, active_dataset) = workspace.list();
    let entry = |dataset: &Dataset| ActiveEntry {
        entry: ListingEntry::new(dataset),
        active: active_dataset.as_deref() == Some(dataset.name()),
    };
    let datasets: Vec<_> = datasets.iter().map(|dataset| entry(dataset)).collect();
    DatasetsReply { total: datasets.len(), active_dataset, datasets }
}

/// Load a file or directory into memory under a name and return its headline numbers. Reads an
/// inventory directory or `inventory-map.json` (with `findings.json` and
/// `inventory-organization.json` beside it), a `findings.json` report, generic JSON with assets,
/// edges or findings, and scanner output: Prowler (ASFF or OCSF), ScoutSuite, Checkov, Trivy, which
/// is deduplicated and mapped to compliance controls. Scanner files and records that could not be
/// used are listed in `skipped`. A failed load changes nothing and says which file and record is at
/// fault.
#[tool(
    title = "Load dataset",
    category = "workspace",
    sensitivity = internal,
    capabilities = [read_fs, read_state, write_state],
    idempotent = false
)]
fn load_dataset(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// File or directory below one of the allowed roots; a relative path starts at the first root.
    #[arg(length = 1..)]
    path: String,
    /// Name to give it, 1 to 64 of letters, digits, `_`, `.` and `-`; empty derives one from the
    /// path.
    #[arg(default)]
    name: String,
    /// What the content is; `auto` finds out.
    #[arg(default)]
    kind: KindArg,
    /// Make it the active dataset.
    #[arg(default = true)]
    activate: bool,
    /// Overwrite the dataset that has the given name.
    #[arg(default)]
    replace: bool,
) -> Result<LoadedReply, ToolError> {
    let options = LoadOptions { name, kind: kind.explicit(), activate, replace };
    let progress = Progress::default();
    let dataset = reporting(ctx, &progress, || workspace.load(&path, &options, &progress))?;
    link_summary(ctx, &dataset, Some("Dataset summary"));
    Ok(LoadedReply {
        loaded: dataset.name().to_owned(),
        active: workspace.active().as_deref() == Some(dataset.name()),
        summary: SummaryReply::new(&dataset),
        skipped: SkippedReply::new(&dataset.background().left_out),
    })
}

/// Links the summary resource of a dataset.
fn link_summary(ctx: &ToolContext, dataset: &Dataset, title: Option<&str>) {
    let name = dataset.name();
    let link =
        ResourceLink::new(format!("cloudg://datasets/{name}/summary"), format!("{name} summary"));
    ctx.link(match title {
        Some(title) => link.with_title(title),
        None => link,
    });
}

/// Switch to another loaded dataset: it becomes the active one, which tools read when their
/// `dataset` argument is empty.
#[tool(
    title = "Select dataset",
    category = "workspace",
    sensitivity = internal,
    capabilities = [read_state, write_state],
    idempotent = true
)]
fn select_dataset(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Name of a loaded dataset, exactly as `list_datasets` shows it.
    #[arg(length = 1..)]
    name: String,
) -> Result<SelectedReply, ToolError> {
    let dataset = workspace.select(&name)?;
    Ok(SelectedReply { active_dataset: name, entry: ListingEntry::new(&dataset) })
}

/// Drop a dataset and free its memory. Files stay as they are, but suppressions and ingested findings that
/// live only in memory are lost. If it was the active one, the most recently added other dataset
/// becomes active.
#[tool(
    title = "Unload dataset",
    category = "workspace",
    sensitivity = internal,
    capabilities = [read_state, write_state],
    destructive = true,
    idempotent = true
)]
fn unload_dataset(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Name of a loaded dataset, exactly as `list_datasets` shows it.
    #[arg(length = 1..)]
    name: String,
) -> Result<UnloadedReply, ToolError> {
    let (active_dataset, remaining) = workspace.unload(&name)?;
    Ok(UnloadedReply { unloaded: name, active_dataset, remaining })
}

/// Freeze a dataset as it is now under a new name, without making it active: take one before
/// suppressing, ingesting or collecting again, then compare with `diff_datasets`. Costs next to no
/// memory.
#[tool(
    title = "Snapshot dataset",
    category = "workspace",
    sensitivity = internal,
    capabilities = [read_state, write_state],
    idempotent = false
)]
fn snapshot_dataset(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Name of the copy, 1 to 64 of letters, digits, `_`, `.` and `-`.
    #[arg(length = 1..)]
    new_name: String,
    /// Dataset to copy; empty for the active one.
    #[arg(default)]
    dataset: String,
    /// Overwrite the dataset that has the new name.
    #[arg(default)]
    replace: bool,
) -> Result<SnapshotReply, ToolError> {
    let copy = workspace.snapshot(&dataset, &new_name, replace)?;
    Ok(SnapshotReply { snapshot: new_name, entry: ListingEntry::new(&copy) })
}

/// Compare two datasets to see what changed since the last scan: a snapshot with the dataset as it
/// is now, or last week's map with today's. Lists assets added, removed and changed (with the fields
/// that differ), edges added and removed, findings new, resolved and with another severity, and
/// assets that became reachable from the internet. Assets are matched by ARN, or by id where there
/// is none.
#[tool(
    title = "Diff datasets",
    category = "workspace",
    sensitivity = confidential,
    output = DiffReply
)]
fn diff_datasets(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Name of the dataset as it was before.
    #[arg(length = 1..)]
    base: String,
    /// Name of the dataset as it is after; empty for the active one.
    #[arg(default)]
    target: String,
    /// Items in each section; every section also gives its full count.
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
) -> Result<DiffReply, ToolError> {
    let base = workspace.dataset(&base)?;
    let target = workspace.dataset(&target)?;
    Ok(DiffReply::new(&base, &target, &diff::diff(&base, &target), limit as usize))
}

/// Headline numbers of a dataset: assets by type and provider, edges, open findings by severity,
/// accounts, regions, internet exposure, cross-account edges, unlinked assets, compliance
/// frameworks and the organisation. A good first look before searching.
#[tool(
    title = "Dataset summary",
    category = "workspace",
    sensitivity = internal,
    output = SummaryReply
)]
fn dataset_summary(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] which: DatasetArg,
) -> Result<SummaryReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    link_summary(ctx, &dataset, None);
    Ok(SummaryReply::new(&dataset))
}
