//! Which part of a registry is served.

use crate::ToolSpec;

/// Which primitives of a registry to serve. An empty list does not filter.
///
/// ```
/// use cloudg_runtime::{Filter, Registry};
///
/// let filter = Filter { include_tools: vec!["add".to_owned()], ..Filter::default() };
/// assert_eq!(Registry::new().unknown_in(&filter), ["tool add"]);
/// assert!(Registry::new().filtered(&filter).is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Categories to keep.
    pub include_categories: Vec<String>,
    /// Categories to drop.
    pub exclude_categories: Vec<String>,
    /// Tools to keep, without prefix.
    pub include_tools: Vec<String>,
    /// Tools to drop, without prefix.
    pub exclude_tools: Vec<String>,
}

impl Filter {
    /// Whether a tool passes.
    pub(super) fn admits(&self, tool: &ToolSpec) -> bool {
        self.admits_category(&tool.category)
            && admits(&self.include_tools, &self.exclude_tools, &tool.name)
    }

    /// Whether anything but a tool passes.
    pub(super) fn admits_category(&self, category: &str) -> bool {
        admits(&self.include_categories, &self.exclude_categories, category)
    }
}

fn admits(include: &[String], exclude: &[String], value: &str) -> bool {
    let named = |list: &[String]| list.iter().any(|one| one == value);
    (include.is_empty() || named(include)) && !named(exclude)
}
