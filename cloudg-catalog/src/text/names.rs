//! Names of datasets.

use std::path::Path;

/// Most characters of a name that a caller gives.
pub const MAX_LENGTH: usize = 64;

/// Most characters of a name that is derived, before a number is appended.
const MAX_DERIVED: usize = 48;

/// The name when nothing else gives one.
const FALLBACK: &str = "dataset";

/// Whether a name is 1 to 64 letters, digits, `_`, `.` and `-`, all of them ASCII.
pub fn is_valid(name: &str) -> bool {
    (1..=MAX_LENGTH).contains(&name.len()) && name.chars().all(is_allowed)
}

/// The name of the directory that holds an `inventory-map.json`, else the last part of the path
/// without its last extension; empty when there is none. `path` is resolved.
pub fn base_of_path(path: &Path) -> String {
    let is_map = path.file_name().is_some_and(|name| name == "inventory-map.json");
    let base = if is_map { path.parent().and_then(Path::file_name) } else { path.file_stem() };
    base.map(|base| base.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A valid name made of any text: other characters become one `-` per run, none of them stays at
/// the ends, and at most 48 characters are kept.
pub fn sanitise(base: &str) -> String {
    let mut name = String::with_capacity(base.len());
    let mut in_run = false;
    for c in base.chars() {
        if is_allowed(c) {
            name.push(c);
        } else if !in_run {
            name.push('-');
        }
        in_run = !is_allowed(c);
    }
    let kept: String = name.trim_matches('-').chars().take(MAX_DERIVED).collect();
    if kept.is_empty() { FALLBACK.to_owned() } else { kept }
}

/// The sanitised base, with the first of `-2`, `-3`, … that makes it free if it is taken.
pub fn unique_name(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let name = sanitise(base);
    if !is_taken(&name) {
        return name;
    }
    let mut number = 2u64;
    loop {
        let numbered = format!("{name}-{number}");
        if !is_taken(&numbered) {
            return numbered;
        }
        number += 1;
    }
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        for case in vectors::section("unique_name") {
            let base = case["base"].as_str().expect("base");
            assert_eq!(case["name"], unique_name(base, |_| false), "{case}");
        }
    }

    #[test]
    fn taken_names_are_numbered() {
        let taken = ["prod", "prod-2"];
        assert_eq!(unique_name("prod", |name| taken.contains(&name)), "prod-3");
    }

    #[test]
    fn whole_names_are_checked() {
        assert!(is_valid("prod_1.a-b"));
        for name in ["", "prod\n", "a b", "é", &"x".repeat(65)] {
            assert!(!is_valid(name), "{name:?}");
        }
    }

    #[test]
    fn bases_of_paths() {
        let base = |path: &str| base_of_path(Path::new(path));
        assert_eq!(base("/data/prod/inventory-map.json"), "prod");
        assert_eq!(base("/data/scan.v2"), "scan");
        assert_eq!(base("/data/.hid"), ".hid");
        assert_eq!(base("/"), "");
    }
}
