//! Counts the dependents of many assets in one walk: a bit for each of them at every asset.

use rayon::prelude::*;

use super::Dependencies;
use crate::graph::NodeId;

/// Words at every asset.
const WORDS: usize = 4;
/// Assets that share a walk.
const TOGETHER: usize = 64 * WORDS;
/// Assets that are worth a task.
const MIN_SHARE: usize = 1024;

/// Which of the starts have reached an asset.
type Starts = [u64; WORDS];

impl Dependencies {
    /// [`Self::transitive_dependents`] of many assets, in their order. A walk for 256 of them costs
    /// at most `max_depth` looks at every arrow, however much each one reaches.
    pub fn transitive_dependents_together(&self, assets: &[NodeId], max_depth: u32) -> Vec<usize> {
        let blocks = assets.chunks(TOGETHER);
        blocks.flat_map(|block| self.count_together(block, max_depth)).collect()
    }

    fn count_together(&self, starts: &[NodeId], max_depth: u32) -> Vec<usize> {
        let mut reached = vec![Starts::default(); self.n_assets()];
        for (place, start) in starts.iter().enumerate() {
            reached[start.index()][place / 64] |= 1 << (place % 64);
        }
        let all = reached.iter().copied().fold(Starts::default(), union);
        let mut next = reached.clone();
        for _ in 0..max_depth {
            let grow = |(asset, next): (usize, &mut Starts)| {
                *next = self.grown(NodeId::new(asset), &reached, all);
                *next != reached[asset]
            };
            let assets = next.par_iter_mut().enumerate().with_min_len(MIN_SHARE);
            let has_grown = assets.map(grow).reduce(|| false, |a, b| a | b);
            std::mem::swap(&mut reached, &mut next);
            if !has_grown {
                break;
            }
        }
        let reaches = counts(&reached);
        // Each start has reached itself.
        (0..starts.len()).map(|place| reaches[place] - 1).collect()
    }

    /// What has reached an asset or anything that it needs; nothing is missing from `all`.
    fn grown(&self, asset: NodeId, reached: &[Starts], all: Starts) -> Starts {
        let mut grown = reached[asset.index()];
        for arrow in self.needs.row(asset) {
            if grown == all {
                break;
            }
            grown = union(grown, reached[arrow.node.index()]);
        }
        grown
    }
}

fn union(a: Starts, b: Starts) -> Starts {
    std::array::from_fn(|word| a[word] | b[word])
}

/// For each start, how many assets it has reached.
fn counts(reached: &[Starts]) -> [usize; TOGETHER] {
    let share = |share: &[Starts]| {
        let mut counts = [0; TOGETHER];
        for starts in share {
            for (word, counts) in starts.iter().zip(counts.chunks_mut(64)) {
                add(*word, counts);
            }
        }
        counts
    };
    let sum = |a: [usize; TOGETHER], b: [usize; TOGETHER]| std::array::from_fn(|i| a[i] + b[i]);
    reached.par_chunks(MIN_SHARE).map(share).reduce(|| [0; TOGETHER], sum)
}

fn add(mut word: u64, counts: &mut [usize]) {
    if word == u64::MAX {
        counts.iter_mut().for_each(|count| *count += 1);
        return;
    }
    while word != 0 {
        counts[word.trailing_zeros() as usize] += 1;
        word &= word - 1;
    }
}
