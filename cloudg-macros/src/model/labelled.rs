//! What `#[derive(Labelled)]` is about: a type as it is written on the wire, with its labels.

use syn::{Generics, Ident, LitStr, Type};

/// A type with `#[derive(Labelled)]`.
pub(crate) struct LabelledType {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) body: LabelledBody,
}

/// The shape of the type on the wire.
pub(crate) enum LabelledBody {
    /// A struct, or what it turns into.
    Struct(Content),
    Enum {
        tagging: Tagging,
        variants: Vec<LabelledVariant>,
    },
}

/// What a struct or a variant holds.
pub(crate) enum Content {
    /// Nothing.
    Unit,
    /// A value that stands for it: that of a newtype.
    Same(Box<LabelledValue>),
    Tuple(Vec<LabelledValue>),
    Fields(Vec<LabelledField>),
}

/// A field with a key.
pub(crate) struct LabelledField {
    /// Key on the wire, at the place of the field.
    pub(crate) key: LitStr,
    /// Whether its keys stand beside those of the other fields.
    pub(crate) is_flat: bool,
    pub(crate) value: LabelledValue,
}

/// The value of a field.
pub(crate) struct LabelledValue {
    pub(crate) ty: Type,
    /// What `#[label(…)]` says; `None` leaves it to the type.
    pub(crate) label: Option<LabelSpec>,
}

/// What `#[label(…)]` says.
pub(crate) enum LabelSpec {
    Word(LabelWord),
    /// `keys(…)`, `values(…)` or both, of a map.
    Map {
        keys: Option<LabelWord>,
        values: Option<LabelWord>,
    },
    /// `match key { "text" => …, _ => … }`.
    Choice(LabelChoice),
}

/// A label, or `detect`, by its word.
pub(crate) struct LabelWord(pub(crate) Ident);

/// Labels that depend on the text in another field.
pub(crate) struct LabelChoice {
    /// The other field as the author wrote it.
    pub(crate) field: Ident,
    /// Its key on the wire, once it is found among the fields.
    pub(crate) key: Option<String>,
    pub(crate) arms: Vec<(LitStr, LabelSpec)>,
    pub(crate) otherwise: Option<Box<LabelSpec>>,
}

/// A variant that is written.
pub(crate) struct LabelledVariant {
    /// Name on the wire, at the place of the variant.
    pub(crate) name: LitStr,
    /// Whether only its content is written.
    pub(crate) is_untagged: bool,
    pub(crate) content: Content,
}

/// How an enum tells its variants apart.
pub(crate) enum Tagging {
    External,
    Internal { tag: String },
    Adjacent { tag: String, content: String },
    Untagged,
}
