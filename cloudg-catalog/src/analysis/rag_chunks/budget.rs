//! Lines within a budget of characters.

/// Tokens of one piece of text unless somebody wants another number.
pub const DEFAULT_TOKENS: u32 = 2000;

/// Characters that a token stands for.
const TOKEN: usize = 4;

/// How many characters a piece of text may have, line ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(usize);

impl Budget {
    /// Four characters for each token.
    pub const fn of_tokens(tokens: u32) -> Self {
        Self((tokens as usize).saturating_mul(TOKEN))
    }

    /// The number of characters.
    pub(super) const fn characters(self) -> usize {
        self.0
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_tokens(DEFAULT_TOKENS)
    }
}

/// What the line at the end of a cut list may take.
const CUT_LINE: usize = 24;

/// A part of a text.
pub(super) enum Part<'a> {
    /// A line that is always there.
    Line(String),
    /// Lines that may be cut, and how many there are.
    List(usize, Box<dyn Iterator<Item = String> + 'a>),
}

impl<'a> Part<'a> {
    /// A list whose length is known.
    pub(super) fn list(len: usize, lines: impl Iterator<Item = String> + 'a) -> Self {
        Self::List(len, Box::new(lines))
    }

    /// An empty line and a title.
    pub(super) fn heading(title: String) -> [Self; 2] {
        [Self::Line(String::new()), Self::Line(title)]
    }
}

/// A list while it is filled.
struct Filling<'a> {
    n_lines: usize,
    rest: Box<dyn Iterator<Item = String> + 'a>,
    /// Lines that were made to see whether everything fits.
    made: Vec<String>,
    n_kept: usize,
    is_open: bool,
}

/// A text, and what is left of the lists in it.
pub(super) struct Written {
    pub(super) text: String,
    /// Lines of each list that are in the text.
    pub(super) kept: Vec<usize>,
}

/// Joins the parts. When not everything fits, the lists take turns with their next line, each until
/// its first line that does not fit.
pub(super) fn write(parts: Vec<Part<'_>>, budget: Budget) -> Written {
    let (mut fixed, mut layout, mut lists) = (0, Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Line(line) => {
                fixed += cost(&line);
                layout.push(Ok(line));
            }
            Part::List(n_lines, rest) => {
                layout.push(Err(lists.len()));
                lists.push(Filling { n_lines, rest, made: Vec::new(), n_kept: 0, is_open: true });
            }
        }
    }
    let budget = budget.characters();
    if !fits(&mut lists, fixed, budget) {
        share(&mut lists, budget.saturating_sub(fixed + CUT_LINE * lists_len(&layout)));
    }
    let mut lines = Vec::new();
    for item in layout {
        match item {
            Ok(line) => lines.push(line),
            Err(list) => {
                let list: &mut Filling<'_> = &mut lists[list];
                list.made.truncate(list.n_kept);
                lines.append(&mut list.made);
                if list.n_kept < list.n_lines {
                    lines.push(format!("  ... and {} more", list.n_lines - list.n_kept));
                }
            }
        }
    }
    let kept = lists.iter().map(|list| list.n_kept).collect();
    Written { text: lines.join("\n"), kept }
}

fn lists_len(layout: &[Result<String, usize>]) -> usize {
    layout.iter().filter(|item| item.is_err()).count()
}

/// Whether all lines fit; no more are made than it takes to know.
fn fits(lists: &mut [Filling<'_>], fixed: usize, budget: usize) -> bool {
    let mut used = fixed;
    for list in lists.iter_mut() {
        for line in list.rest.by_ref() {
            used += cost(&line);
            list.made.push(line);
            if used > budget {
                return false;
            }
        }
        list.n_kept = list.made.len();
    }
    used <= budget
}

fn share(lists: &mut [Filling<'_>], mut left: usize) {
    lists.iter_mut().for_each(|list| list.n_kept = 0);
    while lists.iter().any(|list| list.is_open) {
        for list in lists.iter_mut().filter(|list| list.is_open) {
            if list.n_kept == list.made.len() {
                list.made.extend(list.rest.next());
            }
            match list.made.get(list.n_kept).and_then(|line| left.checked_sub(cost(line))) {
                Some(rest) => {
                    left = rest;
                    list.n_kept += 1;
                }
                None => list.is_open = false,
            }
        }
    }
}

/// Characters of a line and its end.
fn cost(line: &str) -> usize {
    line.chars().count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: usize = 8000;

    fn write(parts: Vec<Part<'_>>) -> String {
        super::write(parts, Budget::default()).text
    }

    fn list(n: usize, length: usize) -> Part<'static> {
        Part::list(n, (0..n).map(move |_| "é".repeat(length)))
    }

    #[test]
    fn everything_stays_while_it_fits() {
        // 8000 characters with the ends of all lines.
        let text = write(vec![Part::Line("a".repeat(1999)), list(60, 99)]);
        assert_eq!(text.lines().count(), 61);
        assert_eq!(text.chars().count() + 1, BUDGET);
        let text = write(vec![Part::Line("a".repeat(2000)), list(60, 99)]);
        assert_eq!(text.lines().last(), Some("  ... and 1 more"));
    }

    #[test]
    fn lists_take_turns_and_say_what_is_left_out() {
        let text = write(vec![Part::Line("head".into()), list(5000, 9), list(5000, 29)]);
        // 8000 - 5 - 48 characters: 198 rounds of 40, then two more lines of the first list.
        let cut: Vec<&str> = text.lines().filter(|line| line.starts_with("  ...")).collect();
        assert_eq!(cut, ["  ... and 4800 more", "  ... and 4802 more"]);
        assert!(text.chars().count() < BUDGET);
    }

    #[test]
    fn fixed_lines_stay_beyond_the_budget() {
        let text = write(vec![Part::Line("a".repeat(9000)), list(2, 1)]);
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            ["a".repeat(9000).as_str(), "  ... and 2 more"]
        );
    }

    #[test]
    fn the_budget_is_that_of_the_caller() {
        let parts = || vec![Part::Line("head".into()), list(10, 9), list(3, 9)];
        // 5 characters, and 10 for each line.
        let written = |tokens| super::write(parts(), Budget::of_tokens(tokens));
        assert_eq!(written(34).kept, [10, 3], "136 characters are enough for 135");
        assert_eq!(written(33).kept, [4, 3], "132 - 5 - 48 are seven lines, in turns");
        assert_eq!(written(1).text, "head\n  ... and 10 more\n  ... and 3 more");
        assert_eq!(written(u32::MAX).kept, [10, 3]);
    }
}
