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

use fixedbitset::FixedBitSet;
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
    /// The same by cloud and type, in order of first appearance.
    kinds: Vec<Kind>,
    /// What is described, with labels, which only a written configuration needs.
    resources: OnceCell<Vec<Resource>>,
}

/// Assets that are described alike.
#[derive(Debug)]
struct Kind {
    asset_type: AssetType,
    /// `None` where Terraform has nothing for them.
    row: Option<&'static ResourceRow>,
    n_assets: usize,
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
        let mut seen = FixedBitSet::with_capacity(assets.len());
        let selection: Vec<usize> = chosen.into_iter().filter(|&asset| !seen.put(asset)).collect();
        let kinds =
            selection.iter().map(|&asset| (assets.provider(asset), assets.asset_type(asset)));
        let kind = |((cloud, asset_type), n_assets)| Kind {
            asset_type,
            row: TABLE.resource(cloud, asset_type),
            n_assets,
        };
        let kinds = count_by(kinds).into_iter().map(kind).collect();
        Self { assets, selection, kinds, resources: OnceCell::new() }
    }

    /// What is described, in the order of the selection.
    fn resources(&self) -> &[Resource] {
        self.resources.get_or_init(|| {
            let mut labels = Labels::default();
            let resource = |&asset: &usize| {
                let (cloud, asset_type) =
                    (self.assets.provider(asset), self.assets.asset_type(asset));
                let row = TABLE.resource(cloud, asset_type)?;
                let label = labels.take(&row.resource_type, self.assets.name(asset));
                Some(Resource { asset, row, label })
            };
            self.selection.iter().filter_map(resource).collect()
        })
    }

    /// Assets that were chosen, described or not.
    pub fn n_considered(&self) -> usize {
        self.selection.len()
    }

    /// Assets that are described.
    pub fn n_mapped(&self) -> usize {
        self.kinds.iter().filter(|kind| kind.row.is_some()).map(|kind| kind.n_assets).sum()
    }

    /// Resources of each type, in order of first appearance.
    pub fn resource_types(&self) -> Vec<(&'static str, usize)> {
        let mapped = |kind: &Kind| Some((kind.row?.resource_type.as_str(), kind.n_assets));
        sum_by(self.kinds.iter().filter_map(mapped))
    }

    /// Assets of each type that is not described, in order of first appearance.
    pub fn unmapped_types(&self) -> Vec<(AssetType, usize)> {
        let unmapped = self.kinds.iter().filter(|kind| kind.row.is_none());
        sum_by(unmapped.map(|kind| (kind.asset_type, kind.n_assets)))
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

/// Adds up the counts of equal values, in order of first appearance.
fn sum_by<T: PartialEq>(counts: impl Iterator<Item = (T, usize)>) -> Vec<(T, usize)> {
    let mut sums: Vec<(T, usize)> = Vec::new();
    for (value, count) in counts {
        match sums.iter_mut().find(|(known, _)| *known == value) {
            Some((_, sum)) => *sum += count,
            None => sums.push((value, count)),
        }
    }
    sums
}

fn json(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(out, document).map_err(Into::into)
}
