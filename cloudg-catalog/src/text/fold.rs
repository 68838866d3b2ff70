//! Letter case: full mappings of Unicode, borrowed where they change nothing.

use std::borrow::Cow;

/// Lower case, the final sigma included.
pub fn lower(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|b| b.is_ascii_uppercase()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.to_lowercase())
}

/// Upper case; may be longer than the text, `ß` becomes `SS`.
pub fn upper(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.to_uppercase())
}

/// The form in which texts that differ in case only are equal.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return lower(text);
    }
    Cow::Owned(caseless::default_case_fold_str(text))
}

/// Whether the lower case of `text` contains `lowered`, which is in lower case already.
pub fn lower_contains(text: &str, lowered: &str) -> bool {
    if !text.is_ascii() {
        return text.to_lowercase().contains(lowered);
    }
    contains_ignoring_ascii_case(text.as_bytes(), lowered.as_bytes())
}

/// Longest needle that is compared at every place where it may start; a longer one would make the
/// search quadratic.
const MAX_PLAIN_NEEDLE: usize = 64;

/// `needle` is in lower case; without allocation, for the many short texts of an inventory.
fn contains_ignoring_ascii_case(text: &[u8], needle: &[u8]) -> bool {
    if needle.len() > MAX_PLAIN_NEEDLE {
        return memchr::memmem::find(&text.to_ascii_lowercase(), needle).is_some();
    }
    let Some((&first, rest)) = needle.split_first() else { return true };
    let Some(last_start) = text.len().checked_sub(needle.len()) else { return false };
    let starts = memchr::memchr2_iter(first, first.to_ascii_uppercase(), &text[..=last_start]);
    starts.into_iter().any(|at| {
        let candidate = &text[at + 1..at + needle.len()];
        candidate.iter().zip(rest).all(|(have, want)| have.to_ascii_lowercase() == *want)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_mappings() {
        assert_eq!(lower("ΟΔΟΣ"), "οδος");
        assert_eq!(lower("İ"), "i\u{307}");
        assert_eq!(upper("straße"), "STRASSE");
        assert_eq!(upper("ﬁle"), "FILE");
        assert_eq!(fold("straße"), fold("STRASSE"));
        assert_eq!(fold("ΟΔΟΣ"), fold("οδος"));
    }

    #[test]
    fn unchanged_texts_are_borrowed() {
        assert!(matches!(lower("web-1"), Cow::Borrowed(_)));
        assert!(matches!(fold("web-1"), Cow::Borrowed(_)));
        assert!(matches!(upper("EC2"), Cow::Borrowed(_)));
        assert!(matches!(lower("Web"), Cow::Owned(_)));
    }

    #[test]
    fn containment_agrees_with_the_mapping() {
        let long = "xY".repeat(100);
        let texts = [&*long, "", "Web-Prod-1", "WEB", "ΟΔΟΣ web", "we", "@[`{", "aAaB"];
        let (within, beyond) = ("xy".repeat(50), "xy".repeat(50) + "z");
        let needles = [&*within, &*beyond, "", "web", "prod-1", "ς w", "1", "aab", "`", "@", "kk"];
        for text in texts {
            for needle in needles {
                let expected = text.to_lowercase().contains(needle);
                assert_eq!(lower_contains(text, needle), expected, "{text:?} {needle:?}");
            }
        }
    }
}
