//! Answers of the export tools.

use cloudg_runtime::Labelled;
use indexmap::IndexMap;
use serde::Serialize;

use super::args::FormatArg;
use crate::{
    dataset::Dataset, export::terraform::Plan, model::AssetType, tools::dataset_views::Counts,
};

/// What a Terraform configuration would hold.
#[derive(Serialize, Labelled)]
pub(super) struct PreviewReply {
    #[label(detect)]
    dataset: String,
    assets_considered: usize,
    total_mapped: usize,
    total_unmapped: usize,
    #[label(keys(public))]
    resource_types: Counts,
    #[label(keys(public))]
    unmapped_asset_types: Counts,
}

impl PreviewReply {
    pub(super) fn new(dataset: &Dataset, plan: &Plan<'_>) -> Self {
        Self {
            dataset: dataset.name().to_owned(),
            assets_considered: plan.n_considered(),
            total_mapped: plan.n_mapped(),
            total_unmapped: plan.n_considered() - plan.n_mapped(),
            resource_types: Counts::of(&plan.resource_types(), |name| name),
            unmapped_asset_types: Counts::of(&plan.unmapped_types(), AssetType::as_str),
        }
    }
}

/// Files by what they are for.
pub(super) type Files = IndexMap<&'static str, String>;

/// Where a Terraform configuration was written.
#[derive(Serialize, Labelled)]
pub(super) struct TerraformReply {
    #[label(detect)]
    pub dataset: String,
    #[label(detect)]
    pub output_dir: String,
    pub resources: usize,
    #[label(values(detect))]
    pub files: Files,
}

/// Where a report was written.
#[derive(Serialize, Labelled)]
pub(super) struct ReportReply {
    #[label(detect)]
    pub dataset: String,
    pub format: FormatArg,
    #[label(detect)]
    pub output_dir: String,
    #[label(values(detect))]
    pub files: Files,
}
