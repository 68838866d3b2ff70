//! Doc comments as descriptions.

use syn::{Attribute, Expr, Lit, Meta, parse_quote};

use super::settings::literal;
use crate::model::Description;

/// The doc comment of an item: lines joined by `\n`, without common indentation, trailing white
/// space and surrounding blank lines. Empty when there is none. One with an included file is left
/// to the compiler, and keeps its indentation.
pub(super) fn description(attributes: &[Attribute]) -> Description {
    let parts: Vec<&Expr> = attributes.iter().filter_map(doc_value).collect();
    let lines: Option<Vec<String>> = parts.iter().map(|part| text(part)).collect();
    match lines {
        Some(lines) => Description::Written(unindent(&lines.join("\n"))),
        None => Description::Computed(parse_quote!(::core::concat!(#(#parts, "\n"),*))),
    }
}

/// Whether `attribute` is a doc comment.
pub(super) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

/// The text of a doc comment; `#[doc(hidden)]` and the like have none.
fn doc_value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if is_doc(attribute) => Some(&pair.value),
        _ => None,
    }
}

fn text(value: &Expr) -> Option<String> {
    match literal(value) {
        Some(Lit::Str(text)) => Some(text.value()),
        _ => None,
    }
}

/// Removes common indentation, trailing white space and surrounding blank lines.
pub(super) fn unindent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indentation = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(indentation..).unwrap_or("")).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_indentation_goes_and_the_rest_stays() {
        assert_eq!(unindent(" One.\n\n   Two.\n "), "One.\n\n  Two.");
        assert_eq!(unindent("\n\n text  \n\n"), "text");
        assert_eq!(unindent(""), "");
    }
}
