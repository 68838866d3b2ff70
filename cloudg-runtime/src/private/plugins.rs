//! Crates that a program expects declarations of.

use std::collections::BTreeSet;

use crate::{PromptSpec, ResourceSpec, Source, TemplateSpec, ToolSpec};

/// A crate named by `plugins!`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpectedPlugin {
    /// Its package, `-` written either way.
    pub package: &'static str,
    /// Where it is expected.
    pub source: Source,
}

inventory::collect!(ExpectedPlugin);

/// The crates named by `plugins!` anywhere in the program that declare nothing, ordered by name,
/// then by the place that names them.
pub fn missing_plugins() -> Vec<ExpectedPlugin> {
    let expected = inventory::iter::<ExpectedPlugin>.into_iter().copied();
    missing(expected, &declaring_packages())
}

/// The packages that declare something.
fn declaring_packages() -> Vec<&'static str> {
    let tools = inventory::iter::<ToolSpec>.into_iter().map(|spec| spec.source);
    let resources = inventory::iter::<ResourceSpec>.into_iter().map(|spec| spec.source);
    let templates = inventory::iter::<TemplateSpec>.into_iter().map(|spec| spec.source);
    let prompts = inventory::iter::<PromptSpec>.into_iter().map(|spec| spec.source);
    let sources = tools.chain(resources).chain(templates).chain(prompts);
    sources.map(|source| source.package).collect()
}

fn missing(
    expected: impl Iterator<Item = ExpectedPlugin>,
    packages: &[&str],
) -> Vec<ExpectedPlugin> {
    let present: BTreeSet<String> = packages.iter().map(|package| crate_name(package)).collect();
    let mut missing: Vec<ExpectedPlugin> =
        expected.filter(|plugin| !present.contains(&crate_name(plugin.package))).collect();
    missing.sort_unstable();
    missing
}

/// How a package is called in code.
fn crate_name(package: &str) -> String {
    package.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(package: &'static str) -> ExpectedPlugin {
        let source = Source { package: "app", file: "src/main.rs", line: 1, column: 1 };
        ExpectedPlugin { package, source }
    }

    #[test]
    fn only_silent_crates_are_missing() {
        let plugins = ["z_plugin", "my_plugin", "a_plugin"].map(expected);
        let missing = missing(plugins.into_iter(), &["my-plugin", "other"]);
        assert_eq!(missing, ["a_plugin", "z_plugin"].map(expected));
    }
}
