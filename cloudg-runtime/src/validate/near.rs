//! Which declared argument an unknown one was probably meant to be.

use strsim::damerau_levenshtein;

/// Longest name that is compared, in bytes.
const MAX_NAME: usize = 64;

/// The first of `names` that is closest to `key`, if it is close at all: at most a third of the
/// letters differ (one of a short name), or one name is the other without its last words. Letter
/// case and signs do not count: `assetType` is `asset_type`.
pub(super) fn nearest<'n>(key: &str, names: &[&'n str]) -> Option<&'n str> {
    if key.len() > MAX_NAME {
        return None;
    }
    let key = bare(key);
    let near = names.iter().filter_map(|name| Some((distance(&key, &bare(name))?, *name)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// How far apart two bare names are; `None` is too far.
fn distance(key: &str, name: &str) -> Option<usize> {
    let letters = key.chars().count();
    let allowed = letters.max(3) / 3;
    let gap = letters.abs_diff(name.chars().count());
    let is_part = letters >= 3 && (name.starts_with(key) || name.ends_with(key));
    if gap > allowed {
        return is_part.then_some(gap);
    }
    Some(damerau_levenshtein(key, name)).filter(|distance| is_part || *distance <= allowed)
}

/// The letters and digits of a name, in lower case.
fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name_is_proposed() {
        let names = ["limit", "cursor", "asset_type", "min_severity", "dataset", "name"];
        for (key, expected) in [
            ("limits", Some("limit")),
            ("lmiit", Some("limit")),
            ("LIMIT", Some("limit")),
            ("assetType", Some("asset_type")),
            ("asset-types", Some("asset_type")),
            ("severity", Some("min_severity")),
            ("data", Some("dataset")),
            ("nam", Some("name")),
            ("colour", None),
            ("x", None),
            ("", None),
            ("__", None),
        ] {
            assert_eq!(nearest(key, &names), expected, "{key}");
        }
        assert_eq!(nearest(&"limit".repeat(20), &names), None);
    }

    #[test]
    fn of_two_that_are_as_close_the_first_declared_wins() {
        assert_eq!(nearest("set", &["bet", "get"]), Some("bet"));
        assert_eq!(nearest("set", &["get", "bet"]), Some("get"));
    }
}
