//! What can be told from the text of a query, in one pass and without reading it as a query.

/// Most levels of brackets, and most signs in a row.
pub(super) const MAX_DEPTH: usize = 64;

/// Most pieces that the parser may read, those that it reads again counted again: some tenths of a
/// second.
pub(super) const MAX_READINGS: usize = 100_000;

/// Calls whose arguments the parser reads twice, because they have two forms that begin alike.
const READ_TWICE: [&str; 4] = ["REPLACE", "SUBSTR", "REGEX", "GROUP_CONCAT"];

/// What an update starts with.
const UPDATES: [&str; 10] =
    ["INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"];

/// Whether the first word after the prefixes is that of an update.
pub(super) fn is_update(text: &str) -> bool {
    let mut pieces = Pieces(text);
    while let Some(piece) = pieces.next() {
        match piece {
            Piece::Word(word) if word.eq_ignore_ascii_case("PREFIX") => pieces.skip_iri(),
            Piece::Word(word) if word.eq_ignore_ascii_case("BASE") => pieces.skip_iri(),
            Piece::Word(word) => return UPDATES.iter().any(|key| key.eq_ignore_ascii_case(word)),
            Piece::Quoted | Piece::Iri(_) => {}
            Piece::Sign(_) => return false,
        }
    }
    false
}

/// How deeply the text is nested: open brackets and the signs of one value together.
pub(super) fn depth(text: &str) -> usize {
    let mut depth = Depth::default();
    depth.read(text, 0);
    depth.deepest
}

/// How many pieces the parser may read. What stands in a call that is read twice counts twice, so
/// this doubles with each level of such calls.
pub(super) fn readings(text: &str) -> usize {
    let mut readings = Readings { total: 0, each: 1, open: Vec::new() };
    readings.read(text, 0);
    readings.total
}

#[derive(Default)]
struct Depth {
    open: usize,
    deepest: usize,
}

impl Depth {
    /// Reads a text that closes no bracket of the first `floor`.
    fn read(&mut self, text: &str, floor: usize) {
        let mut signs = 0;
        for piece in Pieces(text) {
            match piece {
                Piece::Sign('(' | '{' | '[') => self.open += 1,
                Piece::Sign(')' | '}' | ']') => self.open = floor.max(self.open.saturating_sub(1)),
                Piece::Sign('!' | '+' | '-' | '^') => signs += 1,
                Piece::Iri(text) => self.read(&text[1..], self.open),
                _ => {}
            }
            if !matches!(piece, Piece::Sign('!' | '+' | '-' | '^')) {
                signs = 0;
            }
            self.deepest = self.deepest.max(self.open + signs);
        }
    }
}

struct Readings {
    total: usize,
    /// How often a piece is read here.
    each: usize,
    /// For each open bracket whether it is that of a call that is read twice.
    open: Vec<bool>,
}

impl Readings {
    /// Reads a text that closes no bracket of the first `floor`.
    fn read(&mut self, text: &str, floor: usize) {
        let mut before = None;
        for piece in Pieces(text) {
            self.total = self.total.saturating_add(self.each);
            match piece {
                Piece::Sign('(') => {
                    let is_twice = before.is_some_and(|word: &str| {
                        READ_TWICE.iter().any(|name| name.eq_ignore_ascii_case(word))
                    });
                    self.open.push(is_twice);
                    self.each = self.each.saturating_mul(1 + usize::from(is_twice));
                }
                Piece::Sign(')') if self.open.len() > floor => {
                    self.each /= 1 + usize::from(self.open.pop() == Some(true));
                }
                Piece::Iri(text) => self.read(&text[1..], self.open.len()),
                _ => {}
            }
            before = match piece {
                Piece::Word(word) => Some(word),
                _ => None,
            };
        }
    }
}

/// A piece of a query. Comments and blanks are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    /// Letters, digits and what else names hold.
    Word(&'a str),
    /// A string.
    Quoted,
    /// What is an IRI, unless its first character compares and the rest is more of the query.
    Iri(&'a str),
    /// Anything else.
    Sign(char),
}

/// The pieces of a text, each character looked at a fixed number of times.
struct Pieces<'a>(&'a str);

impl Pieces<'_> {
    /// Skips the rest of a declaration, up to its IRI.
    fn skip_iri(&mut self) {
        for piece in self.by_ref() {
            if matches!(piece, Piece::Quoted | Piece::Iri(_)) {
                break;
            }
        }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            self.0 = self.0.trim_start();
            match self.0.strip_prefix('#') {
                Some(comment) => {
                    let end = comment.find(['\n', '\r']).unwrap_or(comment.len());
                    self.0 = &comment[end..];
                }
                None => break,
            }
        }
        let first = self.0.chars().next()?;
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let (piece, length) = match first {
            '"' | '\'' => (Piece::Quoted, string_length(self.0, first)),
            '<' => match iri_length(self.0) {
                Some(length) => (Piece::Iri(&self.0[..length]), length),
                None => (Piece::Sign(first), 1),
            },
            c if is_name(c) => {
                let end = self.0.find(|c| !is_name(c)).unwrap_or(self.0.len());
                (Piece::Word(&self.0[..end]), end)
            }
            c => (Piece::Sign(c), c.len_utf8()),
        };
        self.0 = &self.0[length..];
        Some(piece)
    }
}

/// Length of the string at the start, to the end of the text if it does not end.
fn string_length(text: &str, quote: char) -> usize {
    let long: String = std::iter::repeat_n(quote, 3).collect();
    let end = if text.starts_with(&long) { &long[..] } else { &long[..1] };
    let mut at = end.len();
    while let Some(c) = text[at..].chars().next() {
        if text[at..].starts_with(end) {
            return at + end.len();
        }
        at += c.len_utf8();
        if c == '\\' {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    at
}

/// Length of the IRI at the start; a `<` that compares is none.
fn iri_length(text: &str) -> Option<usize> {
    let rest = &text[1..];
    let end = rest.find(|c: char| c <= ' ' || r#"<>"{}|^`"#.contains(c))?;
    rest[end..].starts_with('>').then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_are_found_behind_what_may_come_first() {
        let updates = [
            " insert data {}",
            "# SELECT\nDELETE WHERE {}",
            "PREFIX a: <http://a#b>\nPREFIX : <c> # LOAD\nWITH <x> DELETE {}",
            "BASE <x> CLEAR ALL",
        ];
        assert!(updates.into_iter().all(is_update));
        let others = ["SELECT * {}", "", "\"INSERT", "PREFIX insert: <x> ASK {}", "{ INSERT"];
        assert!(!others.into_iter().any(is_update));
    }

    #[test]
    fn arguments_that_are_read_twice_count_twice() {
        assert_eq!(readings("ASK { ?a ?b ?c }"), 9);
        // SUBSTR ( | ?a twice | ) twice, then outside.
        assert_eq!(readings("SUBSTR(?a)") - readings("STRLEN(?a)"), 3);
        assert_eq!(readings("substr (?a) ?b") - readings("SUBSTR(?a)"), 2);
        let nested = |n: usize| format!("{}1{}", "REPLACE(".repeat(n), ")".repeat(n));
        assert!(readings(&nested(10)) < MAX_READINGS && readings(&nested(20)) > MAX_READINGS);
        assert_eq!(readings(&"GROUP_CONCAT(".repeat(100)), usize::MAX);
        assert!(readings(&"\"REPLACE(REPLACE(\" ".repeat(100)) < 1000);
        assert!(
            readings(&format!("1 <{}?a{}>2", "REGEX(".repeat(40), ")".repeat(40))) > MAX_READINGS
        );
    }

    #[test]
    fn brackets_in_texts_do_not_nest() {
        assert_eq!(depth("ASK { FILTER((1)) }"), 3);
        assert_eq!(depth(r#"ASK { ?s ?p "((((\"((" , '''(('((''' , <x> } # (((("#), 1);
        assert_eq!(depth("?a <((((?b))))> 2"), 4);
        // As an IRI it closes nothing.
        assert_eq!(depth("(( <))> (( <x_(y)>"), 5);
        assert_eq!(depth("!!! 1 + 2 - - 3"), 3);
        assert_eq!(depth("?a < ((1)) "), 2);
    }
}
