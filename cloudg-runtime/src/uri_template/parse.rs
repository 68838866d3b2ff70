//! Takes a template apart into literal text and variables.

use super::{MAX_BYTES, MAX_VARIABLES, TemplateError, has_control};

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Literal(String),
    Variable {
        name: String,
        /// Whether it may stand for several segments.
        spans: bool,
        /// The variable as written, braces included.
        written: String,
    },
}

impl Piece {
    pub(super) fn variable(&self) -> Option<&str> {
        match self {
            Self::Literal(_) => None,
            Self::Variable { name, .. } => Some(name),
        }
    }

    /// The regular expression of this part; a variable is a group.
    pub(super) fn pattern(&self) -> String {
        match self {
            Self::Literal(text) => regex::escape(text),
            Self::Variable { spans: true, .. } => "(.+)".to_owned(),
            Self::Variable { spans: false, .. } => "([^/?]+)".to_owned(),
        }
    }
}

/// The parts in order; no two literal ones follow each other.
pub(super) fn pieces(text: &str) -> Result<Vec<Piece>, TemplateError> {
    if has_control(text) {
        return Err(TemplateError::Control);
    }
    let (mut pieces, mut literal, mut rest) = (Vec::new(), String::new(), text);
    while let Some(start) = rest.find('{') {
        let (before, group) = rest.split_at(start);
        literal.push_str(before);
        if let Some((variable, after)) = variable(group)? {
            if !literal.is_empty() {
                pieces.push(Piece::Literal(std::mem::take(&mut literal)));
            }
            add_variable(&mut pieces, variable)?;
            rest = after;
        } else {
            literal.push('{');
            rest = &group[1..];
        }
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        pieces.push(Piece::Literal(literal));
    }
    let n_variables = pieces.iter().filter_map(Piece::variable).count();
    if text.len() > MAX_BYTES || n_variables > MAX_VARIABLES {
        return Err(TemplateError::TooLarge);
    }
    Ok(pieces)
}

fn add_variable(pieces: &mut Vec<Piece>, variable: Piece) -> Result<(), TemplateError> {
    if pieces.iter().any(|piece| piece.variable().is_some_and(|n| Some(n) == variable.variable())) {
        let name = variable.variable().unwrap_or_default().to_owned();
        return Err(TemplateError::Repeated { name });
    }
    pieces.push(variable);
    Ok(())
}

/// The variable at the start of `group`, which begins with a brace, and what follows it.
fn variable(group: &str) -> Result<Option<(Piece, &str)>, TemplateError> {
    let Some((written, after)) = group[1..].split_once('}') else { return Ok(None) };
    let (name, spans) = match (written.strip_prefix('+'), written.strip_suffix('*')) {
        (Some(name), None) | (None, Some(name)) => (name, true),
        (None, None) => (written, false),
        (Some(_), Some(_)) => return Ok(None),
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_word) {
        return Ok(None);
    }
    let name = name.to_owned();
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(TemplateError::DigitFirst { name });
    }
    let written = format!("{{{written}}}");
    Ok(Some((Piece::Variable { name, spans, written }, after)))
}
