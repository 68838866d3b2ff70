//! Lines within a budget of characters.

/// Characters of one piece of text.
const BUDGET: usize = 8000;

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

/// Joins the parts. When not everything fits, the lists take turns with their next line, each until
/// its first line that does not fit.
pub(super) fn write(parts: Vec<Part<'_>>) -> String {
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
    if !fits(&mut lists, fixed) {
        share(&mut lists, BUDGET.saturating_sub(fixed + CUT_LINE * lists_len(&layout)));
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
    lines.join("\n")
}

fn lists_len(layout: &[Result<String, usize>]) -> usize {
    layout.iter().filter(|item| item.is_err()).count()
}

/// Whether all lines fit; no more are made than it takes to know.
fn fits(lists: &mut [Filling<'_>], fixed: usize) -> bool {
    let mut used = fixed;
    for list in lists.iter_mut() {
        for line in list.rest.by_ref() {
            used += cost(&line);
            list.made.push(line);
            if used > BUDGET {
                return false;
            }
        }
        list.n_kept = list.made.len();
    }
    used <= BUDGET
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
}
