//! Options written as `key = value`, whatever they belong to.

use proc_macro2::{Span, TokenStream};
use syn::{
    Expr, ExprArray, ExprLit, ExprPath, ExprRange, Ident, Lit, LitBool, LitInt, LitStr,
    RangeLimits, Token, Type,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, Parser},
    token::Paren,
};

use super::json;
use crate::{
    errors::{Errors, did_you_mean, listed},
    model::{Bounds, Json, JsonKind},
};

/// One option.
pub(super) struct Setting {
    pub(super) key: Ident,
    pub(super) value: SettingValue,
}

/// What follows the key of an option.
pub(super) enum SettingValue {
    /// Nothing.
    Flag,
    Expr(Box<Expr>),
    Type(Box<Type>),
    /// What stands in parentheses after the key.
    List(TokenStream),
    Json(Json),
}

/// The options that an attribute knows.
pub(super) struct Known {
    /// The attribute, as messages quote it.
    pub(super) attribute: &'static str,
    pub(super) keys: &'static [&'static str],
    /// Those of them whose value is a type.
    pub(super) types: &'static [&'static str],
    /// Those of them written `key(…)`.
    pub(super) lists: &'static [&'static str],
    /// Those of them whose value is JSON.
    pub(super) json: &'static [&'static str],
}

impl Known {
    /// No options.
    pub(super) const NONE: Self =
        Self { attribute: "", keys: &[], types: &[], lists: &[], json: &[] };
}

/// Parses a list of options; unknown and repeated ones are reported and left out.
pub(super) fn parse_settings(
    tokens: TokenStream,
    known: &Known,
    errors: &mut Errors,
) -> Vec<Setting> {
    let mut settings: Vec<Setting> = Vec::new();
    each(tokens, errors, |input, errors| {
        let setting = parse_setting(input, known)?;
        accept(setting, known, &mut settings, errors);
        Ok(())
    });
    settings
}

/// Reads a list with commas between; after a broken entry the ones behind it are read too.
pub(super) fn each(
    tokens: TokenStream,
    errors: &mut Errors,
    mut read: impl FnMut(ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    let parser = |input: ParseStream<'_>| {
        while !input.is_empty() {
            if let Err(error) = read(input, errors) {
                errors.push(error);
                skip_entry(input)?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = parser.parse2(tokens) {
        errors.push(error);
    }
}

fn parse_setting(input: ParseStream<'_>, known: &Known) -> syn::Result<Setting> {
    let key = Ident::parse_any(input).map_err(|error| {
        syn::Error::new(error.span(), format!("expected an option of {}", known.attribute))
    })?;
    let is_list = known.lists.iter().any(|name| key == name);
    let is_known = known.keys.iter().any(|name| key == name);
    let value = if input.peek(Paren) && (is_list || !is_known) {
        let content;
        parenthesized!(content in input);
        SettingValue::List(content.parse()?)
    } else if input.parse::<Option<Token![=]>>()?.is_none() {
        SettingValue::Flag
    } else if known.types.iter().any(|name| key == name) {
        SettingValue::Type(Box::new(input.parse()?))
    } else if known.json.iter().any(|name| key == name) {
        SettingValue::Json(json::parse(input)?)
    } else {
        SettingValue::Expr(Box::new(input.parse()?))
    };
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Setting { key, value });
    }
    Err(input.error(format!(
        "options of {} are written `key = value`, with commas between",
        known.attribute
    )))
}

/// Moves to the next comma.
fn skip_entry(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

fn accept(setting: Setting, known: &Known, settings: &mut Vec<Setting>, errors: &mut Errors) {
    let name = setting.key.to_string();
    if !known.keys.contains(&name.as_str()) {
        let near = did_you_mean(&name, known.keys);
        let hint = match known.keys {
            _ if !near.is_empty() => near,
            [only] => format!("; the only one is `{only}`"),
            keys => format!("; known are {}", listed(keys)),
        };
        errors.at(&setting.key, format!("{} has no option `{name}`{hint}", known.attribute));
    } else if settings.iter().any(|other| other.key == setting.key) {
        errors.at(&setting.key, format!("option `{name}` is given twice"));
    } else {
        settings.push(setting);
    }
}

impl Setting {
    /// Reports that the value has the wrong form, at the value where there is one.
    pub(super) fn wrong<T>(&self, expected: &str, errors: &mut Errors) -> Option<T> {
        let message = format!("`{}` takes {expected}", self.key);
        match &self.value {
            SettingValue::Flag => errors.at(&self.key, message),
            SettingValue::Expr(value) => errors.at(value, message),
            SettingValue::Type(value) => errors.at(value, message),
            SettingValue::List(_) => errors.at(&self.key, message),
            SettingValue::Json(value) => errors.at(&value.tokens, message),
        }
        None
    }

    /// The value as an expression.
    pub(super) fn expr(&self) -> Option<&Expr> {
        match &self.value {
            SettingValue::Expr(value) => Some(value),
            SettingValue::Flag
            | SettingValue::Type(_)
            | SettingValue::List(_)
            | SettingValue::Json(_) => None,
        }
    }

    fn literal(&self) -> Option<&Lit> {
        self.expr().and_then(literal)
    }

    /// A string literal.
    pub(super) fn string(&self, errors: &mut Errors) -> Option<LitStr> {
        match self.literal() {
            Some(Lit::Str(text)) => Some(text.clone()),
            _ => self.wrong(&format!("a string: `{} = \"…\"`", self.key), errors),
        }
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self, errors: &mut Errors) -> Option<LitBool> {
        match self.literal() {
            Some(Lit::Bool(value)) => Some(value.clone()),
            _ => self.wrong("`true` or `false`", errors),
        }
    }

    /// A type.
    pub(super) fn into_type(self, errors: &mut Errors) -> Option<Type> {
        match self.value {
            SettingValue::Type(ty) => Some(*ty),
            SettingValue::Flag
            | SettingValue::Expr(_)
            | SettingValue::List(_)
            | SettingValue::Json(_) => {
                self.wrong(&format!("a type: `{} = MyReply`", self.key), errors)
            }
        }
    }

    /// A JSON object with members.
    pub(super) fn object(&self, errors: &mut Errors) -> Option<Json> {
        match &self.value {
            SettingValue::Json(json) => match &json.kind {
                JsonKind::Object(members) if members.is_empty() => {
                    errors.at(&json.tokens, format!("`{}` is empty; leave it out", self.key));
                    None
                }
                JsonKind::Object(_) => Some(json.clone()),
                _ => self.wrong(&self.object_form(), errors),
            },
            _ => self.wrong(&self.object_form(), errors),
        }
    }

    fn object_form(&self) -> String {
        format!("a JSON object: `{} = {{\"key\": \"value\"}}`", self.key)
    }

    /// A name, written without quotes.
    pub(super) fn ident(&self, errors: &mut Errors) -> Option<Ident> {
        match self.expr() {
            Some(Expr::Path(path)) if path.path.get_ident().is_some() => {
                path.path.get_ident().cloned()
            }
            _ => self.wrong(&format!("a name: `{} = MY_TOOL`", self.key), errors),
        }
    }

    /// A string literal that says something.
    pub(super) fn filled(&self, errors: &mut Errors) -> Option<LitStr> {
        let text = self.string(errors)?;
        if text.value().trim().is_empty() {
            errors.at(&text, format!("`{}` is empty; leave it out instead", self.key));
        }
        Some(text)
    }

    /// A whole number, not negative.
    pub(super) fn whole(&self, errors: &mut Errors) -> Option<LitInt> {
        match self.literal() {
            Some(Lit::Int(number)) if number.suffix().is_empty() => Some(number.clone()),
            _ => self.wrong(&format!("a whole number: `{} = 4096`", self.key), errors),
        }
    }

    /// A number from 0 to 1.
    pub(super) fn fraction(&self, errors: &mut Errors) -> Option<f64> {
        let value = match self.literal() {
            Some(Lit::Int(number)) => number.base10_parse::<f64>().ok(),
            Some(Lit::Float(number)) => number.base10_parse::<f64>().ok(),
            _ => None,
        };
        match value.filter(|value| (0.0..=1.0).contains(value)) {
            None => self.wrong(&format!("a number from 0 to 1: `{} = 0.5`", self.key), errors),
            found => found,
        }
    }

    /// A list of string literals.
    pub(super) fn strings(&self, errors: &mut Errors) -> Option<Vec<LitStr>> {
        let expected = format!("a list of strings: `{} = [\"…\"]`", self.key);
        let Some(Expr::Array(list)) = self.expr() else { return self.wrong(&expected, errors) };
        let mut strings = Vec::new();
        for element in &list.elems {
            match literal(element) {
                Some(Lit::Str(text)) => strings.push(text.clone()),
                _ => errors.at(element, format!("`{}` takes {expected}", self.key)),
            }
        }
        Some(strings)
    }

    /// One of `words`, written without quotes.
    pub(super) fn word(&self, words: &[&str], errors: &mut Errors) -> Option<Ident> {
        match self.expr() {
            Some(value) => word(value, &self.key, words, errors),
            None => self.wrong(&format!("one of {}", listed(words)), errors),
        }
    }

    /// A list of `words`, written without quotes; a repeated one is reported.
    pub(super) fn words(&self, words: &[&str], errors: &mut Errors) -> Option<Vec<Ident>> {
        let Some(Expr::Array(ExprArray { elems, .. })) = self.expr() else {
            return self.wrong(&format!("a list: `{} = [{}]`", self.key, words[0]), errors);
        };
        let mut found: Vec<Ident> = Vec::new();
        for element in elems {
            let Some(member) = word(element, &self.key, words, errors) else { continue };
            if found.contains(&member) {
                errors.at(&member, format!("`{member}` is given twice"));
            } else {
                found.push(member);
            }
        }
        Some(found)
    }

    /// A range such as `1..=500`, `..=9` or `1..`.
    pub(super) fn bounds(&self, errors: &mut Errors) -> Option<Bounds> {
        match self.expr() {
            Some(Expr::Range(range)) if range.start.is_some() || range.end.is_some() => {
                Some(bounds(range))
            }
            _ => self.wrong(&format!("a range: `{} = 1..=500`", self.key), errors),
        }
    }

    /// A duration in milliseconds: whole seconds, or a string with a unit. Zero is refused.
    pub(super) fn duration(&self, errors: &mut Errors) -> Option<u64> {
        let milliseconds = match self.literal() {
            Some(Lit::Int(seconds)) if seconds.suffix().is_empty() => {
                seconds.base10_parse::<u64>().ok().and_then(|seconds| seconds.checked_mul(1000))
            }
            Some(Lit::Str(text)) => parse_duration(&text.value()),
            _ => None,
        };
        match milliseconds {
            Some(0) => {
                let message =
                    "a timeout of zero would end every call; leave `timeout` out for the default";
                if let Some(value) = self.expr() {
                    errors.at(value, message);
                }
                None
            }
            None => {
                self.wrong("seconds or a string with a unit: `300`, `\"5m\"`, `\"500ms\"`", errors)
            }
            found => found,
        }
    }
}

/// The literal that an expression is; one that came through a `macro_rules!` is in a group.
pub(super) fn literal(value: &Expr) -> Option<&Lit> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

fn word(value: &Expr, key: &Ident, words: &[&str], errors: &mut Errors) -> Option<Ident> {
    let (written, name) = match value {
        Expr::Path(ExprPath { path, .. }) if path.get_ident().is_some() => {
            let name = path.get_ident().map(Ident::to_string).unwrap_or_default();
            (true, name)
        }
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => (false, text.value()),
        _ => {
            errors.at(value, format!("`{key}` takes {}", listed(words)));
            return None;
        }
    };
    if !words.contains(&name.as_str()) {
        let near = did_you_mean(&name, words);
        let listed = if near.is_empty() { format!("; known are {}", listed(words)) } else { near };
        errors.at(value, format!("unknown {} `{name}`{listed}", singular(key)));
        return None;
    }
    if !written {
        errors.at(value, format!("`{key}` takes words without quotes: `{name}`"));
        return None;
    }
    Some(Ident::new(&name, span_of(value)))
}

fn singular(key: &Ident) -> String {
    let key = key.to_string();
    key.strip_suffix("ies").map_or_else(|| key.clone(), |stem| format!("{stem}y"))
}

fn span_of(value: &Expr) -> Span {
    syn::spanned::Spanned::span(value)
}

fn bounds(range: &ExprRange) -> Bounds {
    Bounds {
        written: range.clone(),
        low: range.start.as_deref().cloned(),
        high: range.end.as_deref().cloned(),
        exclusive: matches!(range.limits, RangeLimits::HalfOpen(_)),
    }
}

/// Milliseconds of a number with the unit `ms`, `s`, `m` or `h`.
fn parse_duration(text: &str) -> Option<u64> {
    let digits = text.find(|character: char| !character.is_ascii_digit())?;
    let factor = match text.get(digits..)? {
        "ms" => 1,
        "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    text.get(..digits)?.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::parse_duration;

    #[test]
    fn durations_have_a_unit() {
        assert_eq!(parse_duration("300s"), Some(300_000));
        assert_eq!(parse_duration("5m"), Some(300_000));
        assert_eq!(parse_duration("2h"), Some(7_200_000));
        assert_eq!(parse_duration("0ms"), Some(0));
        for wrong in
            ["", "5", "s", "-5s", "5 s", "5d", "99999999999999999999s", "18446744073709551615s"]
        {
            assert_eq!(parse_duration(wrong), None, "{wrong}");
        }
    }
}
