//! The comparison of many texts with one, with everything that depends on that one kept.

use hashbrown::HashMap;

/// No position.
const NONE: u32 = u32::MAX;

/// Length from which frequent characters of the one text no longer start a run.
const POPULAR_FROM: usize = 200;

/// The one text, the other one that is loaded at present, and buffers.
pub(super) struct Matcher {
    b: Vec<char>,
    /// First position of each character in `b`; popular characters have none.
    first_ascii: [u32; 128],
    first_other: HashMap<char, u32>,
    /// Next position of the same character.
    next: Vec<u32>,
    /// How often each character occurs in `b`, popular or not.
    counts_ascii: [u32; 128],
    counts_other: HashMap<char, u32>,
    a: Vec<char>,
    /// Occurrences in `a` so far, valid where the stamp is the present one.
    seen_ascii: [(u32, u32); 128],
    stamp: u32,
    /// Lengths of the runs that end in the previous and in the present row.
    rows: [Vec<Run>; 2],
    row: u64,
    windows: Vec<Window>,
}

/// Length of a common run that ends at a position of `b` in the row with this number.
#[derive(Clone, Copy, Default)]
struct Run {
    row: u64,
    length: u32,
}

/// Parts of both texts: `a[a_from..a_to]` and `b[b_from..b_to]`.
#[derive(Clone, Copy)]
struct Window {
    a_from: usize,
    a_to: usize,
    b_from: usize,
    b_to: usize,
}

/// A common run: `size` characters from `a[a_from]` and `b[b_from]` on.
#[derive(Clone, Copy)]
struct Block {
    a_from: usize,
    b_from: usize,
    size: usize,
}

impl Matcher {
    /// A matcher for `word`, the second text of every comparison.
    pub(super) fn new(word: &str) -> Self {
        let b: Vec<char> = word.chars().collect();
        let mut matcher = Self {
            first_ascii: [NONE; 128],
            first_other: HashMap::new(),
            next: vec![NONE; b.len()],
            counts_ascii: [0; 128],
            counts_other: HashMap::new(),
            a: Vec::new(),
            seen_ascii: [(0, 0); 128],
            stamp: 0,
            rows: [vec![Run::default(); b.len()], vec![Run::default(); b.len()]],
            row: 0,
            windows: Vec::new(),
            b,
        };
        matcher.count();
        matcher.index();
        matcher
    }

    /// Makes `text` the first text of the comparisons that follow.
    pub(super) fn load(&mut self, text: &str) {
        self.a.clear();
        if text.is_ascii() {
            self.a.extend(text.bytes().map(char::from));
        } else {
            self.a.extend(text.chars());
        }
    }

    /// An upper bound of the ratio that needs the length of `text` in bytes only.
    pub(super) fn bound_by_bytes(&self, text: &str) -> f64 {
        // A character has one to four bytes. Of the lengths that are left, the one nearest to that
        // of the other text is the best case.
        let length = self.b.len();
        let nearest = length.clamp(text.len().div_ceil(4), text.len());
        likeness(length.min(nearest), length + nearest)
    }

    /// An upper bound of the ratio: all of the shorter text is common.
    pub(super) fn bound_by_length(&self) -> f64 {
        likeness(self.a.len().min(self.b.len()), self.a.len() + self.b.len())
    }

    /// A tighter bound: every character the two share is common, in whatever order.
    pub(super) fn bound_by_characters(&mut self) -> f64 {
        if self.stamp == u32::MAX {
            self.seen_ascii = [(0, 0); 128];
            self.stamp = 0;
        }
        self.stamp += 1;
        let mut seen_other: HashMap<char, u32> = HashMap::new();
        let mut shared = 0;
        for &c in &self.a {
            let (seen, available) = match self.counts_ascii.get(c as usize) {
                Some(&available) => {
                    let slot = &mut self.seen_ascii[c as usize];
                    if slot.0 != self.stamp {
                        *slot = (self.stamp, 0);
                    }
                    (&mut slot.1, available)
                }
                None => match self.counts_other.get(&c) {
                    Some(&available) => (seen_other.entry(c).or_default(), available),
                    None => continue,
                },
            };
            shared += usize::from(*seen < available);
            *seen += 1;
        }
        likeness(shared, self.a.len() + self.b.len())
    }

    /// Likeness of the loaded text and the one of this matcher.
    pub(super) fn ratio(&mut self) -> f64 {
        let mut common = 0;
        let whole = Window { a_from: 0, a_to: self.a.len(), b_from: 0, b_to: self.b.len() };
        self.windows.push(whole);
        // The order of the windows does not matter to the sum.
        while let Some(window) = self.windows.pop() {
            let block = self.longest(window);
            if block.size == 0 {
                continue;
            }
            common += block.size;
            let left = Window { a_to: block.a_from, b_to: block.b_from, ..window };
            let right = Window {
                a_from: block.a_from + block.size,
                b_from: block.b_from + block.size,
                ..window
            };
            for rest in [left, right] {
                if rest.a_from < rest.a_to && rest.b_from < rest.b_to {
                    self.windows.push(rest);
                }
            }
        }
        likeness(common, self.a.len() + self.b.len())
    }

    /// The longest common run of a window, the first one in `a`, then in `b`, of several, grown by
    /// equal neighbours on both sides. Only characters with positions start it.
    fn longest(&mut self, window: Window) -> Block {
        let Window { a_from, a_to, b_from, b_to } = window;
        let mut best = Block { a_from, b_from, size: 0 };
        // Skips a number, so that no run of an earlier window looks like the row before.
        self.row += 1;
        for i in a_from..a_to {
            self.row += 1;
            let [previous, present] = &mut self.rows;
            let mut position = first_of(&self.first_ascii, &self.first_other, self.a[i]);
            while position != NONE {
                let j = position as usize;
                position = self.next[j];
                if j < b_from {
                    continue;
                }
                if j >= b_to {
                    break;
                }
                let before = match j.checked_sub(1).map(|left| previous[left]) {
                    Some(run) if run.row + 1 == self.row => run.length,
                    _ => 0,
                };
                let length = before + 1;
                present[j] = Run { row: self.row, length };
                let size = length as usize;
                if size > best.size {
                    best = Block { a_from: i + 1 - size, b_from: j + 1 - size, size };
                }
            }
            self.rows.swap(0, 1);
        }
        self.grow(best, window)
    }

    fn grow(&self, mut block: Block, window: Window) -> Block {
        while block.a_from > window.a_from
            && block.b_from > window.b_from
            && self.a[block.a_from - 1] == self.b[block.b_from - 1]
        {
            block.a_from -= 1;
            block.b_from -= 1;
            block.size += 1;
        }
        while block.a_from + block.size < window.a_to
            && block.b_from + block.size < window.b_to
            && self.a[block.a_from + block.size] == self.b[block.b_from + block.size]
        {
            block.size += 1;
        }
        block
    }

    fn count(&mut self) {
        for &c in &self.b {
            match self.counts_ascii.get_mut(c as usize) {
                Some(count) => *count += 1,
                None => *self.counts_other.entry(c).or_default() += 1,
            }
        }
    }

    /// Links the positions of every character, but of none that is popular.
    fn index(&mut self) {
        let length = self.b.len();
        let most = if length >= POPULAR_FROM { length / 100 + 1 } else { length };
        for (j, &c) in self.b.iter().enumerate().rev() {
            let count = match self.counts_ascii.get(c as usize) {
                Some(&count) => count,
                None => self.counts_other.get(&c).copied().unwrap_or(0),
            };
            if count as usize > most {
                continue;
            }
            let first = match self.first_ascii.get_mut(c as usize) {
                Some(first) => first,
                None => self.first_other.entry(c).or_insert(NONE),
            };
            self.next[j] = *first;
            *first = j as u32;
        }
    }
}

fn first_of(ascii: &[u32; 128], other: &HashMap<char, u32>, c: char) -> u32 {
    match ascii.get(c as usize) {
        Some(&first) => first,
        None => other.get(&c).copied().unwrap_or(NONE),
    }
}

/// Twice the common part over the sum of both lengths.
fn likeness(common: usize, total: usize) -> f64 {
    if total == 0 { 1.0 } else { 2.0 * common as f64 / total as f64 }
}
