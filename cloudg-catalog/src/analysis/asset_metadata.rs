//! A selection of an asset's metadata within a budget.

use serde_json::{Map, Value};

use crate::text::json_text;

/// Most sizes that a selection over budget lists.
const MAX_SIZES: usize = 50;

/// What was asked for and fits.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The kept keys with their values.
    pub metadata: Map<String, Value>,
    /// For a selection over budget: key and size of its values in characters, largest first, ties
    /// in stored order, at most 50.
    pub key_sizes: Option<Vec<(String, usize)>>,
    /// Keys that were asked for and do not exist, repeats kept.
    pub missing_keys: Vec<String>,
}

/// Selects keys, all of them for an empty list, and keeps what fits into `max_chars` characters of
/// JSON text. Over budget, keys are kept in stored order while the sum of the sizes of their
/// values fits; one that would cross the budget is left out, a smaller one after it may still fit.
pub fn select(mut metadata: Map<String, Value>, keys: &[String], max_chars: usize) -> Selection {
    let mut missing_keys = Vec::new();
    if !keys.is_empty() {
        let mut chosen = Map::new();
        for key in keys {
            // What is left over is dropped, so its order may suffer.
            match metadata.swap_remove(key) {
                Some(value) => {
                    chosen.insert(key.clone(), value);
                }
                None if chosen.contains_key(key) => {}
                None => missing_keys.push(key.clone()),
            }
        }
        metadata = chosen;
    }
    let whole = Value::Object(metadata);
    let fits = json_text::length(&whole) <= max_chars;
    let Value::Object(metadata) = whole else { unreachable!("an object was wrapped just above") };
    if fits {
        return Selection { metadata, key_sizes: None, missing_keys };
    }
    let sizes: Vec<(String, usize)> =
        metadata.iter().map(|(key, value)| (key.clone(), json_text::length(value))).collect();
    let mut left = max_chars;
    let mut kept = Map::new();
    for ((key, value), (_, size)) in metadata.into_iter().zip(&sizes) {
        if let Some(rest) = left.checked_sub(*size) {
            left = rest;
            kept.insert(key, value);
        }
    }
    let mut key_sizes = sizes;
    key_sizes.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
    key_sizes.truncate(MAX_SIZES);
    Selection { metadata: kept, key_sizes: Some(key_sizes), missing_keys }
}
