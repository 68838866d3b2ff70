//! Arguments of the ontology tools.

use cloudg_runtime::{Args, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    analysis::rag_chunks::{ChunkFilter, ChunkKind},
    dataset::Dataset,
    model::RelationGroup,
    ontology::Format,
    text::{enum_arg, fold},
    tools::{
        args::{self, DatasetArg},
        errors::find_asset,
    },
};

/// A query and how to show what it finds.
#[derive(Args)]
pub(super) struct SparqlArgs {
    /// One SPARQL 1.1 query. `cm:` (classes), `cmp:` (relations and properties), `cmr:` (things of
    /// the dataset), `rdf:`, `rdfs:`, `owl:` and `xsd:` are declared.
    #[arg(length = 1..=20000)]
    pub query: String,
    /// Rows to return; `truncated` says whether there are more.
    #[arg(default = 100, range = 1..=1000)]
    pub limit: u32,
    /// Shorten IRIs to their prefix; false writes them out.
    #[arg(default = true)]
    pub compact_uris: bool,
    #[args]
    pub dataset: DatasetArg,
}

/// Which relations to list.
#[derive(Args)]
pub(super) struct RelationGroupsArgs {
    /// Group to list: `NETWORK`, `CONTAINMENT`, `IAM`, `DATA_FLOW`, `SECURITY`, `COMPUTE` or
    /// `GOVERNANCE`; empty for the counts of all groups.
    #[arg(default)]
    group: String,
    /// Relations on this page, if a group is given.
    #[arg(default = 100, range = 1..=500)]
    pub limit: u32,
    /// `next_cursor` of the answer before this one, unchanged; empty for the first page.
    #[arg(default)]
    pub cursor: String,
    #[args]
    pub dataset: DatasetArg,
}

impl RelationGroupsArgs {
    pub(super) fn group(&self) -> Result<Option<RelationGroup>, ToolError> {
        Ok(args::optional(&self.group, enum_arg::relation_group)?)
    }
}

/// What decides a list of relations.
pub(super) fn group_query_key(group: RelationGroup) -> Value {
    json!({"g": group.as_str()})
}

/// What pieces of text are about.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ChunkType {
    #[default]
    Entity,
    Community,
    RelationGroup,
}

impl ChunkType {
    pub(super) fn kind(self) -> ChunkKind {
        match self {
            Self::Entity => ChunkKind::Entity,
            Self::Community => ChunkKind::Community,
            Self::RelationGroup => ChunkKind::RelationGroup,
        }
    }
}

/// Which pieces of text to return.
#[derive(Args)]
pub(super) struct RagChunksArgs {
    /// `entity` for one piece per asset, `community` for one per cluster of related assets,
    /// `relation_group` for one per group of relations.
    #[arg(default)]
    pub chunk_type: ChunkType,
    /// Only the piece about this asset, by id, ARN, the last part of one, or unique name; finds
    /// nothing but with `entity`.
    #[arg(default, name = "ref")]
    reference: String,
    /// Text that the piece contains, in any letter case, blanks included.
    #[arg(default)]
    query: String,
    /// Pieces that speak of a finding at least this bad: `CRITICAL`, `HIGH`, `MEDIUM`, `LOW`,
    /// `INFO`.
    #[arg(default)]
    min_severity: String,
    /// Pieces on this page; each has up to 8000 characters.
    #[arg(default = 10, range = 1..=100)]
    pub limit: u32,
    /// `next_cursor` of the answer before this one, unchanged; empty for the first page.
    #[arg(default)]
    pub cursor: String,
    #[args]
    pub dataset: DatasetArg,
}

impl RagChunksArgs {
    pub(super) fn resolve(&self, dataset: &Dataset) -> Result<ChunkFilter, ToolError> {
        let asset = args::reference(&self.reference);
        Ok(ChunkFilter {
            asset: asset.map(|reference| find_asset(dataset, reference)).transpose()?,
            query: fold::lower(&self.query).into_owned(),
            min_severity: args::optional(&self.min_severity, enum_arg::severity)?,
        })
    }

    /// What decides the list.
    pub(super) fn query_key(&self, dataset: &Dataset, filter: &ChunkFilter) -> Value {
        json!({
            "t": self.chunk_type,
            "r": filter.asset.map(|asset| dataset.assets().id(asset)),
            "q": filter.query,
            "s": self.min_severity,
        })
    }
}

/// Syntax of a file.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
pub(super) enum FileFormat {
    #[default]
    #[serde(rename = "turtle")]
    Turtle,
    #[serde(rename = "json-ld")]
    JsonLd,
    #[serde(rename = "xml")]
    Xml,
    #[serde(rename = "nt")]
    Nt,
}

impl FileFormat {
    pub(super) fn format(self) -> Format {
        match self {
            Self::Turtle => Format::Turtle,
            Self::JsonLd => Format::JsonLd,
            Self::Xml => Format::RdfXml,
            Self::Nt => Format::NTriples,
        }
    }
}

/// The name of the file, with the ending of its format.
pub(super) fn file_name(name: &str, format: Format) -> String {
    let ending = format!(".{}", format.extension());
    if name.ends_with(&ending) { name.to_owned() } else { name.to_owned() + &ending }
}
