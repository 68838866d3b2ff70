//! The text of every piece about an asset, to search in.

use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::entity;
use crate::dataset::{Dataset, SearchText};

/// Assets whose texts are kept together; whole blocks are made and searched side by side.
const BLOCK: usize = 4096;

/// Lower-case texts of all pieces about assets. To write them takes a hundred times as long as to
/// search them.
#[derive(Debug)]
pub(super) struct Contents {
    n_assets: usize,
    blocks: Vec<SearchText>,
}

impl Contents {
    pub(super) fn of(dataset: &Dataset) -> &Self {
        dataset.chunk_views().contents.get_or_init(|| {
            let n_assets = dataset.assets().len();
            let block = |first: usize| {
                let assets = first..n_assets.min(first + BLOCK);
                SearchText::of_texts(assets.map(|asset| entity::content(dataset, asset)))
            };
            let firsts: Vec<usize> = (0..n_assets).step_by(BLOCK).collect();
            Self { n_assets, blocks: firsts.into_par_iter().map(block).collect() }
        })
    }

    /// Assets whose piece contains the lower-case `query`, which is not empty.
    pub(super) fn find(&self, query: &str) -> FixedBitSet {
        let found: Vec<FixedBitSet> =
            self.blocks.par_iter().map(|block| block.find_texts(query)).collect();
        let mut all = FixedBitSet::with_capacity(self.n_assets);
        for (block, found) in found.into_iter().enumerate() {
            all.extend(found.ones().map(|place| block * BLOCK + place));
        }
        all
    }
}
