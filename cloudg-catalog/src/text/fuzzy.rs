//! How alike two texts are, and which of many are most like a given one.
//!
//! Alike is what the two have in common in order: their longest common run, then the longest ones
//! on both sides of it, and so on, counted in characters against the length of both.

mod matcher;

use std::cmp::Ordering;

use self::matcher::Matcher;

/// Likeness of two texts, 0 to 1; two empty ones are alike. It is not symmetric: the second text
/// decides which of several equally long runs counts.
pub fn ratio(a: &str, b: &str) -> f64 {
    let mut matcher = Matcher::new(b);
    matcher.load(a);
    matcher.ratio()
}

/// The `n` members of `pool` that are most like `word`, best first, of those whose likeness is
/// at least `cutoff`. Of equally good ones the text that sorts last comes first; repeats stay.
pub fn close_matches<'p>(
    word: &str,
    pool: impl IntoIterator<Item = &'p str>,
    n: usize,
    cutoff: f64,
) -> Vec<&'p str> {
    best(word, pool, n, cutoff).into_iter().map(|candidate| candidate.text).collect()
}

/// As [`close_matches`], but where in the pool they are; of equal texts the first comes first.
pub fn close_match_positions<'p>(
    word: &str,
    pool: impl IntoIterator<Item = &'p str>,
    n: usize,
    cutoff: f64,
) -> Vec<usize> {
    best(word, pool, n, cutoff).into_iter().map(|candidate| candidate.position).collect()
}

#[derive(Clone, Copy)]
struct Candidate<'p> {
    ratio: f64,
    text: &'p str,
    position: usize,
}

impl Candidate<'_> {
    /// Best first. Total, since ratios are never NaN and positions never equal.
    fn rank(&self, other: &Self) -> Ordering {
        other
            .ratio
            .total_cmp(&self.ratio)
            .then_with(|| other.text.cmp(self.text))
            .then_with(|| self.position.cmp(&other.position))
    }
}

fn best<'p>(
    word: &str,
    pool: impl IntoIterator<Item = &'p str>,
    n: usize,
    cutoff: f64,
) -> Vec<Candidate<'p>> {
    let mut matcher = Matcher::new(word);
    let mut kept: Vec<Candidate<'p>> = Vec::with_capacity(n.min(64) + 1);
    // What a candidate has to reach: the cutoff, later the worst of `n` kept ones.
    let mut bar = cutoff;
    for (position, text) in pool.into_iter().enumerate() {
        if n == 0 || matcher.bound_by_bytes(text) < bar {
            continue;
        }
        matcher.load(text);
        if matcher.bound_by_length() < bar || matcher.bound_by_characters() < bar {
            continue;
        }
        let candidate = Candidate { ratio: matcher.ratio(), text, position };
        if candidate.ratio < bar {
            continue;
        }
        let at = kept.partition_point(|other| other.rank(&candidate) == Ordering::Less);
        kept.insert(at, candidate);
        kept.truncate(n);
        if kept.len() == n {
            bar = bar.max(kept[n - 1].ratio);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{AssetType, EdgeType, Provider, Severity};
    use crate::text::vectors;

    #[test]
    fn ratio_vectors_agree() {
        for case in vectors::section("difflib_ratio") {
            let text = |key: &str| case[key].as_str().expect("text").to_owned();
            assert_eq!(Some(ratio(&text("a"), &text("b"))), case["ratio"].as_f64(), "{case}");
        }
    }

    #[test]
    fn close_match_vectors_agree() {
        for case in vectors::section("close_matches") {
            let own: Vec<&str>;
            let severities = Severity::WORST_FIRST.map(Severity::as_str);
            let pool: &[&str] = match case["pool"].as_str() {
                Some("asset_types") => &AssetType::NAMES,
                Some("edge_types") => &EdgeType::NAMES,
                Some("providers") => &Provider::NAMES,
                Some("severities") => &severities,
                Some(other) => panic!("unknown pool {other}"),
                None => {
                    let listed = case["pool"].as_array().expect("pool");
                    own = listed.iter().filter_map(|name| name.as_str()).collect();
                    &own
                }
            };
            let word = case["word"].as_str().expect("word");
            let n = case["n"].as_u64().expect("n") as usize;
            let cutoff = case["cutoff"].as_f64().expect("cutoff");
            let found = close_matches(word, pool.iter().copied(), n, cutoff);
            assert_eq!(case["result"], serde_json::json!(found), "{case}");
        }
    }

    #[test]
    fn equal_texts_keep_their_order() {
        let pool = ["web-1", "x", "web-1", "web-1"];
        assert_eq!(close_match_positions("web-2", pool, 2, 0.5), [0, 2]);
        assert_eq!(close_match_positions("web-2", pool, 0, 0.5), [] as [usize; 0]);
    }

    #[test]
    fn bounds_change_no_result() {
        let names: Vec<String> = (0..2000u32)
            .map(|i| format!("{:x}-{}é", i.wrapping_mul(2_654_435_761), i % 97))
            .collect();
        let pool = || names.iter().map(String::as_str);
        for word in ["9e37-12", "é", "a-1", "ffffffff-96é"] {
            let mut plain: Vec<Candidate<'_>> = pool()
                .enumerate()
                .map(|(position, text)| Candidate { ratio: ratio(text, word), text, position })
                .filter(|candidate| candidate.ratio >= 0.5)
                .collect();
            plain.sort_by(Candidate::rank);
            let expected: Vec<usize> = plain.iter().take(5).map(|c| c.position).collect();
            assert_eq!(close_match_positions(word, pool(), 5, 0.5), expected, "{word}");
        }
    }
}
