//! What `#[serde(…)]` says about the names on the wire. Broken attributes are left to serde, which
//! reports them.

use syn::{Attribute, Expr, Lit, Meta, Path, Token, Type, parse::Parser, punctuated::Punctuated};

use super::settings::literal;

/// The attributes of serde on one item, as far as they decide what is written.
#[derive(Default)]
pub(super) struct Serde {
    pub(super) rename: Option<String>,
    pub(super) rename_all: Option<Case>,
    pub(super) rename_all_fields: Option<Case>,
    pub(super) tag: Option<String>,
    pub(super) content: Option<String>,
    /// The type that is written instead.
    pub(super) into: Option<Type>,
    pub(super) is_untagged: bool,
    pub(super) is_flat: bool,
    pub(super) is_skipped: bool,
    /// Whether a function writes the value.
    pub(super) is_custom: bool,
}

impl Serde {
    pub(super) fn of(attributes: &[Attribute]) -> Self {
        let mut found = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            let list = Punctuated::<Meta, Token![,]>::parse_terminated;
            for meta in attribute.parse_args_with(list).into_iter().flatten() {
                found.apply(&meta);
            }
        }
        found
    }

    fn apply(&mut self, meta: &Meta) {
        let Some(key) = meta.path().get_ident() else { return };
        match key.to_string().as_str() {
            "rename" => self.rename = text(meta),
            "rename_all" => self.rename_all = text(meta).and_then(|text| Case::parse(&text)),
            "rename_all_fields" => {
                self.rename_all_fields = text(meta).and_then(|text| Case::parse(&text));
            }
            "tag" => self.tag = text(meta),
            "content" => self.content = text(meta),
            "into" => self.into = text(meta).and_then(|text| syn::parse_str(&text).ok()),
            "untagged" => self.is_untagged = true,
            "flatten" => self.is_flat = true,
            "skip" | "skip_serializing" => self.is_skipped = true,
            "with" | "serialize_with" => self.is_custom = true,
            _ => {}
        }
    }
}

/// The text of `key = "…"`, or of `key(serialize = "…")`.
fn text(meta: &Meta) -> Option<String> {
    match meta {
        Meta::NameValue(pair) => literal_text(&pair.value),
        Meta::List(list) => {
            let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
            let metas = parser.parse2(list.tokens.clone()).ok()?;
            let is_ours = |path: &Path| path.is_ident("serialize");
            metas.iter().find(|meta| is_ours(meta.path())).and_then(text)
        }
        Meta::Path(_) => None,
    }
}

fn literal_text(value: &Expr) -> Option<String> {
    match literal(value) {
        Some(Lit::Str(text)) => Some(text.value()),
        _ => None,
    }
}

/// How serde writes names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// The name of a field, which is written in snake case.
    pub(super) fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => name.split('_').map(capitalized).collect(),
            Self::Camel => uncapitalized(&Self::Pascal.field(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a variant, which is written in Pascal case.
    pub(super) fn variant(self, name: &str) -> String {
        match self {
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Pascal => name.to_owned(),
            Self::Camel => uncapitalized(name),
            Self::Snake => split_words(name),
            Self::ScreamingSnake => split_words(name).to_ascii_uppercase(),
            Self::Kebab => split_words(name).replace('_', "-"),
            Self::ScreamingKebab => split_words(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn uncapitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// `two_words` of `TwoWords`.
fn split_words(name: &str) -> String {
    let mut words = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_uppercase() {
            words.push('_');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn names_are_written_as_serde_does() {
        let cases = [
            ("lowercase", "account_id", "accountid"),
            ("UPPERCASE", "ACCOUNT_ID", "ACCOUNTID"),
            ("PascalCase", "AccountId", "AccountId"),
            ("camelCase", "accountId", "accountId"),
            ("snake_case", "account_id", "account_id"),
            ("SCREAMING_SNAKE_CASE", "ACCOUNT_ID", "ACCOUNT_ID"),
            ("kebab-case", "account-id", "account-id"),
            ("SCREAMING-KEBAB-CASE", "ACCOUNT-ID", "ACCOUNT-ID"),
        ];
        for (rule, field, variant) in cases {
            let case = Case::parse(rule).unwrap_or_else(|| panic!("{rule} is a rule"));
            assert_eq!(case.field("account_id"), field, "{rule}");
            assert_eq!(case.variant("AccountId"), variant, "{rule}");
        }
        assert!(Case::parse("Title Case").is_none());
    }

    #[test]
    fn only_what_is_written_counts() {
        let attributes: [Attribute; 2] = [
            parse_quote!(#[serde(rename(serialize = "out", deserialize = "in"), default)]),
            parse_quote!(#[serde(skip_serializing_if = "Option::is_none", flatten)]),
        ];
        let found = Serde::of(&attributes);
        assert_eq!(found.rename.as_deref(), Some("out"));
        assert!(found.is_flat && !found.is_skipped && !found.is_custom);
        let other: [Attribute; 1] = [parse_quote!(#[serde(rename(deserialize = "in"))])];
        assert_eq!(Serde::of(&other).rename, None);
    }
}
