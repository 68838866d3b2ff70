//! What a word is to the index.

/// The words of a text in lower case, without a plural `s`: runs of letters and digits, parted
/// also where a small letter or a digit meets a capital one.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let runs = text.split(|letter: char| !letter.is_alphanumeric());
    runs.flat_map(parts).map(|part| singular(part.to_lowercase()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_text() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(words(text).collect::<Vec<_>>(), expected, "{text}");
        };
        check(
            "find_assets: the policies, AWS access",
            &["find", "asset", "the", "policy", "aws", "access"],
        );
        check("findOrphans2Go IAMRole", &["find", "orphans2", "go", "iamrole"]);
        check("Übergrößen é", &["übergrößen", "é"]);
        check(" --- ", &[]);
    }
}
