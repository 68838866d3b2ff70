//! Text from the data, made harmless and made to fit.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Stands for a character that must not be shown.
const REPLACEMENT: char = '\u{FFFD}';

/// The text on one line: white space becomes a space; control characters, which could move the
/// cursor of a terminal, and marks that turn the direction of writing become U+FFFD.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
                REPLACEMENT
            }
            '\u{FFFE}' | '\u{FFFF}' => REPLACEMENT,
            c if c.is_control() => REPLACEMENT,
            c => c,
        })
        .collect()
}

/// Columns that the text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text in at most `columns` columns; what is cut ends in an ellipsis.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let (mut kept, mut used) = (String::new(), 1);
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > columns {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept
}

/// The text in at most `columns` columns; what is cut is its middle.
pub(super) fn cut_middle(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let half = columns.saturating_sub(1) / 2;
    let front = cut(text, columns.saturating_sub(half).max(1));
    let (mut start, mut used) = (text.len(), 0);
    for (at, c) in text.char_indices().rev() {
        used += c.width().unwrap_or(0);
        if used > half {
            break;
        }
        start = at;
    }
    front + &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(clean("a\u{1b}[31mb\u{7}\nc\u{9b}\u{202e}"), "a�[31mb� c��");
        assert_eq!(clean("naïve 日本"), "naïve 日本");
    }

    #[test]
    fn cuts_count_columns() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("abc", 0), "…");
        assert_eq!(cut_middle("abcdefg", 7), "abcdefg");
        assert_eq!(cut_middle("abcdefgh", 7), "abc…fgh");
        assert_eq!(cut_middle("abcdefgh", 6), "abc…gh");
        assert_eq!(cut_middle("日本語日本語", 7), "日…語");
        assert_eq!(cut_middle("abc", 1), "…");
    }
}
