//! Lists by node in one buffer.

use std::ops::Range;

use super::NodeId;

/// A list of values for each node: one buffer and the end of each row.
#[derive(Debug, Clone)]
pub struct Rows<T> {
    /// One more entry than nodes; the first is 0.
    ends: Vec<u32>,
    values: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// Sorts values to their nodes; values of a node keep their order. The iterator is walked twice
    /// and must give the same both times.
    pub fn sorted<I>(n_nodes: usize, items: I) -> Self
    where
        I: Iterator<Item = (NodeId, T)> + Clone,
    {
        let mut ends = vec![0_u32; n_nodes + 1];
        let mut any = None;
        for (node, value) in items.clone() {
            ends[node.index() + 1] += 1;
            any = Some(value);
        }
        for node in 0..n_nodes {
            ends[node + 1] += ends[node];
        }
        let mut values = any.map_or(Vec::new(), |any| vec![any; ends[n_nodes] as usize]);
        let mut next = ends.clone();
        for (node, value) in items {
            let place = &mut next[node.index()];
            values[*place as usize] = value;
            *place += 1;
        }
        Self { ends, values }
    }

    /// Rows that were made in order of the nodes, from the length of each.
    pub(super) fn of_lengths(lengths: impl Iterator<Item = u32>, values: Vec<T>) -> Self {
        let mut end = 0;
        let ends = std::iter::once(0).chain(lengths.map(|length| {
            end += length;
            end
        }));
        Self { ends: ends.collect(), values }
    }

    /// The row of a node.
    #[inline]
    pub fn row(&self, node: NodeId) -> &[T] {
        &self.values[self.range(node)]
    }

    /// Where the row of a node is in [`Rows::values`].
    #[inline]
    pub fn range(&self, node: NodeId) -> Range<usize> {
        self.ends[node.index()] as usize..self.ends[node.index() + 1] as usize
    }

    /// All rows, one after the other.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Number of nodes.
    pub fn n_rows(&self) -> usize {
        self.ends.len() - 1
    }
}

/// Cuts the nodes into runs with about the same number of values each, one for each thread.
pub(super) fn shares<T: Copy>(rows: &Rows<T>) -> Vec<Range<usize>> {
    let n_shares = rayon::current_num_threads().max(1);
    let (n_rows, n_values) = (rows.n_rows(), rows.values.len());
    let mut start = 0;
    let cuts = (1..=n_shares).map(|share| {
        let until = (n_values * share / n_shares) as u32;
        let end = match share == n_shares {
            true => n_rows,
            false => rows.ends.partition_point(|&end| end < until).clamp(start, n_rows),
        };
        std::mem::replace(&mut start, end)..end
    });
    cuts.collect()
}

/// Marks of nodes that are all taken back at once.
#[derive(Debug)]
pub(crate) struct Marks {
    round: u32,
    /// Round in which a node was marked, and its mark.
    marks: Vec<(u32, u32)>,
}

impl Marks {
    /// No node is marked.
    pub(crate) fn new(n_nodes: usize) -> Self {
        Self { round: 1, marks: vec![(0, 0); n_nodes] }
    }

    /// Takes all marks back.
    pub(crate) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill((0, 0));
            self.round = 1;
        }
    }

    /// The mark of a node.
    #[inline]
    pub(crate) fn get(&self, node: NodeId) -> Option<u32> {
        let (round, mark) = self.marks[node.index()];
        (round == self.round).then_some(mark)
    }

    /// Marks a node.
    #[inline]
    pub(crate) fn set(&mut self, node: NodeId, mark: u32) {
        self.marks[node.index()] = (self.round, mark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_order_in_a_row() {
        let items = [(2, 'a'), (0, 'b'), (2, 'c')].map(|(node, value)| (NodeId::new(node), value));
        let rows = Rows::sorted(4, items.into_iter());
        let row = |node| rows.row(NodeId::new(node));
        assert_eq!([row(0), row(1), row(2), row(3)], [&['b'][..], &[], &['a', 'c'], &[]]);
        assert_eq!(Rows::<u8>::sorted(0, std::iter::empty()).n_rows(), 0);
    }

    #[test]
    fn shares_cover_all_nodes_once() {
        let items = (0..100).map(|value| (NodeId::new(value % 7), value));
        let shares = shares(&Rows::sorted(7, items));
        let nodes: Vec<usize> = shares.into_iter().flatten().collect();
        assert_eq!(nodes, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn marks_go_with_their_round() {
        let mut marks = Marks::new(1);
        marks.set(NodeId::new(0), 7);
        assert_eq!(marks.get(NodeId::new(0)), Some(7));
        marks.clear();
        assert_eq!(marks.get(NodeId::new(0)), None);
    }
}
