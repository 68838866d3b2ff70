//! Where a query that cannot be read goes wrong.

use spargebra::SparqlParser;

use super::Refusal;

/// Blanks behind a query, more than any keyword has letters. The parser takes as many letters as a
/// keyword has before it compares them, and would meet the end of a text that goes on.
const PADDING: usize = 32;

/// What the parser says of a query that is put together wrongly, in lower case, and what we say.
const CAUSES: [(&str, &str); 6] = [
    ("prefix not found", "a prefix is not declared"),
    ("blank node", "a blank node is shared between blocks"),
    ("variable that is unbound", "a selected variable is not grouped by"),
    ("duplicated variable name", "a variable is selected twice"),
    ("not authorized with group by", "`SELECT *` does not go with GROUP BY"),
    ("only available in sparql", "it is of a newer SPARQL than is read here"),
];

/// Why `text`, which the parser refused, is no query.
pub(super) fn refusal(parser: &SparqlParser, text: &str) -> Refusal {
    // The line end closes a comment.
    let padded = format!("{text}\n{:PADDING$}", "");
    let message = parser
        .clone()
        .parse_query(&padded)
        .map_or_else(|error| error.to_string(), |_| String::new());
    let place = message.strip_prefix("error at ").and_then(|rest| rest.split_once(": "));
    let (place, detail) = place.unwrap_or(("", &message));
    let end = text.trim_end().chars().count();
    let offset = offset(&padded, place).saturating_sub(passed_over(detail)).min(end);
    let detail = detail.to_lowercase();
    let known = CAUSES.iter().find(|(said, _)| detail.contains(said)).map(|(_, cause)| *cause);
    let cause = known.unwrap_or(match offset == end {
        true => "it ends before it is complete",
        false => "unexpected text",
    });
    let (line, column) = line_and_column(text, offset);
    Refusal::Syntax { cause, line, column }
}

/// How many characters behind the fault the parser stopped: where it wanted one of some keywords, it
/// stopped behind as many as one of these has.
fn passed_over(detail: &str) -> usize {
    let wanted = detail.trim_start_matches("expected ").trim_start_matches("one of ");
    let is_keyword =
        |word: &str| word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    let lengths: Option<Vec<usize>> =
        wanted.split(", ").map(|word| is_keyword(word).then_some(word.len())).collect();
    lengths.and_then(|lengths| lengths.into_iter().min()).unwrap_or(0)
}

/// Characters before a place, `LINE:COLUMN` from 1.
fn offset(text: &str, place: &str) -> usize {
    let (line, column) = place.split_once(':').unwrap_or_default();
    let before = |number: &str| number.parse::<usize>().unwrap_or(1).saturating_sub(1);
    let lines = text.split_inclusive('\n').take(before(line));
    lines.map(|line| line.chars().count()).sum::<usize>() + before(column)
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before: String = text.chars().take(offset).collect();
    let last = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, last.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::{super::parser, *};

    #[test]
    fn a_query_that_is_put_together_wrongly_is_told_how() {
        for (query, word) in [
            ("SELECT ?s ?p { ?s ?p ?o } GROUP BY ?s", "not grouped by"),
            ("SELECT ?s (COUNT(?p) AS ?n) { ?s ?p ?o }", "not grouped by"),
            ("SELECT ?s ?s { ?s ?p ?o }", "selected twice"),
            ("SELECT * { ?s ?p ?o } GROUP BY ?s", "`SELECT *`"),
            ("ASK { << ?a ?b ?c >> ?d ?e }", "newer SPARQL"),
        ] {
            let Refusal::Syntax { cause, .. } = refusal(&parser(), query) else {
                panic!("{query} is no query")
            };
            assert!(cause.contains(word), "{query}: {cause}");
        }
    }

    #[test]
    fn a_query_that_ends_too_early_is_told_from_a_wrong_one() {
        let (early, wrong) = ("it ends before it is complete", "unexpected text");
        for (query, cause, place) in [
            ("SELECT", early, (1, 7)),
            ("SELECT * {\n  ?s ?p \n", early, (2, 8)),
            ("SELECT * { ?s ?p ?o } LIMIT # none", early, (1, 35)),
            ("SELECT * { ?é ?ü <x", early, (1, 20)),
            ("SELECT * { ?s ?p \"a }", early, (1, 22)),
            ("SELECT * {\n  ?s ?p ?o } }", wrong, (2, 14)),
            ("SELECT * { ?s ?p ?o } x", wrong, (1, 23)),
            ("ASK { FILTER(1 + ) }", wrong, (1, 18)),
            ("ASK { ?s missing:p ?o }", "a prefix is not declared", (1, 19)),
            ("", early, (1, 1)),
        ] {
            let Refusal::Syntax { cause: told, line, column } = refusal(&parser(), query) else {
                panic!("{query} is no query")
            };
            assert_eq!((told, (line, column)), (cause, place), "{query}");
        }
    }
}
