//! Arguments of the export tools.

use cloudg_runtime::{Args, Labelled, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    dataset::Dataset,
    export::{report::ReportFormat, terraform::Plan},
    text::enum_arg,
    tools::{
        args::{self, DatasetArg},
        errors::find_asset,
    },
};

/// Which assets to describe in Terraform.
#[derive(Args)]
pub(super) struct SelectionArgs {
    /// Ids, ARNs or names of the assets to take, in this order; leave out for all assets.
    pub refs: Option<Vec<String>>,
    /// Asset types to keep, such as `EC2` or `S3_BUCKET`; leave out for all types.
    pub asset_types: Option<Vec<String>>,
    #[args]
    pub dataset: DatasetArg,
}

impl SelectionArgs {
    pub(super) fn plan<'a>(&self, dataset: &'a Dataset) -> Result<Plan<'a>, ToolError> {
        let types = args::list(self.asset_types.as_deref(), enum_arg::asset_type)?;
        let assets = dataset.assets();
        let chosen: Vec<usize> = match self.refs.as_deref().unwrap_or_default() {
            [] => (0..assets.len()).collect(),
            refs => refs.iter().map(|text| find_asset(dataset, text)).collect::<Result<_, _>>()?,
        };
        let is_kept = |asset: &usize| {
            types.as_ref().is_none_or(|types| types.contains(&assets.asset_type(*asset)))
        };
        Ok(Plan::new(assets, chosen.into_iter().filter(is_kept)))
    }
}

/// Arguments of `export_terraform`.
#[derive(Args)]
pub(super) struct ExportTerraformArgs {
    /// Directory for the four files, below the output directory.
    #[arg(default = "terraform", pattern = r"^[A-Za-z0-9_.\-/]{0,200}$")]
    pub subdir: String,
    #[args]
    pub selection: SelectionArgs,
}

/// What a report is for.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema, Labelled)]
#[serde(rename_all = "snake_case")]
pub(super) enum FormatArg {
    #[default]
    Json,
    Html,
    Inventory,
    Graphml,
    AssetMap,
}

impl FormatArg {
    pub(super) fn format(self) -> ReportFormat {
        match self {
            Self::Json => ReportFormat::Json,
            Self::Html => ReportFormat::Html,
            Self::Inventory => ReportFormat::Inventory,
            Self::Graphml => ReportFormat::Graphml,
            Self::AssetMap => ReportFormat::AssetMap,
        }
    }
}

/// Arguments of `export_report`.
#[derive(Args)]
pub(super) struct ExportReportArgs {
    /// `json` for findings with the inventory they are about, `html` for a page, `inventory` for
    /// assets, edges and dependencies, `graphml` for the graph, `asset_map` for findings by asset and
    /// by framework.
    #[arg(default)]
    pub format: FormatArg,
    /// Directory for the files, below the output directory; empty for the output directory itself.
    #[arg(default, pattern = r"^[A-Za-z0-9_.\-/]{0,200}$")]
    pub subdir: String,
    #[args]
    pub dataset: DatasetArg,
}
