//! Report files: what is loaded, for other programs and for people.
//!
//! Documents are written row by row, so that memory does not grow with the estate. They hold what
//! was found as it is; nothing is redacted here.

mod dependencies;
mod findings;
mod inventory;
mod maps;
mod page;
mod records;

use std::io::{self, Write};

use serde::Serialize;

use super::{d3::WholeD3, graphml};
use crate::{
    dataset::{Dataset, content_id},
    model::Timestamp,
};

/// One export, as the files name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// Identifier, another one for each export.
    pub id: String,
    /// When the export began.
    pub started_at: Timestamp,
}

impl Scan {
    /// The export of a dataset at a time.
    pub fn new(dataset: &Dataset, started_at: Timestamp) -> Self {
        let identity = dataset.identity();
        let parts = [&identity.instance, &identity.version.to_string(), &started_at.to_file()];
        Self { id: content_id("scan", &parts.map(String::as_str)), started_at }
    }
}

/// Which files to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFormat {
    /// Everything about findings.
    Json,
    /// A page for people.
    Html,
    /// The inventory, to be loaded again.
    Inventory,
    /// The graph as GraphML.
    Graphml,
    /// Findings by asset and by framework.
    AssetMap,
}

/// A file of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFile {
    /// `findings.json`.
    Findings,
    /// `report.html`.
    Page,
    /// `inventory-map.json`.
    Map,
    /// `inventory-map.graphml`.
    MapGraphml,
    /// `inventory-graph.json`.
    Graph,
    /// `inventory-dependencies.json`.
    Dependencies,
    /// `inventory-organization.json`.
    Organization,
    /// The graph under the name of the dataset.
    Graphml,
    /// `asset-map.json`.
    AssetMap,
    /// `compliance-map.json`.
    ComplianceMap,
}

impl ReportFormat {
    /// The files of a report on a dataset, in the order in which they are written.
    pub fn files(self, dataset: &Dataset) -> Vec<ReportFile> {
        use ReportFile as File;
        match self {
            Self::Json => vec![File::Findings],
            Self::Html => vec![File::Page],
            Self::Graphml => vec![File::Graphml],
            Self::AssetMap => vec![File::AssetMap, File::ComplianceMap],
            Self::Inventory => {
                let mut files = vec![File::Map, File::MapGraphml, File::Graph, File::Dependencies];
                files
                    .extend(dataset.background().organization.as_ref().map(|_| File::Organization));
                files
            }
        }
    }
}

impl ReportFile {
    /// What answers call it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Findings => "json",
            Self::Page => "html",
            Self::Map => "map",
            Self::MapGraphml | Self::Graphml => "graphml",
            Self::Graph => "graph",
            Self::Dependencies => "dependencies",
            Self::Organization => "organization",
            Self::AssetMap => "asset_map",
            Self::ComplianceMap => "compliance_map",
        }
    }

    /// Name in the directory of the report.
    pub fn name(self, dataset: &Dataset) -> String {
        let name = match self {
            Self::Findings => "findings.json",
            Self::Page => "report.html",
            Self::Map => "inventory-map.json",
            Self::MapGraphml => "inventory-map.graphml",
            Self::Graph => "inventory-graph.json",
            Self::Dependencies => "inventory-dependencies.json",
            Self::Organization => "inventory-organization.json",
            // Names of datasets are letters, digits and `_.-`.
            Self::Graphml => return format!("{}.graphml", dataset.name()),
            Self::AssetMap => "asset-map.json",
            Self::ComplianceMap => "compliance-map.json",
        };
        name.to_owned()
    }

    /// Writes the content of the file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, dataset: &Dataset, scan: &Scan, out: &mut dyn Write) -> io::Result<()> {
        let graph = dataset.inventory().graph();
        match self {
            Self::Findings => json(out, &findings::document(dataset, scan)),
            Self::Page => page::write(dataset, scan, out),
            Self::Map => json(out, &inventory::document(dataset)),
            Self::MapGraphml | Self::Graphml => graphml::write_whole(graph, out),
            Self::Graph => json(out, &WholeD3(graph)),
            Self::Dependencies => json(out, &dependencies::document(dataset)),
            Self::Organization => json(out, &dataset.background().organization),
            Self::AssetMap => json(out, &maps::assets(dataset)),
            Self::ComplianceMap => json(out, &maps::compliance(dataset)),
        }
    }
}

fn json(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(out, document).map_err(Into::into)
}
