//! The key that findings are compared by: a tuple of three texts as it would be printed.

use unicode_general_category::{GeneralCategory, get_general_category};

/// `('tool', 'check', 'resource')`, each part in the quotes that need the least escaping and with
/// everything unprintable escaped. Differs from comparing the parts only where one part is the
/// beginning of another and goes on with a character that sorts below the quote.
pub fn finding_sort_key(tool: &str, check: &str, resource: &str) -> String {
    let mut key = String::with_capacity(tool.len() + check.len() + resource.len() + 12);
    key.push('(');
    for (position, part) in [tool, check, resource].into_iter().enumerate() {
        if position > 0 {
            key.push_str(", ");
        }
        push_quoted(&mut key, part);
    }
    key.push(')');
    key
}

fn push_quoted(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if c == quote => out.extend(['\\', c]),
            _ if is_printable(c) => out.push(c),
            _ => out.push_str(&escape(c)),
        }
    }
    out.push(quote);
}

fn escape(c: char) -> String {
    match u32::from(c) {
        code @ ..=0xff => format!("\\x{code:02x}"),
        code @ 0x100..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// Neither a control, nor a format character, nor a separator other than the space, nor unassigned.
fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    !matches!(
        get_general_category(c),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Surrogate
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::SpaceSeparator
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::vectors;

    #[test]
    fn vectors_agree() {
        for case in vectors::section("finding_sort_key") {
            let part = |at: usize| case["tuple"][at].as_str().expect("part");
            assert_eq!(case["key"], finding_sort_key(part(0), part(1), part(2)), "{case}");
        }
    }

    #[test]
    fn escapes_by_width() {
        let key = finding_sort_key("\u{a0}\u{85}", "\u{e000}", "\u{e0001}\u{1f600}");
        assert_eq!(key, "('\\xa0\\x85', '\\ue000', '\\U000e0001\u{1f600}')");
    }
}
