//! Finds tools by words: a small index over their names, texts and arguments, ranked by BM25.
//!
//! The index is our own because a catalogue has some hundred short documents: the ranking takes a
//! page, where a search library would bring storage, threads and a query language. Everything in
//! it is in a defined order, so the same registry and the same query give the same list.

mod tool;
mod words;

use std::collections::HashMap;

use serde_json::Value;

use self::words::{is_common, words};
use crate::{Registry, Tool, ToolSpec};

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

/// The tag of the tools to start with.
pub const START_TAG: &str = "start-here";

/// A ready-made tool, `search_tools`, that finds the tools which its caller may see.
///
/// It takes `query`, `limit` (1 to 50, default 5), `category` (empty for all) and
/// `include_schema`, and answers `matches` (`name`, `title`, `description` in one line,
/// `category`, `score`, `input_schema`?), `total`, `searched` and, when nothing fits, `hint`. It is
/// in no registry by itself: [`LayerBuilder::start_small`](crate::LayerBuilder::start_small) adds
/// it, or
///
/// ```
/// use cloudg_runtime::{Registry, SEARCH_TOOLS};
///
/// let mut registry = Registry::new();
/// registry.add(SEARCH_TOOLS)?;
/// assert!(registry.tool("search_tools").is_some());
/// # Ok::<(), cloudg_runtime::RegistryError>(())
/// ```
pub const SEARCH_TOOLS: ToolSpec = tool::SPEC;

/// A tool that fits a query.
///
/// ```
/// use cloudg_runtime::{Registry, ToolIndex};
///
/// for hit in ToolIndex::build(&Registry::new()).search("anything", 5) {
///     println!("{} {:.2}", hit.name, hit.score);
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Name without prefix.
    pub name: String,
    /// How well it fits; above 0, comparable within one answer only.
    pub score: f64,
}

/// An index of the tools of a registry.
///
/// ```standalone_crate
/// use cloudg_runtime::{Registry, ToolContext, ToolIndex, tool};
///
/// /// Convert degrees.
/// #[tool]
/// fn convert_heat(_ctx: &ToolContext, celsius: f64) -> f64 {
///     celsius * 1.8 + 32.0
/// }
///
/// /// Weigh flour.
/// #[tool]
/// fn weigh(_ctx: &ToolContext, cups: f64) -> f64 {
///     cups * 125.0
/// }
///
/// # fn main() -> Result<(), cloudg_runtime::RegistryError> {
/// let index = ToolIndex::build(&Registry::collected(&[])?);
/// let hits = index.search("degrees Celsius", 5);
/// assert_eq!((hits.len(), hits[0].name.as_str()), (1, "convert_heat"));
/// # Ok(())
/// # }
/// ```
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
        Self::of(registry.tools())
    }

    /// Like [`ToolIndex::build`], of some tools: nothing of the others shows in a score.
    ///
    /// ```
    /// use cloudg_runtime::{Registry, SEARCH_TOOLS, ToolIndex};
    ///
    /// let mut registry = Registry::new();
    /// registry.add(SEARCH_TOOLS)?;
    /// let index = ToolIndex::of(registry.tools().filter(|tool| tool.title().is_some()));
    /// assert_eq!(index.search("Which tools answer this?", 5)[0].name, "search_tools");
    /// # Ok::<(), cloudg_runtime::RegistryError>(())
    /// ```
    pub fn of<'t>(tools: impl IntoIterator<Item = &'t Tool>) -> Self {
        let mut index = Self::default();
        for tool in tools {
            index.add(tool);
        }
        index
    }

    /// The tools that have at least one word of `query`, best first, at most `limit` of them; of
    /// two that fit equally, the one listed first. Letter case, punctuation, the endings of plurals
    /// and of the past, and words that every question has do not matter.
    pub fn search(&self, query: &str, limit: usize) -> Vec<Hit> {
        let mut wanted: Vec<String> = words(query).filter(|word| !is_common(word)).collect();
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
