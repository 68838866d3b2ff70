//! Many regular expressions over one short text.
//!
//! Nearly every pattern is a few words with anything between them. One automaton finds which of
//! those words the text has at all; only patterns with all their words present are searched for,
//! and a pattern is compiled when that first happens.

use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, MatchKind};
use hashbrown::HashMap;
use regex::{Regex, RegexBuilder};
use regex_syntax::hir::{Hir, HirKind};

/// Patterns in groups, searched group by group.
#[derive(Debug)]
pub(super) struct PatternIndex {
    /// Group and pattern number, groups in order.
    entries: Vec<(u32, usize)>,
    patterns: Vec<Pattern>,
    words: AhoCorasick,
    n_words: usize,
    invalid: usize,
}

#[derive(Debug)]
struct Pattern {
    text: String,
    /// Numbers of the words without which it cannot match.
    words: Vec<usize>,
    compiled: OnceLock<Option<Regex>>,
}

impl PatternIndex {
    /// An index of (group, pattern) pairs, groups in ascending order. A pattern that does not
    /// parse is left out and counted.
    pub(super) fn new<'a>(pairs: impl Iterator<Item = (u32, &'a str)>) -> Self {
        let mut words = Words::default();
        let mut known: HashMap<&str, Option<usize>> = HashMap::new();
        let mut entries = Vec::new();
        let mut patterns = Vec::new();
        let mut invalid = 0;
        for (group, text) in pairs {
            let number = *known.entry(text).or_insert_with(|| {
                let required = words.of_pattern(text)?;
                patterns.push(Pattern {
                    text: text.to_owned(),
                    words: required,
                    compiled: OnceLock::new(),
                });
                Some(patterns.len() - 1)
            });
            match number {
                Some(number) => entries.push((group, number)),
                None => invalid += 1,
            }
        }
        let n_words = words.list.len();
        Self { entries, patterns, words: words.automaton(), n_words, invalid }
    }

    /// How many pairs were left out.
    pub(super) fn invalid(&self) -> usize {
        self.invalid
    }

    /// The groups with a match in a lower-cased text, in order, each once.
    pub(super) fn search(&self, lowered: &str) -> Vec<u32> {
        let present = self.words_of(lowered);
        let mut results: Vec<Option<bool>> = vec![None; self.patterns.len()];
        let mut groups: Vec<u32> = Vec::new();
        for (group, number) in &self.entries {
            if groups.last() == Some(group) {
                continue;
            }
            let matches =
                *results[*number].get_or_insert_with(|| self.matches(*number, lowered, &present));
            if matches {
                groups.push(*group);
            }
        }
        groups
    }

    fn matches(&self, number: usize, lowered: &str, present: &[bool]) -> bool {
        let pattern = &self.patterns[number];
        pattern.words.iter().all(|word| present[*word])
            && pattern.regex().is_some_and(|regex| regex.is_match(lowered))
    }

    fn words_of(&self, lowered: &str) -> Vec<bool> {
        let mut present = vec![false; self.n_words];
        // The long s is the one letter that lower-casing keeps and a pattern takes for an s.
        let folded = if lowered.contains('ſ') {
            std::borrow::Cow::Owned(lowered.replace('ſ', "s"))
        } else {
            std::borrow::Cow::Borrowed(lowered)
        };
        for found in self.words.find_overlapping_iter(folded.as_ref()) {
            present[found.pattern().as_usize()] = true;
        }
        present
    }
}

impl Pattern {
    fn regex(&self) -> Option<&Regex> {
        let build = || RegexBuilder::new(&self.text).case_insensitive(true).build().ok();
        self.compiled.get_or_init(build).as_ref()
    }
}

/// The distinct words of all patterns.
#[derive(Default)]
struct Words {
    list: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Words {
    /// The numbers of the words a pattern cannot do without; `None` where it does not parse.
    fn of_pattern(&mut self, pattern: &str) -> Option<Vec<usize>> {
        let parsed = regex_syntax::parse(pattern).ok()?;
        let mut literals = Vec::new();
        required_literals(&parsed, &mut literals);
        Some(literals.into_iter().map(|word| self.number(word)).collect())
    }

    fn number(&mut self, word: String) -> usize {
        let next = self.list.len();
        let list = &mut self.list;
        *self.numbers.entry(word).or_insert_with_key(|word| {
            list.push(word.clone());
            next
        })
    }

    fn automaton(&self) -> AhoCorasick {
        AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(&self.list)
            // Building fails only beyond the 31 bits of a state number.
            .expect("the words of rulesets fit one automaton")
    }
}

/// Literals that every match contains, in lower case; letters outside ASCII fold in more ways than
/// one and are left to the pattern itself.
fn required_literals(hir: &Hir, found: &mut Vec<String>) {
    match hir.kind() {
        HirKind::Literal(literal) => {
            if literal.0.is_ascii() && !literal.0.is_empty() {
                found.push(String::from_utf8_lossy(&literal.0).to_ascii_lowercase());
            }
        }
        HirKind::Concat(parts) => parts.iter().for_each(|part| required_literals(part, found)),
        HirKind::Capture(capture) => required_literals(&capture.sub, found),
        HirKind::Repetition(repetition) if repetition.min > 0 => {
            required_literals(&repetition.sub, found);
        }
        HirKind::Empty
        | HirKind::Class(_)
        | HirKind::Look(_)
        | HirKind::Repetition(_)
        | HirKind::Alternation(_) => {}
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn index(patterns: &[&str]) -> PatternIndex {
        PatternIndex::new((0_u32..).zip(patterns.iter().copied()))
    }

    #[test]
    fn finds_what_the_patterns_find_alone() {
        let patterns =
            ["s3.*public", "multi.?az", "Action.*\\*", "audit|log", "^x$", "(ab){2}c", "z?"];
        let index = index(&patterns);
        let texts = [
            "s3 is public",
            "public s3",
            "multiaz",
            "multi-az",
            "action: *",
            "log",
            "x",
            "ababc",
            "ſ3 public",
            "s3\npublic",
            "",
        ];
        for text in texts {
            let alone: Vec<u32> = (0_u32..)
                .zip(patterns)
                .filter(|(_, pattern)| {
                    Regex::new(&format!("(?i){pattern}")).unwrap().is_match(text)
                })
                .map(|(number, _)| number)
                .collect();
            assert_eq!(index.search(text), alone, "{text}");
        }
    }

    #[test]
    fn a_bad_pattern_is_counted_and_never_matches() {
        let index = index(&["(", "a"]);
        assert_eq!(index.invalid(), 1);
        assert_eq!(index.search("(a"), [1]);
    }

    #[test]
    fn groups_come_once_and_in_order() {
        let index = PatternIndex::new([(0, "a"), (0, "b"), (2, "a"), (3, "c")].into_iter());
        assert_eq!(index.search("ab"), [0, 2]);
    }
}
