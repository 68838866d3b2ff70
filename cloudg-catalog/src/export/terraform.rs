//! Assets as a Terraform configuration: providers, variables, resources and an import script.
//!
//! The configuration describes what was found, as a start for taking it over; edges do not
//! influence it. Nothing that was found is ever evaluated: texts are written as literals, arguments
//! of the script as quoted words. What is not in the table in `data/terraform.json` is not described.

mod attributes;
mod documents;
mod import_script;
mod label;
mod literal;
mod table;

use std::io::{self, Write};

use hashbrown::HashSet;
use serde::Serialize;

use self::{
    label::Labels,
    table::{ResourceRow, TABLE},
};
use crate::{
    dataset::{Assets, count_by},
    model::AssetType,
};

pub use label::label;

/// Which assets become which resources.
#[derive(Debug)]
pub struct Plan<'a> {
    assets: &'a Assets,
    /// What was chosen, each asset once.
    selection: Vec<usize>,
    /// What is described of it, in the same order.
    resources: Vec<Resource>,
}

#[derive(Debug)]
struct Resource {
    asset: usize,
    row: &'static ResourceRow,
    label: String,
}

/// A file of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerraformFile {
    /// Required providers and their settings.
    Provider,
    /// Variables of the provider settings.
    Variables,
    /// Resources.
    Main,
    /// Shell script of imports, which is to be executable.
    ImportCommands,
}

impl TerraformFile {
    /// All files in the order in which they are written.
    pub const ALL: [Self; 4] = [Self::Provider, Self::Variables, Self::Main, Self::ImportCommands];

    /// Name below the directory of the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Provider => "provider.tf.json",
            Self::Variables => "variables.tf.json",
            Self::Main => "main.tf.json",
            Self::ImportCommands => "import_commands.sh",
        }
    }

    /// What answers call it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::Variables => "variables",
            Self::Main => "main",
            Self::ImportCommands => "import_commands",
        }
    }
}

impl<'a> Plan<'a> {
    /// Plans resources for assets in the order given; repeats count once.
    pub fn new(assets: &'a Assets, chosen: impl IntoIterator<Item = usize>) -> Self {
        let mut seen = HashSet::new();
        let selection: Vec<usize> =
            chosen.into_iter().filter(|&asset| seen.insert(asset)).collect();
        let mut labels = Labels::default();
        let resource = |&asset: &usize| {
            let row = TABLE.resource(assets.provider(asset), assets.asset_type(asset))?;
            let label = labels.take(&row.resource_type, assets.name(asset));
            Some(Resource { asset, row, label })
        };
        let resources = selection.iter().filter_map(resource).collect();
        Self { assets, selection, resources }
    }

    /// Assets that were chosen, described or not.
    pub fn n_considered(&self) -> usize {
        self.selection.len()
    }

    /// Assets that are described.
    pub fn n_mapped(&self) -> usize {
        self.resources.len()
    }

    /// Resources of each type, in order of first appearance.
    pub fn resource_types(&self) -> Vec<(&'static str, usize)> {
        count_by(self.resources.iter().map(|resource| resource.row.resource_type.as_str()))
    }

    /// Assets of each type that is not described, in order of first appearance.
    pub fn unmapped_types(&self) -> Vec<(AssetType, usize)> {
        let is_unmapped = |&asset: &usize| {
            TABLE.resource(self.assets.provider(asset), self.assets.asset_type(asset)).is_none()
        };
        let unmapped = self.selection.iter().copied().filter(is_unmapped);
        count_by(unmapped.map(|asset| self.assets.asset_type(asset)))
    }

    /// Writes the content of a file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, file: TerraformFile, out: &mut dyn Write) -> io::Result<()> {
        match file {
            TerraformFile::Provider => json(out, &documents::providers(self)),
            TerraformFile::Variables => json(out, &documents::variables(self)),
            TerraformFile::Main => json(out, &documents::Main(self)),
            TerraformFile::ImportCommands => import_script::write(self, out),
        }
    }
}

fn json(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(out, document).map_err(Into::into)
}
