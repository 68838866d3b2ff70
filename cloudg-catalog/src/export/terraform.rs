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

use std::{
    cell::OnceCell,
    io::{self, Write},
};

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
    /// What is described of it, in the same order, and as what.
    mapped: Vec<(usize, &'static ResourceRow)>,
    /// The same with labels, which only a written configuration needs.
    resources: OnceCell<Vec<Resource>>,
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
        let mapped = |&asset: &usize| {
            let row = TABLE.resource(assets.provider(asset), assets.asset_type(asset))?;
            Some((asset, row))
        };
        let mapped = selection.iter().filter_map(mapped).collect();
        Self { assets, selection, mapped, resources: OnceCell::new() }
    }

    /// What is described, in the order of the selection.
    fn resources(&self) -> &[Resource] {
        self.resources.get_or_init(|| {
            let mut labels = Labels::default();
            let resource = |&(asset, row): &(usize, &'static ResourceRow)| {
                let label = labels.take(&row.resource_type, self.assets.name(asset));
                Resource { asset, row, label }
            };
            self.mapped.iter().map(resource).collect()
        })
    }

    /// Assets that were chosen, described or not.
    pub fn n_considered(&self) -> usize {
        self.selection.len()
    }

    /// Assets that are described.
    pub fn n_mapped(&self) -> usize {
        self.mapped.len()
    }

    /// Resources of each type, in order of first appearance.
    pub fn resource_types(&self) -> Vec<(&'static str, usize)> {
        count_by(self.mapped.iter().map(|(_, row)| row.resource_type.as_str()))
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
