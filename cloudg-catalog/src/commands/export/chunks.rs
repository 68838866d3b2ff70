//! `cloudg export rag-chunks`.

use std::{path::Path, process::ExitCode};

use serde_json::{Value, json};

use super::note_root;
use crate::{
    App,
    analysis::rag_chunks::{Budget, ChunkKind, DEFAULT_TOKENS},
    cli::{ChunkStrategy, ExportOptions},
    commands::{
        failure::{Failure, tell_refusal},
        setup,
    },
    dataset::Dataset,
    export::rag_chunks::{self, CHUNKS_FILE, ChunkIndex, INDEX_FILE},
    output,
    workspace::{OutputError, Roots, Written},
};

/// Writes the pieces of the active dataset with their index, and prints the paths.
pub(super) fn run(app: &App, options: &ExportOptions) -> Result<ExitCode, Failure> {
    // The registry has no say in this, but a wrong name is a mistake all the same.
    app.choose(options.layer.registry.as_deref())?;
    let workspace = setup::workspace(&options.layer)?;
    let dataset = match workspace.dataset("") {
        Ok(dataset) => dataset,
        Err(error) => {
            tell_refusal(&error.to_string(), None, None);
            return Ok(ExitCode::FAILURE);
        }
    };
    let export = Export::new(&dataset, options, workspace.roots())?;
    match options.json {
        true => output::json(&export.answer())?,
        false => export.print()?,
    }
    note_root(workspace.roots());
    Ok(ExitCode::SUCCESS)
}

/// What was written.
struct Export<'a> {
    dataset: &'a Dataset,
    index: ChunkIndex,
    /// The pieces, then what is in there.
    files: [Written; 2],
}

impl<'a> Export<'a> {
    fn new(
        dataset: &'a Dataset,
        options: &ExportOptions,
        roots: &Roots,
    ) -> Result<Self, OutputError> {
        let strategy = options.chunks.strategy.unwrap_or_default();
        let tokens = options.chunks.max_chunk_tokens.unwrap_or(DEFAULT_TOKENS);
        let directory = roots.writable(Path::new(options.out.as_deref().unwrap_or_default()))?;
        let mut index = ChunkIndex::default();
        let chunks = roots.write_output(&directory.join(CHUNKS_FILE), |out| {
            index = rag_chunks::write(dataset, kinds(strategy), Budget::of_tokens(tokens), out)?;
            Ok::<_, OutputError>(())
        })?;
        let described = roots.write_output(&directory.join(INDEX_FILE), |out| {
            index.write(out).map_err(OutputError::from)
        })?;
        Ok(Self { dataset, index, files: [chunks, described] })
    }

    fn answer(&self) -> Value {
        let [chunks, index] = self.files.each_ref().map(|file| file.path.display().to_string());
        json!({
            "dataset": self.dataset.name(),
            "files": {"chunks": chunks, "index": index},
            "bytes": self.files.iter().map(|file| file.bytes).sum::<u64>(),
            "total_chunks": self.index.total_chunks,
            "entity_chunks": self.index.entity_chunks,
            "community_chunks": self.index.community_chunks,
            "relation_group_chunks": self.index.relation_group_chunks,
        })
    }

    fn print(&self) -> std::io::Result<()> {
        self.files.iter().try_for_each(|file| output::line(&file.path.display().to_string()))?;
        let ChunkIndex { total_chunks, entity_chunks, community_chunks, .. } = self.index;
        output::note(&format!(
            "Chunks: {total_chunks} ({entity_chunks} entity, {community_chunks} community, {} \
             relation group)",
            self.index.relation_group_chunks
        ));
        Ok(())
    }
}

fn kinds(strategy: ChunkStrategy) -> &'static [ChunkKind] {
    match strategy {
        ChunkStrategy::Entity => &[ChunkKind::Entity],
        ChunkStrategy::Community => &[ChunkKind::Community],
        ChunkStrategy::RelationGroup => &[ChunkKind::RelationGroup],
        ChunkStrategy::Hybrid => &ChunkKind::ALL,
    }
}
