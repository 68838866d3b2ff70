//! Address templates: `x://items/{id}`, matched against addresses and filled with values.
//!
//! `{name}` stands for one segment (everything but `/` and `?`), `{+name}` and its older spelling
//! `{name*}` for anything. All other text, other braces included, stands for itself.

mod parse;

use std::{borrow::Cow, sync::OnceLock};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use regex::Regex;

use self::parse::Piece;
use crate::TextArguments;

/// Encoded in a value of `{name}`.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'_').remove(b'.').remove(b'-').remove(b'~');

/// Encoded in a value of `{+name}`.
const RESERVED: &AsciiSet = &SEGMENT
    .remove(b'/')
    .remove(b':')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

/// Why a text is no template.
///
/// ```
/// use cloudg_runtime::{TemplateError, UriTemplate};
///
/// let error = UriTemplate::parse("x://{id}/{id}").expect_err("a variable stands once");
/// assert_eq!(error, TemplateError::Repeated { name: "id".to_owned() });
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// A variable stands in it twice.
    #[error("the variable `{name}` is repeated")]
    Repeated {
        /// Name of the variable.
        name: String,
    },
    /// A variable starts with a digit.
    #[error("the variable `{name}` starts with a digit")]
    DigitFirst {
        /// Name of the variable.
        name: String,
    },
    /// It has a control character, which no address may have.
    #[error("an address has no control characters")]
    Control,
    /// It is too large to be matched.
    #[error("a template has at most {MAX_BYTES} bytes and {MAX_VARIABLES} variables")]
    TooLarge,
}

/// Longest template in bytes.
pub(super) const MAX_BYTES: usize = 2048;
/// Longest address that is matched, in bytes: matching is linear, but an address may be as long as
/// a message.
const MAX_URI_BYTES: usize = 65_536;
/// Most variables in one template.
pub(super) const MAX_VARIABLES: usize = 16;

/// A parsed template.
///
/// ```
/// use cloudg_runtime::{TextArguments, UriTemplate};
///
/// let template = UriTemplate::parse("x://items/{+id}/notes").expect("a template");
/// let values = template.match_uri("x://items/a%2Fb/c/notes").expect("it matches");
/// assert_eq!(values.get("id"), Some("a/b/c"));
/// assert_eq!(template.expand(&values), "x://items/a/b/c/notes");
///
/// let values = TextArguments::from_iter([("id", "50 %")]);
/// assert_eq!(template.expand(&values), "x://items/50%20%25/notes");
/// assert_eq!(template.canonical(&values), "x://items/50 %/notes");
/// ```
#[derive(Debug, Clone)]
pub struct UriTemplate {
    text: Cow<'static, str>,
    pieces: Vec<Piece>,
    /// Built on first use: most addresses already differ in the text before the first variable.
    pattern: OnceLock<Option<Regex>>,
}

impl UriTemplate {
    /// Parses a template.
    ///
    /// # Errors
    ///
    /// A variable is repeated or starts with a digit, a control character, or more than 2,048
    /// bytes or 16 variables.
    pub fn parse(text: impl Into<Cow<'static, str>>) -> Result<Self, TemplateError> {
        let text = text.into();
        let pieces = parse::pieces(&text)?;
        Ok(Self { text, pieces, pattern: OnceLock::new() })
    }

    /// The template as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Names of the variables in order of appearance.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(Piece::variable)
    }

    /// The percent-decoded values of the variables when the whole of `uri` fits, letter case
    /// included. Each variable takes as much as it can, the first one first. Bytes that decode to
    /// no text become U+FFFD, and what is no escape stays as it is. An address with a control
    /// character, or of more than 65,536 bytes, fits nothing.
    pub fn match_uri(&self, uri: &str) -> Option<TextArguments> {
        let fits = uri.len() <= MAX_URI_BYTES && uri.starts_with(self.literal_start());
        if !fits || has_control(uri) {
            return None;
        }
        let groups = self.pattern()?.captures(uri)?;
        let values = groups.iter().skip(1).flatten();
        let decode = |value: &str| percent_decode_str(value).decode_utf8_lossy().into_owned();
        let decoded = values.map(|value| decode(value.as_str()));
        Some(self.variables().zip(decoded).collect())
    }

    /// The address for these values. A value of `{name}` keeps letters, digits and `_.-~`, one of
    /// `{+name}` also `/:@!$&'()*+,;=`; everything else is encoded. A variable without a value
    /// stays as it is written.
    pub fn expand(&self, values: &TextArguments) -> String {
        self.fill(values, |value, spans| {
            let kept = if spans { RESERVED } else { SEGMENT };
            Cow::from(utf8_percent_encode(value, kept))
        })
    }

    /// The address with the values as they are: one name for every spelling of an address, and so
    /// what access rules are about.
    pub fn canonical(&self, values: &TextArguments) -> String {
        self.fill(values, |value, _| Cow::Borrowed(value))
    }

    fn fill<'v>(
        &self,
        values: &'v TextArguments,
        write: impl Fn(&'v str, bool) -> Cow<'v, str>,
    ) -> String {
        let mut uri = String::with_capacity(self.text.len() + 32);
        for piece in &self.pieces {
            match piece {
                Piece::Literal(text) => uri.push_str(text),
                Piece::Variable { name, spans, written } => match values.get(name) {
                    Some(value) => uri.push_str(&write(value, *spans)),
                    None => uri.push_str(written),
                },
            }
        }
        uri
    }

    fn literal_start(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Literal(text)) => text,
            _ => "",
        }
    }

    /// Nothing only if the pattern were too large, which the bounds of [`parse`] exclude.
    fn pattern(&self) -> Option<&Regex> {
        let build = || {
            let body: String = self.pieces.iter().map(Piece::pattern).collect();
            Regex::new(&format!(r"\A{body}\z")).ok()
        };
        self.pattern.get_or_init(build).as_ref()
    }
}

/// Whether an address has a character that no address may have.
pub(crate) fn has_control(uri: &str) -> bool {
    uri.bytes().any(|byte| byte < 0x20 || byte == 0x7f)
}

#[cfg(test)]
mod tests;
