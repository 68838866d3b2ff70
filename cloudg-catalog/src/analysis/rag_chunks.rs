//! Pieces of text about a dataset, for retrieval by a language model.
//!
//! A piece is about one asset, one community of assets, or one group of relations. Every piece fits
//! a budget; lists that do not are cut and say so.

mod budget;
mod community;
mod contents;
mod entity;
mod group;
mod relations;

use std::sync::OnceLock;

use fixedbitset::FixedBitSet;

pub use budget::{Budget, DEFAULT_TOKENS};
pub use community::CommunityFacts;
pub use entity::EntityFacts;
pub use group::GroupFacts;
pub use relations::{ChunkRelations, EntityRelation, Evidence, GroupRelation, related_chunks};

use self::contents::Contents;
use crate::{
    dataset::{Dataset, SearchText},
    model::Severity,
    text::fold,
};

/// What pieces are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkKind {
    /// One asset each.
    Entity,
    /// Assets that are related among each other more than to others.
    Community,
    /// All relations of a group.
    RelationGroup,
}

impl ChunkKind {
    /// Every kind, in the order in which files have them.
    pub const ALL: [Self; 3] = [Self::Entity, Self::Community, Self::RelationGroup];

    /// Its name, with which ids of pieces begin.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Entity => "entity",
            Self::Community => "community",
            Self::RelationGroup => "relation_group",
        }
    }
}

/// A piece of text with what it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk {
    /// Kind and identifier, two colons between.
    pub id: String,
    /// Lines.
    pub content: String,
    /// The facts behind it.
    pub facts: Facts,
}

/// The facts behind a piece of text.
#[derive(Debug, Clone, PartialEq)]
pub enum Facts {
    /// About an asset.
    Entity(EntityFacts),
    /// About a community.
    Community(CommunityFacts),
    /// About a group of relations.
    RelationGroup(GroupFacts),
}

impl Facts {
    /// What the piece is about.
    pub const fn kind(&self) -> ChunkKind {
        match self {
            Self::Entity(_) => ChunkKind::Entity,
            Self::Community(_) => ChunkKind::Community,
            Self::RelationGroup(_) => ChunkKind::RelationGroup,
        }
    }

    fn severity(&self) -> Option<Severity> {
        match self {
            Self::Entity(facts) => facts.severity_max,
            Self::Community(facts) => facts.severity_max,
            Self::RelationGroup(_) => None,
        }
    }
}

/// Which pieces to keep.
#[derive(Debug, Clone, Default)]
pub struct ChunkFilter {
    /// Only that of this asset.
    pub asset: Option<usize>,
    /// Lower-case text that the content contains in any letter case; empty for all.
    pub query: String,
    /// Pieces with a finding at least this bad.
    pub min_severity: Option<Severity>,
}

/// Pieces that are made once for a version of a dataset.
#[derive(Debug, Default)]
pub(crate) struct ChunkViews {
    findings: OnceLock<entity::AssetFindingLists>,
    contents: OnceLock<Contents>,
    communities: OnceLock<Vec<Chunk>>,
    groups: OnceLock<Vec<Chunk>>,
}

/// Pieces of a kind that a filter keeps, by position.
#[derive(Debug, Clone)]
pub struct Chunks<'a> {
    dataset: &'a Dataset,
    kind: ChunkKind,
    kept: Vec<usize>,
}

impl<'a> Chunks<'a> {
    /// Selects pieces.
    pub fn select(dataset: &'a Dataset, kind: ChunkKind, filter: &ChunkFilter) -> Self {
        let candidates = match (kind, filter.asset) {
            // Copies of an id have a piece each.
            (ChunkKind::Entity, Some(asset)) => with_id_of(dataset, asset),
            (_, Some(_)) => Vec::new(),
            (ChunkKind::Entity, None) => (0..dataset.assets().len()).collect(),
            (_, None) => (0..made(dataset, kind).len()).collect(),
        };
        let contains = Matcher::new(dataset, kind, filter);
        let keeps = |&place: &usize| {
            let is_bad = || severity(dataset, kind, place) >= filter.min_severity;
            (filter.min_severity.is_none() || is_bad()) && contains.holds(place)
        };
        let kept = candidates.into_iter().filter(keeps).collect();
        Self { dataset, kind, kept }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Some of them.
    pub fn page(&self, range: std::ops::Range<usize>) -> Vec<Chunk> {
        let places = self.kept[range].iter();
        let chunk = |&place: &usize| match self.kind {
            ChunkKind::Entity => entity::chunk(self.dataset, place, Budget::default()),
            kind => made(self.dataset, kind)[place].clone(),
        };
        places.map(chunk).collect()
    }
}

/// Whether a piece contains the query of a filter.
enum Matcher<'a> {
    /// There is no query.
    Any,
    /// Looked up for all pieces at once.
    Found(FixedBitSet),
    /// Read one by one, where there are few.
    Read { dataset: &'a Dataset, kind: ChunkKind, query: &'a str },
}

impl<'a> Matcher<'a> {
    fn new(dataset: &'a Dataset, kind: ChunkKind, filter: &'a ChunkFilter) -> Self {
        match (filter.query.as_str(), kind, filter.asset) {
            ("", ..) => Self::Any,
            (query, ChunkKind::Entity, None) if SearchText::can_find(query) => {
                Self::Found(Contents::of(dataset).find(query))
            }
            (query, ..) => Self::Read { dataset, kind, query },
        }
    }

    fn holds(&self, place: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Found(places) => places.contains(place),
            Self::Read { dataset, kind: ChunkKind::Entity, query } => {
                fold::lower(&entity::content(dataset, place)).contains(query)
            }
            Self::Read { dataset, kind, query } => {
                fold::lower(&made(dataset, *kind)[place].content).contains(query)
            }
        }
    }
}

/// The worst finding that a piece speaks of.
fn severity(dataset: &Dataset, kind: ChunkKind, place: usize) -> Option<Severity> {
    match kind {
        ChunkKind::Entity => entity::severity(dataset, place),
        kind => made(dataset, kind)[place].facts.severity(),
    }
}

fn with_id_of(dataset: &Dataset, asset: usize) -> Vec<usize> {
    let assets = dataset.assets();
    (0..assets.len()).filter(|&other| assets.id(other) == assets.id(asset)).collect()
}

/// The pieces of a kind that is made as a whole.
fn made(dataset: &Dataset, kind: ChunkKind) -> &[Chunk] {
    let (views, budget) = (dataset.chunk_views(), Budget::default());
    match kind {
        ChunkKind::Entity => &[],
        ChunkKind::Community => {
            views.communities.get_or_init(|| community::chunks(dataset, budget).collect())
        }
        ChunkKind::RelationGroup => views.groups.get_or_init(|| {
            group::chunks(dataset, budget).into_iter().map(|(chunk, _)| chunk).collect()
        }),
    }
}

/// Names without repeats, sorted.
fn sorted_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: std::collections::BTreeSet<&str> = names.collect();
    names.into_iter().map(str::to_owned).collect()
}
