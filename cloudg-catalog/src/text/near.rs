//! Names that a person may have meant: parts of names count before likeness.

use super::{fold, fuzzy};

/// How alike a name has to be of which the word is no part.
const CUTOFF: f64 = 0.6;
/// Shortest part that counts inside a name; at its start two characters do.
const MIN_PART: usize = 3;

/// The `n` names of the pool that are nearest to the word, nearest first: the same but for letter
/// case, `-`, `_` and space; beginning with it; with it as one of their words; containing it; whole
/// words of it; and then those that look alike. Shorter names come first, then the order of the pool.
pub fn near_names<'p>(
    word: &str,
    pool: impl IntoIterator<Item = &'p str>,
    n: usize,
) -> Vec<&'p str> {
    let word = normal(word);
    let pool: Vec<(&str, String)> = pool.into_iter().map(|name| (name, normal(name))).collect();
    let related = pool.iter().enumerate();
    let related =
        related.filter_map(|(at, (_, name))| Some((relation(&word, name)?, name.len(), at)));
    let mut related: Vec<(Relation, usize, usize)> = related.collect();
    related.sort_unstable();
    let mut places: Vec<usize> = related.into_iter().map(|(_, _, at)| at).collect();
    let names = pool.iter().map(|(_, name)| name.as_str());
    for at in fuzzy::close_match_positions(&word, names, n, CUTOFF) {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    places.into_iter().take(n).map(|at| pool[at].0).collect()
}

/// How a name has to do with a word, nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    Same,
    Begins,
    HasWord,
    Contains,
    IsPart,
}

fn relation(word: &str, name: &str) -> Option<Relation> {
    let length = word.chars().count();
    if word == name {
        return Some(Relation::Same);
    }
    if length >= 2 && name.starts_with(word) {
        return Some(Relation::Begins);
    }
    if length >= 2 && name.split('_').any(|part| part == word) {
        return Some(Relation::HasWord);
    }
    if length >= MIN_PART && name.contains(word) {
        return Some(Relation::Contains);
    }
    stands_in(name, word).then_some(Relation::IsPart)
}

/// Whether a name is in a word with nothing but marks and ends around it.
fn stands_in(name: &str, word: &str) -> bool {
    let is_mark = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let stands = |(at, _): (usize, &str)| {
        is_mark(word[..at].chars().next_back()) && is_mark(word[at + name.len()..].chars().next())
    };
    name.chars().count() >= MIN_PART && word.match_indices(name).any(stands)
}

fn normal(text: &str) -> String {
    fold::upper(text.trim()).replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::near_names;

    #[track_caller]
    fn check(word: &str, pool: &[&str], expected: &[&str]) {
        assert_eq!(near_names(word, pool.iter().copied(), 3), expected, "{word}");
    }

    #[test]
    fn parts_count_before_likeness() {
        let types = ["EC2", "S3_BUCKET", "GCS_BUCKET", "LOAD_BALANCER", "IAM_ROLE"];
        check("S3", &types, &["S3_BUCKET"]);
        check("bucket", &types, &["S3_BUCKET", "GCS_BUCKET"]);
        check("load-balancer", &types, &["LOAD_BALANCER"]);
        check("role", &types, &["IAM_ROLE"]);
        check("IAM_ROEL", &types, &["IAM_ROLE"]);
        check("EC2 instance", &types, &["EC2"]);
        check("EC2,S3_BUCKET", &types, &["EC2", "S3_BUCKET", "GCS_BUCKET"]);
        check("heritages", &["tag"], &[]);
        check("tag: a", &["tag"], &["tag"]);
        check("zebra", &types, &[]);
    }

    #[test]
    fn short_and_empty_words_match_nothing_by_accident() {
        check("", &["ABC", "A"], &[]);
        check("a", &["ABC", "A"], &["A"]);
        check("x", &[], &[]);
    }

    #[test]
    fn shorter_names_come_first_then_the_order_of_the_pool() {
        check(
            "vpc",
            &["VPC_ENDPOINT", "VPC_LINK", "MY_VPC", "VPC_LAND"],
            &["VPC_LINK", "VPC_LAND", "VPC_ENDPOINT"],
        );
    }
}
