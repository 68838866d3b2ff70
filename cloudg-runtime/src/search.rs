//! Finds tools by words: a small index over their names, texts and arguments, ranked by BM25.
//!
//! The index is our own because a catalogue has some hundred short documents: the ranking takes a
//! page, where a search library would bring storage, threads and a query language. Everything in
//! it is in a defined order, so the same registry and the same query give the same list.

mod words;

use std::collections::HashMap;

use serde_json::Value;

use self::words::words;
use crate::{Registry, Tool};

/// How soon the repetition of a word stops to count.
const SATURATION: f64 = 1.2;
/// How much a long document is held back.
const LENGTH_PENALTY: f64 = 0.75;
/// Most different words of a query that are looked at.
const MAX_WORDS: usize = 64;

/// How much a word counts by where it stands.
const NAME: f64 = 4.0;
const TITLE: f64 = 2.0;
const TAG: f64 = 2.0;
const DESCRIPTION: f64 = 1.0;
const ARGUMENT_NAME: f64 = 1.0;
const ARGUMENT_DESCRIPTION: f64 = 0.5;

/// A tool that fits a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Name without prefix.
    pub name: String,
    /// How well it fits; above 0, comparable within one answer only.
    pub score: f64,
}

/// An index of the tools of a registry.
#[derive(Debug, Clone, Default)]
pub struct ToolIndex {
    names: Vec<String>,
    /// Weighted number of words in each tool.
    lengths: Vec<f64>,
    /// For each word the tools that have it, in listing order, with its weight in them.
    postings: HashMap<String, Vec<(usize, f64)>>,
}

impl ToolIndex {
    /// Indexes the names, titles, tags, descriptions, and names and descriptions of arguments of
    /// all tools. This builds their argument schemas.
    pub fn build(registry: &Registry) -> Self {
        let mut index = Self::default();
        for tool in registry.tools() {
            index.add(tool);
        }
        index
    }

    /// The tools that have at least one word of `query`, best first, at most `limit` of them; of
    /// two that fit equally, the one listed first. Letter case, punctuation and a plural `s` do
    /// not matter.
    pub fn search(&self, query: &str, limit: usize) -> Vec<Hit> {
        let mut wanted: Vec<String> = words(query).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.truncate(MAX_WORDS);
        let mut scores = vec![0.0; self.names.len()];
        for word in &wanted {
            self.score(word, &mut scores);
        }
        let mut found: Vec<(usize, f64)> =
            scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect();
        // The sort is stable: equals stay in listing order.
        found.sort_by(|(_, left), (_, right)| right.total_cmp(left));
        found.truncate(limit);
        let hit = |(at, score): (usize, f64)| Hit { name: self.names[at].clone(), score };
        found.into_iter().map(hit).collect()
    }

    /// Adds what one word is worth in each tool that has it.
    fn score(&self, word: &str, scores: &mut [f64]) {
        let Some(postings) = self.postings.get(word) else { return };
        let (n_tools, n_having) = (count(self.names.len()), count(postings.len()));
        let rarity = (1.0 + (n_tools - n_having + 0.5) / (n_having + 0.5)).ln();
        let average = self.lengths.iter().sum::<f64>() / n_tools;
        for (at, weight) in postings {
            let length = 1.0 - LENGTH_PENALTY + LENGTH_PENALTY * self.lengths[*at] / average;
            scores[*at] += rarity * weight * (SATURATION + 1.0) / (weight + SATURATION * length);
        }
    }

    fn add(&mut self, tool: &Tool) {
        let mut weights: HashMap<String, f64> = HashMap::new();
        let mut length = 0.0;
        let mut add = |text: &str, weight: f64| {
            for word in words(text) {
                *weights.entry(word).or_default() += weight;
                length += weight;
            }
        };
        let spec = tool.spec();
        add(tool.name(), NAME);
        add(tool.title().unwrap_or_default(), TITLE);
        spec.tags.iter().for_each(|tag| add(tag, TAG));
        add(&spec.description, DESCRIPTION);
        let properties = tool.input_schema().get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            add(name, ARGUMENT_NAME);
            let description = property.get("description").and_then(Value::as_str);
            add(description.unwrap_or_default(), ARGUMENT_DESCRIPTION);
        }
        let at = self.names.len();
        self.names.push(tool.name().to_owned());
        self.lengths.push(length);
        for (word, weight) in weights {
            self.postings.entry(word).or_default().push((at, weight));
        }
    }
}

/// Numbers of tools are far below what a float can count.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests;
