//! The address of a resource or template: its scheme, and its variables.
//!
//! `{var}` is one segment, `{+var}` and its older spelling `{var*}` are anything. What a template
//! matches is the business of the runtime; here it is only read.

use syn::LitStr;

use crate::{errors::Errors, model::Address};

/// Reads an address; mistakes are reported at the literal, and then there is none.
pub(crate) fn parse(written: &LitStr, errors: &mut Errors) -> Option<Address> {
    let text = written.value();
    let (variables, mut problems) = variables(&text);
    problems.extend(repeated(&variables));
    problems.extend(check_text(&text));
    for problem in &problems {
        errors.at(written, problem);
    }
    problems.is_empty().then(|| Address { written: written.clone(), variables })
}

fn check_text(text: &str) -> Option<String> {
    if let Some(character) = text.chars().find(|c| c.is_whitespace() || c.is_control()) {
        return Some(format!("an address has no white space, but this one has {character:?}"));
    }
    let scheme =
        text.split_once(':').filter(|(scheme, rest)| is_scheme(scheme) && !rest.is_empty());
    scheme.is_none().then(|| "an address starts with its scheme: `cloudg://…`".to_owned())
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

fn repeated(variables: &[String]) -> Vec<String> {
    let is_repeated = |(index, name): &(usize, &String)| variables[..*index].contains(name);
    variables
        .iter()
        .enumerate()
        .filter(is_repeated)
        .map(|(_, name)| format!("variable `{name}` is given twice in the address"))
        .collect()
}

/// The names of the variables in order, and what is wrong with the others.
fn variables(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut names, mut problems) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(brace) = rest.find(['{', '}']) {
        let (_, after) = rest.split_at(brace + 1);
        if rest[brace..].starts_with('}') {
            problems.push("the address has a `}` without its `{`".to_owned());
            rest = after;
            continue;
        }
        let end = after.find(['{', '}']).filter(|end| after[*end..].starts_with('}'));
        let Some(end) = end else {
            let shown = after.split(['{', '/']).next().unwrap_or(after);
            problems.push(format!("the variable `{{{shown}` is not closed: write `{{{shown}}}`"));
            rest = after;
            continue;
        };
        match variable(&after[..end]) {
            Ok(name) => names.push(name.to_owned()),
            Err(problem) => problems.push(problem),
        }
        rest = &after[end + 1..];
    }
    (names, problems)
}

/// The name of the variable between two braces.
fn variable(group: &str) -> Result<&str, String> {
    let (front, back) = (group.strip_prefix('+'), group.strip_suffix('*'));
    let name = match (front, back) {
        (Some(name), Some(_)) => {
            let name = name.trim_end_matches('*');
            return Err(format!("`{{{group}}}` says the same twice: write `{{+{name}}}`"));
        }
        (Some(name), None) | (None, Some(name)) => name,
        (None, None) => group,
    };
    let Some(first) = name.chars().next() else {
        return Err(format!("`{{{group}}}` names no variable"));
    };
    if first.is_ascii_digit() {
        return Err(format!("a variable name does not start with a digit: `{{{group}}}`"));
    }
    if "#./;?&=,!@|".contains(first) {
        return Err(format!(
            "unknown operator `{first}` in `{{{group}}}`: `{{name}}` is one segment, `{{+name}}` is the rest of the address"
        ));
    }
    if name.contains(',') {
        return Err(format!("`{{{group}}}` has several variables: give each its own braces"));
    }
    match name.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '_') {
        Some(wrong) => Err(format!(
            "a variable name has only letters, digits and `_`, but `{{{group}}}` has {wrong:?}"
        )),
        None => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_forms_are_variables() {
        let (names, problems) = variables("x://{a}/{+_b2}/{C*}/d");
        assert_eq!(names, ["a", "_b2", "C"]);
        assert_eq!(problems, [""; 0]);
    }

    #[track_caller]
    fn check(address: &str, expect: &str) {
        let (_, problems) = variables(address);
        assert_eq!(problems.len(), 1, "{address}: {problems:?}");
        assert!(problems[0].contains(expect), "{address}: {problems:?}");
    }

    #[test]
    fn everything_else_in_braces_is_refused() {
        check("x://{a", "not closed: write `{a}`");
        check("x://{a/b", "not closed: write `{a}`");
        check("x://{a{b}", "not closed: write `{a}`");
        check("x://a}", "a `}` without its `{`");
        check("x://{}", "`{}` names no variable");
        check("x://{+}", "`{+}` names no variable");
        check("x://{*}", "`{*}` names no variable");
        check("x://{1a}", "does not start with a digit");
        check("x://{?q}", "unknown operator `?`");
        check("x://{+a*}", "write `{+a}`");
        check("x://{a,b}", "several variables");
        check("x://{a-b}", "'-'");
        check("x://{é}", "'é'");
    }

    #[test]
    fn a_scheme_comes_first() {
        assert_eq!(check_text("cloudg://a"), None);
        assert_eq!(check_text("urn:a:b"), None);
        for wrong in ["", "a/b", "1a://b", "{s}://a", "x:", "cloudg://a b", "x://a\n"] {
            assert!(check_text(wrong).is_some(), "{wrong:?}");
        }
    }
}
