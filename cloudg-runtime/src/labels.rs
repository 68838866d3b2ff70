//! Privacy labels: what the parts of an answer tell about its owner.
//!
//! A type that answers derives [`Labelled`], with `#[label(…)]` on its fields. What comes out is a
//! constant tree of the names on the wire, which the output pipeline follows down a value: a
//! labelled part is treated by its label, any other by rules for names of keys and by detectors.

mod find;
mod std_types;

use serde_json::Value;

pub use self::find::{MemberLabels, ObjectLabels};

/// What a text or a number tells about its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Label {
    /// Identifies one thing: an id, an ARN, a reference.
    Identifier,
    /// What the owner calls a thing.
    Name,
    /// An account, subscription, project or tenant.
    Account,
    /// Prose that may hold anything: titles, descriptions, messages.
    FreeText,
    /// The value of a tag. Whether it is harmless depends on the key of the tag.
    TagValue,
    /// Must not be seen.
    Secret,
    /// Words of the program, times, counts: tells nothing, and is never changed.
    Public,
}

impl Label {
    /// The word in `#[label(…)]`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Identifier => "identifier",
            Self::Name => "name",
            Self::Account => "account",
            Self::FreeText => "free_text",
            Self::TagValue => "tag_value",
            Self::Secret => "secret",
            Self::Public => "public",
        }
    }
}

/// A type whose parts are labelled.
///
/// Numbers and `bool` are [`Label::Public`], collections and pointers take the labels of what they
/// hold. Texts say nothing by themselves, so a field that holds one has a label of its own.
///
/// ```
/// use cloudg_runtime::{Label, Labelled, Labels};
/// use serde_json::json;
///
/// #[derive(serde::Serialize, Labelled)]
/// struct Ticket {
///     #[label(identifier)]
///     id: String,
///     #[label(free_text)]
///     subject: Option<String>,
///     open: bool,
/// }
///
/// let value = json!({"id": "T-1", "subject": "It broke", "open": true});
/// let members = Labels::of::<Ticket>().object(value.as_object().expect("an object"));
/// assert_eq!(members.member("id").value.label(), Some(Label::Identifier));
/// assert_eq!(members.member("open").value.label(), Some(Label::Public));
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing says what `{Self}` tells about its owner",
    label = "no privacy label",
    note = "put `#[label(…)]` on the field: `identifier`, `name`, `account`, `free_text`, `tag_value`, `secret`, `public`, or `detect` to leave it to rules; a type of your own derives `cloudg_runtime::Labelled`"
)]
pub trait Labelled {
    /// The labels of the type.
    fn labels() -> &'static LabelTree;
}

/// The labels of a type, by its shape on the wire. Trees are constants; what refers to another
/// type does so through a function, so types may contain themselves.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum LabelTree {
    /// Nothing is said.
    Unlabelled,
    /// One label for every value here and below; keys of objects have none.
    Leaf(Label),
    /// The labels of another type.
    Of(fn() -> &'static LabelTree),
    /// A list of alike items.
    List(&'static LabelTree),
    /// A list with one tree for each place.
    Tuple(&'static [LabelTree]),
    /// An object with any keys: the label of the keys, and the tree of the values.
    Map(&'static LabelTree, &'static LabelTree),
    /// The map that another type is, with a label for its keys.
    Keyed(Label, &'static LabelTree),
    /// An object with known keys, and types whose keys stand among them.
    Object {
        /// The known keys.
        fields: &'static [(&'static str, LabelTree)],
        /// What is flattened into the object.
        flattened: &'static [LabelTree],
    },
    /// One of several shapes: the one of which most known keys are there, then the one of which
    /// fewest are missing, the first among equals.
    Variants(&'static [LabelTree]),
    /// An object whose member `tag` names the shape.
    Tagged {
        /// The key.
        tag: &'static str,
        /// The shapes by their names.
        variants: &'static [(&'static str, LabelTree)],
    },
    /// A member whose labels depend on the text in another member of the same object.
    Choice {
        /// The key of the other member.
        by: &'static str,
        /// The labels for each text.
        arms: &'static [(&'static str, LabelTree)],
        /// The labels for any other text.
        otherwise: &'static LabelTree,
    },
}

/// A place in a label tree, followed down together with a value. Cheap to copy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Labels {
    at: At,
}

#[derive(Debug, Clone, Copy, Default)]
enum At {
    #[default]
    Nowhere,
    Tree(&'static LabelTree),
    /// An object that holds the tree under this key.
    Above(&'static str, &'static LabelTree),
}

impl Labels {
    /// Nothing is labelled.
    pub const NONE: Self = Self { at: At::Nowhere };

    /// The labels of a type.
    pub const fn of<T: Labelled + ?Sized>() -> Self {
        Self::at(const { &LabelTree::Of(<T as Labelled>::labels) })
    }

    pub(crate) const fn at(tree: &'static LabelTree) -> Self {
        Self { at: At::Tree(tree) }
    }

    /// The labels of what is described by a tree, if by any.
    pub(crate) fn root(tree: Option<&'static LabelTree>) -> Self {
        tree.map_or(Self::NONE, Self::at)
    }

    /// These labels, or `other` when nothing is labelled.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        match self.at {
            At::Nowhere => other,
            At::Tree(_) | At::Above(..) => self,
        }
    }

    /// The labels of an object that holds the labelled value under `key`.
    #[must_use]
    pub fn under(self, key: &'static str) -> Self {
        match self.at {
            At::Tree(tree) => Self { at: At::Above(key, tree) },
            At::Nowhere | At::Above(..) => Self::NONE,
        }
    }

    /// Whether nothing is labelled from here on.
    pub const fn is_none(self) -> bool {
        matches!(self.at, At::Nowhere)
    }

    /// Visits every scalar and every key of `value` with its label, in the order they are written.
    /// Allocates nothing.
    pub fn walk(self, value: &Value, visitor: &mut impl LabelVisitor) {
        match value {
            Value::Object(object) => {
                let members = self.object(object);
                for (key, value) in object {
                    let member = members.member(key);
                    visitor.key(member.key, key);
                    member.value.walk(value, visitor);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.item(index).walk(item, visitor);
                }
            }
            scalar => visitor.scalar(self.label(), scalar),
        }
    }
}

/// What [`Labels::walk`] calls.
pub trait LabelVisitor {
    /// A key of an object; one that the type declares is [`Label::Public`].
    fn key(&mut self, label: Option<Label>, key: &str);
    /// A text, a number, a boolean or null.
    fn scalar(&mut self, label: Option<Label>, value: &Value);
}

#[cfg(test)]
mod tests;
