//! The export tools, in listing order.

use std::{
    io::{self, Write},
    thread,
};

use cloudg_runtime::{State, ToolContext, ToolError, tool};

use super::{
    args::{ExportReportArgs, ExportTerraformArgs, SelectionArgs},
    replies::{Files, PreviewReply, ReportReply, TerraformReply},
};
use crate::{
    dataset::View,
    export::{report::Scan, terraform::TerraformFile},
    model::Timestamp,
    workspace::{OutputError, Workspace},
};

/// Bytes of stack for the deepest JSON that is loaded; unoptimised code needs a few thousand for each
/// of its levels.
const DEEP_STACK: usize = 32 << 20;

/// What a Terraform export of these assets would hold, without writing anything: how many resources
/// of each Terraform type, and how many assets of each type that Terraform export cannot describe.
/// Then `export_terraform` with the same arguments writes it.
#[tool(title = "Terraform preview", category = "export", sensitivity = internal)]
fn terraform_preview(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: SelectionArgs,
) -> Result<PreviewReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let plan = args.plan(&dataset)?;
    Ok(PreviewReply::new(&dataset, &plan))
}

/// Write assets as a Terraform configuration: providers, variables, resources, and a shell script
/// that imports the existing resources. The four files go into a directory below the output
/// directory and overwrite those of an earlier export. They hold raw values, whatever the privacy
/// policy. `resources` counts the assets chosen, those that cannot be described too;
/// `terraform_preview` tells them apart. The paths of the files come back.
#[tool(
    title = "Export Terraform",
    category = "export",
    sensitivity = confidential,
    capabilities = [read_state, write_fs],
    idempotent = true
)]
fn export_terraform(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: ExportTerraformArgs,
) -> Result<TerraformReply, ToolError> {
    let dataset = workspace.dataset(&args.selection.dataset.dataset)?;
    let plan = args.selection.plan(&dataset)?;
    let roots = workspace.roots();
    let directory = roots.writable(args.subdir.as_ref())?;
    let mut files = Files::new();
    for file in TerraformFile::ALL {
        let path = directory.join(file.name());
        let fill = |out: &mut dyn Write| plan.write(file, out).map_err(OutputError::from);
        let written = match file {
            TerraformFile::ImportCommands => roots.write_program(&path, fill),
            _ => roots.write_output(&path, fill),
        }?;
        files.insert(file.key(), written.path.display().to_string());
    }
    Ok(TerraformReply {
        dataset: dataset.name().to_owned(),
        output_dir: directory.display().to_string(),
        resources: plan.n_considered(),
        files,
    })
}

/// Write a report to files below the output directory, overwriting those of an earlier one. `json`:
/// `findings.json` with findings, compliance results, assets and edges, which `load_dataset` reads
/// again. `html`: `report.html`, one page to read and print offline, with charts, tables and a map.
/// `inventory`: map, graph, dependencies and organisation, without findings, readable again too.
/// `graphml`: the graph for graph programs. `asset_map`: findings by asset and by framework. The files
/// hold raw values, whatever the privacy policy. Their paths come back.
#[tool(
    title = "Export report",
    category = "export",
    sensitivity = confidential,
    capabilities = [read_state, write_fs],
    idempotent = true
)]
fn export_report(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: ExportReportArgs,
) -> Result<ReportReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let roots = workspace.roots();
    let directory = roots.writable(args.subdir.as_ref())?;
    dataset.graph(&[View::Graph]);
    let scan = Scan::new(&dataset, Timestamp::now_utc());
    let mut files = Files::new();
    for file in args.format.format().files(&dataset) {
        let path = directory.join(file.name(&dataset));
        let write = || {
            roots.write_output(&path, |out| {
                file.write(&dataset, &scan, out).map_err(OutputError::from)
            })
        };
        let written = with_deep_stack(write).map_err(OutputError::from)??;
        files.insert(file.key(), written.path.display().to_string());
    }
    Ok(ReportReply {
        dataset: dataset.name().to_owned(),
        format: args.format,
        output_dir: directory.display().to_string(),
        files,
    })
}

/// Runs a writer where metadata of any nesting that can be loaded can be written.
fn with_deep_stack<T: Send>(write: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let writer = thread::Builder::new().stack_size(DEEP_STACK).spawn_scoped(scope, write)?;
        writer.join().map_err(|_| io::ErrorKind::Other.into())
    })
}
