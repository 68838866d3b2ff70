//! Compares two schemas by what they accept.

use std::{cmp::Ordering, collections::HashSet};

use serde_json::{Map, Number, Value, json};

use super::{Class, Found};
use crate::lock::parts::step;

pub(super) type Object = Map<String, Value>;

/// Longest chain of references that is followed.
const MAX_CHAIN: usize = 32;

/// Who writes the values that a schema describes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The client: the new schema must accept what the old one did.
    Input,
    /// The server: the old schema must describe what the new one does.
    Output,
}

/// How the values that fit were changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Some fit no more.
    Narrowed,
    /// More fit.
    Widened,
    /// Perhaps both.
    Changed,
}

/// One comparison of an old schema with a new one.
pub(super) struct Comparison<'f, 'k> {
    pub(super) side: Side,
    pub(super) found: &'f mut Found<'k>,
    old_root: Value,
    new_root: Value,
    /// Pairs with references that were compared: a recursive type is compared once.
    seen: HashSet<(String, String)>,
}

impl<'f, 'k> Comparison<'f, 'k> {
    pub(super) fn new(side: Side, old: &Value, new: &Value, found: &'f mut Found<'k>) -> Self {
        let (old_root, new_root) = (old.clone(), new.clone());
        Self { side, found, old_root, new_root, seen: HashSet::new() }
    }

    /// Compares from the root, which stands at `place` of the definition.
    pub(super) fn run(mut self, place: &str) {
        let (old, new) = (self.old_root.clone(), self.new_root.clone());
        self.schemas(&old, &new, place);
    }

    /// Compares two schemas at one place.
    pub(super) fn schemas(&mut self, old: &Value, new: &Value, place: &str) {
        let refers = |schema: &Value| schema.get("$ref").is_some();
        if refers(old) || refers(new) {
            if !self.seen.insert((old.to_string(), new.to_string())) {
                return;
            }
        } else if old == new && !old.to_string().contains("\"$ref\"") {
            return;
        }
        let mut olds = branches(&self.old_root, old, 0);
        let mut news = branches(&self.new_root, new, 0);
        self.pairs(&mut olds, &mut news, place, |old, new| old == new);
        self.pairs(&mut olds, &mut news, place, |old, new| kind(old) == kind(new));
        self.unmatched(olds, news, place);
    }

    /// Compares the branches that `fit`, and takes them off both lists.
    fn pairs(
        &mut self,
        olds: &mut Vec<Object>,
        news: &mut Vec<Object>,
        place: &str,
        fit: impl Fn(&Object, &Object) -> bool,
    ) {
        let mut rest = Vec::new();
        for old in std::mem::take(olds) {
            match news.iter().position(|new| fit(&old, new)) {
                Some(at) => {
                    let new = news.remove(at);
                    self.branch(&old, &new, place);
                }
                None => rest.push(old),
            }
        }
        *olds = rest;
    }

    /// What is left when every branch has found its like.
    fn unmatched(&mut self, mut olds: Vec<Object>, mut news: Vec<Object>, place: &str) {
        for (narrow, wide, direction) in
            [("integer", "number", Direction::Widened), ("number", "integer", Direction::Narrowed)]
        {
            let old = olds.iter().position(|branch| kind(branch) == narrow);
            let new = news.iter().position(|branch| kind(branch) == wide);
            if let (Some(old), Some(new)) = (old, new) {
                let (old, new) = (olds.remove(old), news.remove(new));
                self.note(
                    direction,
                    "type",
                    &step(place, "type"),
                    old.get("type"),
                    new.get("type"),
                );
                self.branch(&old, &new, place);
            }
        }
        if olds.is_empty() && news.is_empty() {
            return;
        }
        let (was, is) = (listed(&olds), listed(&news));
        let anything = |branches: &[Object]| branches.iter().any(Object::is_empty);
        let direction = match (anything(&olds), anything(&news)) {
            (true, _) => Direction::Narrowed,
            (_, true) => Direction::Widened,
            _ if news.is_empty() => Direction::Narrowed,
            _ if olds.is_empty() => Direction::Widened,
            _ => Direction::Changed,
        };
        self.note(direction, "type", place, Some(&was), Some(&is));
    }

    /// Compares two branches of one type.
    fn branch(&mut self, old: &Object, new: &Object, place: &str) {
        let keys: Vec<&String> =
            old.keys().chain(new.keys().filter(|key| !old.contains_key(*key))).collect();
        for key in keys {
            let (was, is) = (old.get(key), new.get(key));
            let place = step(place, key);
            match key.as_str() {
                "type" | "properties" | "required" | "additionalProperties" => {}
                "items" => {
                    let any = json!({});
                    self.schemas(was.unwrap_or(&any), is.unwrap_or(&any), &place);
                }
                _ if was == is => {}
                "enum" => self.values(was, is, &place),
                "minimum" | "exclusiveMinimum" => {
                    self.bound(was, is, Ordering::Greater, "range", &place);
                }
                "maximum" | "exclusiveMaximum" => {
                    self.bound(was, is, Ordering::Less, "range", &place);
                }
                "minLength" | "minItems" | "minProperties" => {
                    let zero = |bound: Option<&Value>| bound.cloned().unwrap_or(Value::from(0));
                    self.bound(
                        Some(&zero(was)),
                        Some(&zero(is)),
                        Ordering::Greater,
                        "length",
                        &place,
                    );
                }
                "maxLength" | "maxItems" | "maxProperties" => {
                    self.bound(was, is, Ordering::Less, "length", &place);
                }
                "uniqueItems" => {
                    let set = |flag: Option<&Value>| flag == Some(&Value::Bool(true));
                    self.presence(set(was), set(is), "unique", &place, was, is);
                }
                "pattern" => self.presence(was.is_some(), is.is_some(), "pattern", &place, was, is),
                _ => self.note(Direction::Changed, "keyword", &place, was, is),
            }
        }
        if kind(old) == "object" {
            self.objects(old, new, place);
        }
    }

    fn values(&mut self, was: Option<&Value>, is: Option<&Value>, place: &str) {
        let (Some(Value::Array(was)), Some(Value::Array(is))) = (was, is) else {
            return self.presence(was.is_some(), is.is_some(), "values", place, was, is);
        };
        let beyond = |some: &[Value], others: &[Value]| -> Vec<Value> {
            some.iter().filter(|value| !others.contains(value)).cloned().collect()
        };
        let (gone, come) = (beyond(was, is), beyond(is, was));
        if !gone.is_empty() {
            self.note(Direction::Narrowed, "values", place, Some(&Value::Array(gone)), None);
        }
        if !come.is_empty() {
            self.note(Direction::Widened, "values", place, None, Some(&Value::Array(come)));
        }
    }

    /// A bound that narrows when it moves in the direction of `narrows`.
    fn bound(
        &mut self,
        was: Option<&Value>,
        is: Option<&Value>,
        narrows: Ordering,
        what: &str,
        place: &str,
    ) {
        let direction = match (was, is) {
            (Some(Value::Number(was)), Some(Value::Number(is))) => match order(is, was) {
                Some(Ordering::Equal) => return,
                Some(order) if order == narrows => Direction::Narrowed,
                Some(_) => Direction::Widened,
                None => Direction::Changed,
            },
            (None, Some(_)) => Direction::Narrowed,
            (Some(_), None) => Direction::Widened,
            _ => Direction::Changed,
        };
        self.note(direction, what, place, was, is);
    }

    /// A constraint that narrows where it is.
    fn presence(
        &mut self,
        was_there: bool,
        is_there: bool,
        what: &str,
        place: &str,
        was: Option<&Value>,
        is: Option<&Value>,
    ) {
        match (was_there, is_there) {
            (false, true) => self.note(Direction::Narrowed, what, place, was, is),
            (true, false) => self.note(Direction::Widened, what, place, was, is),
            (true, true) => self.note(Direction::Changed, what, place, was, is),
            (false, false) => {}
        }
    }

    pub(super) fn note(
        &mut self,
        direction: Direction,
        what: &str,
        place: &str,
        old: Option<&Value>,
        new: Option<&Value>,
    ) {
        let class = match (self.side, direction) {
            (Side::Input, Direction::Widened) | (Side::Output, Direction::Narrowed) => {
                Class::Additive
            }
            _ => Class::Breaking,
        };
        let side = match self.side {
            Side::Input => "input",
            Side::Output => "output",
        };
        let direction = match direction {
            Direction::Narrowed => "narrowed",
            Direction::Widened => "widened",
            Direction::Changed => "changed",
        };
        self.found.note(class, &format!("{side}-{what}-{direction}"), place, old, new);
    }
}

/// The type of a branch: its name, `values` of fixed ones without a type, or nothing.
fn kind(branch: &Object) -> &str {
    match branch.get("type") {
        Some(Value::String(name)) => name,
        _ if branch.contains_key("enum") => "values",
        _ if branch.is_empty() => "",
        _ => "combined",
    }
}

fn listed(branches: &[Object]) -> Value {
    branches.iter().map(|branch| Value::Object(branch.clone())).collect()
}

/// The alternatives of a schema: references followed, unions flat, null apart, `const` as `enum`,
/// without what is no constraint on the value.
fn branches(root: &Value, schema: &Value, depth: usize) -> Vec<Object> {
    let object = match schema {
        Value::Object(object) => object,
        Value::Bool(false) => return Vec::new(),
        _ => return vec![Object::new()],
    };
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        let found = root.pointer(target.trim_start_matches('#'));
        return match found.filter(|_| depth < MAX_CHAIN) {
            Some(found) => branches(root, found, depth + 1),
            None => vec![object.clone()],
        };
    }
    let mut own = object.clone();
    for silent in ["$defs", "definitions", "$schema", "$id", "default", "readOnly", "writeOnly"] {
        own.shift_remove(silent);
    }
    if let (Some(value), None) = (own.shift_remove("const"), own.get("enum")) {
        own.insert("enum".to_owned(), json!([value]));
    }
    for key in ["anyOf", "oneOf"] {
        if let (Some(Value::Array(union)), 1) = (own.get(key), own.len()) {
            return union.iter().flat_map(|one| branches(root, one, depth + 1)).collect();
        }
    }
    without_null(own)
}

/// One branch for each type, and null in one of its own.
fn without_null(mut own: Object) -> Vec<Object> {
    let null = || Object::from_iter([("type".to_owned(), Value::from("null"))]);
    if let Some(Value::Array(values)) = own.get_mut("enum") {
        let n_before = values.len();
        values.retain(|value| !value.is_null());
        let (has_null, has_more) = (values.len() < n_before, !values.is_empty());
        let strings = values.iter().all(Value::is_string);
        if strings {
            own.insert("type".to_owned(), Value::from("string"));
        }
        return has_more.then_some(own).into_iter().chain(has_null.then(null)).collect();
    }
    let Some(Value::Array(types)) = own.get("type").cloned() else { return vec![own] };
    let branch = |kind: Value| {
        if kind == "null" {
            return null();
        }
        let mut branch = own.clone();
        branch.insert("type".to_owned(), kind);
        branch
    };
    types.into_iter().map(branch).collect()
}

/// Exact where both are integers.
fn order(left: &Number, right: &Number) -> Option<Ordering> {
    match (left.as_str().parse::<i128>(), right.as_str().parse::<i128>()) {
        (Ok(left), Ok(right)) => Some(left.cmp(&right)),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}
