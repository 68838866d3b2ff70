//! Checks of different scanners that test the same thing.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct Table<'a> {
    #[serde(borrow)]
    equivalences: Vec<Equivalence<'a>>,
}

#[derive(Deserialize)]
struct Equivalence<'a> {
    id: &'a str,
    #[serde(borrow)]
    checks: HashMap<&'a str, Vec<&'a str>>,
}

/// (scanner, check) to the shared name.
type Index = HashMap<(&'static str, &'static str), &'static str>;

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let table: Table<'static> =
        serde_json::from_str(include_str!("../../data/check-equivalence.json"))
            // The text is part of the program, and a test reads it.
            .expect("the embedded equivalences are valid");
    let mut index = Index::new();
    for equivalence in table.equivalences {
        for (tool, checks) in equivalence.checks {
            for check in checks {
                index.insert((tool, check), equivalence.id);
            }
        }
    }
    index
});

/// The shared name of a check.
pub(super) fn canonical(tool: &str, check: &str) -> Option<&'static str> {
    INDEX.get(&(tool, check)).copied()
}
