//! Gathers the mistakes of one item, so that all of them are reported together.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far. Must be emptied by [`Errors::finish`].
#[derive(Default)]
pub(crate) struct Errors {
    found: Option<syn::Error>,
}

impl Errors {
    /// Notes a mistake at the place of `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Notes a mistake that syn found.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.found {
            Some(found) => found.combine(error),
            None => self.found = Some(error),
        }
    }

    /// Every mistake as `compile_error!`, or `None` when there was none.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        self.found.map(|error| error.to_compile_error())
    }
}

/// `: did you mean …?` when one of `known` is close to `word`, else nothing.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    nearest(word, known)
        .map_or_else(String::new, |candidate| format!(": did you mean `{candidate}`?"))
}

/// The first of `known` that is closest to `word`, if it is close at all.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let allowed = word.chars().count().max(3) / 3;
    known
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Words as a list in a message.
pub(crate) fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

/// Number of insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![vec![0; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
                let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_word_is_suggested() {
        let known = ["title", "timeout", "read_state", "write_state"];
        assert_eq!(did_you_mean("titel", &known), ": did you mean `title`?");
        assert_eq!(did_you_mean("read_states", &known), ": did you mean `read_state`?");
        assert_eq!(did_you_mean("colour", &known), "");
    }

    #[test]
    fn distance_counts_a_swap_once() {
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
