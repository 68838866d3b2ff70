//! Finds the labels of members and items.
//!
//! Trees come from declarations, so their size is that of the source; only references between
//! types can form a circle, and those are followed a bounded number of times.

use std::{cell::Cell, cmp::Reverse};

use serde_json::{Map, Value};

use super::{At, Label, LabelTree, Labels};

/// Most trees that are looked at for one value. Types that flatten each other in a circle have more.
const MAX_STEPS: usize = 1024;

/// Trees that may still be looked at.
struct Steps(Cell<usize>);

impl Steps {
    fn new() -> Self {
        Self(Cell::new(MAX_STEPS))
    }

    /// Counts a tree; `None` when it is one too many.
    fn take(&self) -> Option<()> {
        self.0.set(self.0.get().checked_sub(1)?);
        Some(())
    }
}

/// The labels of one member of an object.
#[derive(Debug, Clone, Copy, Default)]
pub struct MemberLabels {
    /// The label of the key; a key that the type declares is [`Label::Public`].
    pub key: Option<Label>,
    /// The labels of the value.
    pub value: Labels,
}

/// The labels of the members of one object.
#[derive(Debug, Clone, Copy)]
pub struct ObjectLabels<'v> {
    object: &'v Map<String, Value>,
    at: At,
}

impl Labels {
    /// The label of a scalar here.
    pub fn label(self) -> Option<Label> {
        let At::Tree(tree) = self.at else { return None };
        scalar(tree, &Steps::new()).flatten()
    }

    /// The labels of the members of `object`, which stands here.
    pub fn object(self, object: &Map<String, Value>) -> ObjectLabels<'_> {
        let at = match self.at {
            At::Tree(tree) => At::Tree(settled(tree, object, &Steps::new())),
            other => other,
        };
        ObjectLabels { object, at }
    }

    /// The labels of the item at `index` of a list here.
    #[must_use]
    pub fn item(self, index: usize) -> Self {
        let At::Tree(tree) = self.at else { return Self::NONE };
        item(tree, index, &Steps::new()).map_or(Self::NONE, Self::at)
    }
}

impl ObjectLabels<'_> {
    /// The labels of the member `key`.
    pub fn member(&self, key: &str) -> MemberLabels {
        match self.at {
            At::Nowhere => MemberLabels::default(),
            At::Above(only, tree) if only == key => declared(tree, self.object),
            At::Above(..) => MemberLabels::default(),
            At::Tree(LabelTree::Leaf(label)) => {
                MemberLabels { key: None, value: Labels::at(leaf(*label)) }
            }
            At::Tree(tree) => {
                let steps = Steps::new();
                known(tree, self.object, key, &steps)
                    .or_else(|| any(tree, self.object, &steps))
                    .unwrap_or_default()
            }
        }
    }
}

/// A member with a key that the type declares.
fn declared(tree: &'static LabelTree, object: &Map<String, Value>) -> MemberLabels {
    MemberLabels { key: Some(Label::Public), value: Labels::at(chosen(tree, object)) }
}

/// The labels of a member that another member decides on.
fn chosen(tree: &'static LabelTree, object: &Map<String, Value>) -> &'static LabelTree {
    let LabelTree::Choice { by, arms, otherwise } = tree else { return tree };
    let text = object.get(*by).and_then(Value::as_str);
    text.and_then(|text| named(arms, text)).unwrap_or(otherwise)
}

fn named(trees: &'static [(&'static str, LabelTree)], name: &str) -> Option<&'static LabelTree> {
    trees.iter().find(|(other, _)| *other == name).map(|(_, tree)| tree)
}

/// The tree behind references, and of several shapes the one that `object` has.
fn settled(
    tree: &'static LabelTree,
    object: &Map<String, Value>,
    steps: &Steps,
) -> &'static LabelTree {
    if steps.take().is_none() {
        return &LabelTree::Unlabelled;
    }
    match tree {
        LabelTree::Of(labels) => settled(labels(), object, steps),
        LabelTree::Variants(shapes) => match fitting(shapes, object, steps) {
            Some(shape) => settled(shape, object, steps),
            None => &LabelTree::Unlabelled,
        },
        other => other,
    }
}

/// How well a shape fits an object: by the keys that it declares and that are there, by those that
/// are missing, then by what is at stake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    n_there: usize,
    n_missing: Reverse<usize>,
    protection: u8,
}

impl Fit {
    fn of(n_there: usize, n_missing: usize) -> Self {
        Self { n_there, n_missing: Reverse(n_missing), protection: protection(None) }
    }

    /// That of a shape without keys of its own.
    fn any(label: Option<Label>) -> Self {
        Self { protection: protection(label), ..Self::of(0, 0) }
    }

    fn and(self, other: Self) -> Self {
        Self::of(self.n_there + other.n_there, self.n_missing.0 + other.n_missing.0)
    }
}

/// Of several shapes the one that fits `object` best, the first among equals.
fn fitting(
    shapes: &'static [LabelTree],
    object: &Map<String, Value>,
    steps: &Steps,
) -> Option<&'static LabelTree> {
    let mut best: Option<(Fit, &LabelTree)> = None;
    for shape in shapes {
        let Some(fit) = fit(shape, object, steps) else { continue };
        if best.is_none_or(|(best, _)| fit > best) {
            best = Some((fit, shape));
        }
    }
    best.map(|(_, shape)| shape)
}

/// How well a shape fits `object`; `None` when it is for no object.
fn fit(tree: &'static LabelTree, object: &Map<String, Value>, steps: &Steps) -> Option<Fit> {
    match settled(tree, object, steps) {
        LabelTree::Object { fields, flattened } => {
            let n_there = fields.iter().filter(|(key, _)| object.contains_key(*key)).count();
            let own = Fit::of(n_there, fields.len() - n_there);
            let flattened = flattened.iter().filter_map(|tree| fit(tree, object, steps));
            Some(flattened.fold(own, Fit::and))
        }
        LabelTree::Tagged { tag, variants } => {
            let name = object.get(*tag)?.as_str()?;
            let tagged = Fit::of(1, 0);
            let inner = fit(named(variants, name)?, object, steps);
            Some(inner.map_or(tagged, |inner| inner.and(tagged)))
        }
        LabelTree::Leaf(label) => Some(Fit::any(Some(*label))),
        LabelTree::Map(..) | LabelTree::Keyed(..) | LabelTree::Unlabelled => Some(Fit::any(None)),
        _ => None,
    }
}

/// The member `key`, if the type declares it.
fn known(
    tree: &'static LabelTree,
    object: &Map<String, Value>,
    key: &str,
    steps: &Steps,
) -> Option<MemberLabels> {
    steps.take()?;
    match settled(tree, object, steps) {
        LabelTree::Object { fields, flattened } => match named(fields, key) {
            Some(tree) => Some(declared(tree, object)),
            None => flattened.iter().find_map(|tree| known(tree, object, key, steps)),
        },
        LabelTree::Tagged { tag, .. } if *tag == key => Some(declared(leaf(Label::Public), object)),
        LabelTree::Tagged { tag, variants } => {
            let name = object.get(*tag)?.as_str()?;
            known(named(variants, name)?, object, key, steps)
        }
        _ => None,
    }
}

/// A member with a key that the type does not declare: that of a map.
fn any(
    tree: &'static LabelTree,
    object: &Map<String, Value>,
    steps: &Steps,
) -> Option<MemberLabels> {
    steps.take()?;
    match settled(tree, object, steps) {
        LabelTree::Map(keys, values) => {
            let value = Labels::at(values);
            Some(MemberLabels { key: scalar(keys, steps).flatten(), value })
        }
        LabelTree::Keyed(label, map) => {
            let value = any(map, object, steps).map_or(Labels::NONE, |member| member.value);
            Some(MemberLabels { key: Some(*label), value })
        }
        LabelTree::Object { flattened, .. } => {
            flattened.iter().find_map(|tree| any(tree, object, steps))
        }
        LabelTree::Tagged { tag, variants } => {
            any(named(variants, object.get(*tag)?.as_str()?)?, object, steps)
        }
        _ => None,
    }
}

/// The label of a scalar. `None` is another shape, `Some(None)` a scalar of which nothing is said.
fn scalar(tree: &'static LabelTree, steps: &Steps) -> Option<Option<Label>> {
    steps.take()?;
    match tree {
        LabelTree::Leaf(label) => Some(Some(*label)),
        LabelTree::Unlabelled => Some(None),
        LabelTree::Of(labels) => scalar(labels(), steps),
        LabelTree::Variants(shapes) => {
            shapes.iter().filter_map(|shape| scalar(shape, steps)).reduce(more_at_stake)
        }
        _ => None,
    }
}

/// The one of two labels that hides more, the first of equals.
fn more_at_stake(first: Option<Label>, other: Option<Label>) -> Option<Label> {
    if protection(other) > protection(first) { other } else { first }
}

/// How much is at stake: of texts that nothing tells apart, none is shown that another would hide.
fn protection(label: Option<Label>) -> u8 {
    match label {
        Some(Label::Public) => 0,
        None => 1,
        Some(Label::Secret) => 3,
        Some(_) => 2,
    }
}

/// The tree of the item at `index`. Of several shapes the first list; without one, what is at stake
/// most.
fn item(tree: &'static LabelTree, index: usize, steps: &Steps) -> Option<&'static LabelTree> {
    steps.take()?;
    match tree {
        LabelTree::Leaf(_) | LabelTree::Unlabelled => Some(tree),
        LabelTree::List(items) => Some(items),
        LabelTree::Tuple(places) => places.get(index),
        LabelTree::Of(labels) => item(labels(), index, steps),
        LabelTree::Variants(shapes) => {
            let is_list = |shape: &&'static LabelTree| scalar(shape, steps).is_none();
            let mut lists = shapes.iter().filter(is_list);
            lists.find_map(|shape| item(shape, index, steps)).or_else(|| {
                let label = shapes.iter().filter_map(|shape| scalar(shape, steps));
                let label = label.reduce(more_at_stake)?;
                Some(label.map_or(&LabelTree::Unlabelled, leaf))
            })
        }
        _ => None,
    }
}

/// A constant tree of one label.
fn leaf(label: Label) -> &'static LabelTree {
    match label {
        Label::Identifier => &LabelTree::Leaf(Label::Identifier),
        Label::Name => &LabelTree::Leaf(Label::Name),
        Label::Account => &LabelTree::Leaf(Label::Account),
        Label::FreeText => &LabelTree::Leaf(Label::FreeText),
        Label::TagValue => &LabelTree::Leaf(Label::TagValue),
        Label::Secret => &LabelTree::Leaf(Label::Secret),
        Label::Public => &LabelTree::Leaf(Label::Public),
    }
}
