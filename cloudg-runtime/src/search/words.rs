//! What a word is to the index.

/// Words that a question has whatever it is about, sorted.
const COMMON: [&str; 47] = [
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "by", "can", "did", "do", "doe",
    "for", "from", "has", "hav", "how", "i", "in", "is", "it", "me", "my", "now", "of", "on", "or",
    "our", "sinc", "that", "the", "ther", "thi", "to", "was", "we", "what", "when", "wher",
    "which", "who", "why", "with", "you", "your",
];

/// Whether a word, as [`words`] gives it, tells nothing about what a question is about.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.binary_search(&word).is_ok()
}

/// The words of a text in lower case, without the endings that a plural or the past adds: runs of
/// letters and digits, parted also where a small letter or a digit meets a capital one.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let runs = text.split(|letter: char| !letter.is_alphanumeric());
    runs.flat_map(parts).map(|part| stem(singular(part.to_lowercase())))
}

/// `findOrphans2Go` is `find`, `Orphans2`, `Go`.
fn parts(run: &str) -> Vec<&str> {
    let (mut parts, mut start, mut small_before) = (Vec::new(), 0, false);
    for (at, letter) in run.char_indices() {
        if letter.is_uppercase() && small_before {
            parts.push(&run[start..at]);
            start = at;
        }
        small_before = !letter.is_uppercase();
    }
    if start < run.len() {
        parts.push(&run[start..]);
    }
    parts
}

/// `assets` is `asset`, `policies` is `policy`; `access` and `aws` stay.
fn singular(mut word: String) -> String {
    if word.len() > 4 && word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
    }
    word
}

/// `changed`, `changes` and `change` are `chang`, `mapped` is `map`; `used` stays.
fn stem(mut word: String) -> String {
    if word.len() > 4 && word.ends_with("ed") {
        word.truncate(word.len() - 2);
        undouble(&mut word);
    } else if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
    word
}

/// `mapp` is `map`; `access` and `call` stay.
fn undouble(word: &mut String) {
    let mut letters = word.chars().rev();
    if let (Some(last), Some(before)) = (letters.next(), letters.next())
        && last == before
        && !matches!(last, 'l' | 's' | 'z')
    {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_are_sorted_stems() {
        assert!(COMMON.is_sorted());
        assert!(COMMON.iter().all(|common| words(common).eq([(*common).to_owned()])));
        assert!(is_common("who") && !is_common("asset"));
        assert!(words("where does").all(|word| is_common(&word)));
    }

    #[test]
    fn words_of_a_text() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(words(text).collect::<Vec<_>>(), expected, "{text}");
        };
        check(
            "find_assets: the policies, AWS access",
            &["find", "asset", "the", "policy", "aws", "access"],
        );
        check("changed changes change", &["chang", "chang", "chang"]);
        check("mapped called used need roles", &["map", "call", "used", "need", "rol"]);
        check("findOrphans2Go IAMRole", &["find", "orphans2", "go", "iamrol"]);
        check("Übergrößen é", &["übergrößen", "é"]);
        check(" --- ", &[]);
    }
}
