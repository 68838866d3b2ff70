//! Files for retrieval by a language model: `rag_chunks.jsonl`, a piece of text a line, and
//! `rag_metadata_index.json`, which tells what is in it.
//!
//! Pieces are written one by one, so that memory does not grow with their texts. They hold what was
//! found as it is; nothing is redacted here.

mod record;

use std::{
    fmt::Display,
    io::{self, Write},
};

use serde::{Serialize, Serializer};

pub(crate) use record::ChunkRecord;

use crate::{
    analysis::rag_chunks::{
        Budget, ChunkKind, ChunkRelations, EntityRelation, Evidence, GroupRelation, related_chunks,
    },
    dataset::Dataset,
};

/// Name of the file with the pieces.
pub const CHUNKS_FILE: &str = "rag_chunks.jsonl";
/// Name of the file that tells what is in the other.
pub const INDEX_FILE: &str = "rag_metadata_index.json";

/// What was written, as [`INDEX_FILE`] holds it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ChunkIndex {
    /// How many pieces there are.
    pub total_chunks: usize,
    /// Those about one asset.
    pub entity_chunks: usize,
    /// Those about a community of assets.
    pub community_chunks: usize,
    /// Those about a group of relations.
    pub relation_group_chunks: usize,
    /// Their ids, line by line.
    pub chunk_ids: Vec<String>,
    /// Their kinds, line by line.
    pub chunk_types: Vec<&'static str>,
}

impl ChunkIndex {
    /// Writes [`INDEX_FILE`].
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(out, self).map_err(Into::into)
    }

    fn add(&mut self, kind: ChunkKind, id: String) {
        self.total_chunks += 1;
        *match kind {
            ChunkKind::Entity => &mut self.entity_chunks,
            ChunkKind::Community => &mut self.community_chunks,
            ChunkKind::RelationGroup => &mut self.relation_group_chunks,
        } += 1;
        self.chunk_ids.push(id);
        self.chunk_types.push(kind.as_str());
    }
}

/// Writes [`CHUNKS_FILE`]: all pieces of these kinds, kind after kind, each within the budget, and
/// tells what is in it.
///
/// # Errors
/// Those of `out`.
pub fn write(
    dataset: &Dataset,
    kinds: &[ChunkKind],
    budget: Budget,
    out: &mut dyn Write,
) -> io::Result<ChunkIndex> {
    let mut index = ChunkIndex::default();
    for &kind in kinds {
        for (chunk, relations) in related_chunks(dataset, kind, budget) {
            let chunk = ChunkRecord::new(dataset, chunk);
            let line = Line { chunk: &chunk, relations: rows(&relations) };
            serde_json::to_writer(&mut *out, &line)?;
            out.write_all(b"\n")?;
            index.add(kind, chunk.chunk_id);
        }
    }
    Ok(index)
}

/// A line of [`CHUNKS_FILE`].
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    chunk: &'a ChunkRecord,
    relations: Vec<RelationRow<'a>>,
}

/// A relation; those of groups have neither a direction nor an id.
#[derive(Serialize)]
struct RelationRow<'a> {
    predicate: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'static str>,
    object: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    object_id: Option<&'a str>,
    #[serde(serialize_with = "text")]
    evidence: Evidence<'a>,
}

impl<'a> From<&'a EntityRelation<'a>> for RelationRow<'a> {
    fn from(related: &'a EntityRelation<'a>) -> Self {
        Self {
            predicate: related.relation.as_str(),
            direction: Some(if related.is_outgoing { "outgoing" } else { "incoming" }),
            object: related.object,
            object_id: Some(related.object_id),
            evidence: related.evidence,
        }
    }
}

impl<'a> From<&'a GroupRelation<'a>> for RelationRow<'a> {
    fn from(related: &'a GroupRelation<'a>) -> Self {
        Self {
            predicate: related.relation.as_str(),
            direction: None,
            object: &related.object,
            object_id: None,
            evidence: related.evidence,
        }
    }
}

fn rows<'a>(relations: &'a ChunkRelations<'a>) -> Vec<RelationRow<'a>> {
    match relations {
        ChunkRelations::Entity(related) => related.iter().map(Into::into).collect(),
        ChunkRelations::Community => Vec::new(),
        ChunkRelations::RelationGroup(related) => related.iter().map(Into::into).collect(),
    }
}

fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
