//! What a change of a catalogue means for its clients.

mod object;
mod primitive;
mod schema;

use std::fmt::{self, Write as _};

use serde_json::{Map, Value, json};

use super::{Entry, Kind, Lock};
use crate::json_text;

/// Longest value that a text shows, in characters.
const MAX_SHOWN: usize = 80;

/// The rules, as code and meaning; `WHAT` is `type`, `values`, `range`, `length`, `pattern`,
/// `unique`, `undeclared` (members that are not declared) or `keyword` (any other).
///
/// | rule | class | because |
/// |---|---|---|
/// | `primitive-removed` | breaking | calls and reads fail |
/// | `primitive-added` | additive | |
/// | `argument-removed`, `argument-renamed` | breaking | it is refused, or no longer heeded |
/// | `argument-added` | additive | it may be left out |
/// | `required-argument-added`, `argument-now-required` | breaking | calls without it fail |
/// | `argument-now-optional` | additive | |
/// | `default-changed` | breaking | calls that leave it out mean something else |
/// | `input-WHAT-narrowed`, `input-WHAT-changed` | breaking | some accepted values are refused |
/// | `input-WHAT-widened` | additive | |
/// | `output-schema-removed` | breaking | nothing is promised any more |
/// | `output-schema-added` | additive | |
/// | `field-removed`, `field-renamed`, `field-now-optional` | breaking | what was there may be missing |
/// | `field-added`, `field-now-required` | additive | |
/// | `output-WHAT-widened`, `output-WHAT-changed` | breaking | answers hold what was excluded |
/// | `output-WHAT-narrowed` | additive | answers hold less than a client is ready for |
/// | `hint-worse` | breaking | it may write, destroy, reach out, or is not repeatable any more; a missing hint means the worse |
/// | `hint-better` | additive | |
/// | `sensitivity-raised` | breaking | policies hide it from some |
/// | `sensitivity-lowered` | additive | |
/// | `category-changed`, `tag-removed`, `meta-removed`, `meta-changed` | breaking | filters and policies select by them |
/// | `tag-added`, `meta-added` | additive | |
/// | `mime-type-changed` | breaking | contents are of another type |
/// | `text-changed` | text | title, description, icon, or the display name of a resource |
/// | `form-changed` | text | the same is said otherwise, or it is advice: size, audience, priority |
///
/// A schema is compared as what it accepts, never as text: arguments may accept more
/// (contravariant), answers may hold less (covariant). Where that cannot be decided, as between two
/// patterns, the change counts as breaking. An object whose undeclared members are not mentioned
/// ignores them, so a new optional member is no narrowing; one that describes them is a map, where
/// it may be.
pub const RULES: [(&str, &str); 29] = [
    ("primitive-removed", "removed"),
    ("primitive-added", "added"),
    ("argument-removed", "argument removed"),
    ("argument-renamed", "argument renamed"),
    ("argument-added", "optional argument added"),
    ("required-argument-added", "required argument added"),
    ("argument-now-required", "argument is now required"),
    ("argument-now-optional", "argument is now optional"),
    ("default-changed", "default changed"),
    ("output-schema-removed", "answer no longer described"),
    ("output-schema-added", "answer described"),
    ("field-removed", "field of the answer removed"),
    ("field-renamed", "field of the answer renamed"),
    ("field-added", "field of the answer added"),
    ("field-now-required", "field of the answer is now always there"),
    ("field-now-optional", "field of the answer may now be missing"),
    ("hint-worse", "hint promises less"),
    ("hint-better", "hint promises more"),
    ("sensitivity-raised", "sensitivity raised"),
    ("sensitivity-lowered", "sensitivity lowered"),
    ("category-changed", "category changed"),
    ("tag-removed", "tag removed"),
    ("tag-added", "tag added"),
    ("meta-removed", "metadata removed"),
    ("meta-added", "metadata added"),
    ("meta-changed", "metadata changed"),
    ("mime-type-changed", "media type changed"),
    ("text-changed", "text changed"),
    ("form-changed", "said otherwise"),
];

/// What a change means for clients, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Something that worked may fail or mean something else.
    Breaking,
    /// Everything that worked still does.
    Additive,
    /// Only what people and models read.
    Text,
}

impl Class {
    /// All classes, the worst first.
    pub const ALL: [Self; 3] = [Self::Breaking, Self::Additive, Self::Text];

    /// The name, lower-case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Additive => "additive",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One difference between two locks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What it means.
    pub class: Class,
    /// What was changed.
    pub kind: Kind,
    /// Its name or address.
    pub key: String,
    /// JSON pointer into the definition; empty for all of it.
    pub place: String,
    /// Which of [`RULES`] decided.
    pub rule: String,
    /// What was there.
    pub old: Option<Value>,
    /// What is there.
    pub new: Option<Value>,
}

impl Change {
    /// `class`, `kind`, `key`, `place`, `rule`, `old`?, `new`?.
    pub fn to_value(&self) -> Value {
        let mut wire = Map::new();
        for (key, text) in [
            ("class", self.class.as_str()),
            ("kind", self.kind.as_str()),
            ("key", &self.key),
            ("place", &self.place),
            ("rule", &self.rule),
        ] {
            wire.insert(key.to_owned(), Value::from(text));
        }
        for (key, value) in [("old", &self.old), ("new", &self.new)] {
            if let Some(value) = value {
                wire.insert(key.to_owned(), value.clone());
            }
        }
        Value::Object(wire)
    }

    fn meaning(&self) -> String {
        let written = RULES.iter().find(|(rule, _)| *rule == self.rule);
        written.map_or_else(|| self.rule.replace('-', " "), |(_, meaning)| (*meaning).to_owned())
    }
}

impl fmt::Display for Change {
    /// `tool count_assets /inputSchema/properties/top: input range narrowed (500 -> 100)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.key)?;
        if !self.place.is_empty() {
            write!(f, " {}", self.place)?;
        }
        write!(f, ": {}", self.meaning())?;
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(f, " ({} -> {})", shown(old), shown(new)),
            _ => Ok(()),
        }
    }
}

/// A value in one line, cut.
fn shown(value: &Value) -> String {
    // Keys are texts and every number has one, so this cannot fail.
    let text = json_text::compact(value).unwrap_or_default();
    match text.char_indices().nth(MAX_SHOWN) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The differences between two locks, the worst first, then tools, resources, templates and
/// prompts, each by name, then by place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diff {
    changes: Vec<Change>,
}

impl Diff {
    /// All changes.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The class of the worst change.
    pub fn worst(&self) -> Option<Class> {
        self.changes.iter().map(|change| change.class).min()
    }

    /// `breaking`, `additive`, `text` (how many), `changes`.
    pub fn to_value(&self) -> Value {
        let count = |class| self.changes.iter().filter(|change| change.class == class).count();
        json!({
            "breaking": count(Class::Breaking),
            "additive": count(Class::Additive),
            "text": count(Class::Text),
            "changes": self.changes.iter().map(Change::to_value).collect::<Vec<_>>(),
        })
    }

    /// The changes for people, grouped by class; empty when there are none.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for class in Class::ALL {
            let of_class: Vec<&Change> =
                self.changes.iter().filter(|change| change.class == class).collect();
            if of_class.is_empty() {
                continue;
            }
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{class} ({})", of_class.len());
            for change in of_class {
                let _ = writeln!(text, "  {change}");
            }
        }
        text
    }
}

/// What was changed from `old` to `new`; see [`RULES`] for how each change is classed.
///
/// ```
/// use cloudg_runtime::lock::{Class, Kind, Lock, diff};
/// use serde_json::json;
///
/// let lock = |maximum: u32| {
///     let property = json!({"type": "integer", "maximum": maximum});
///     let schema = json!({"type": "object", "properties": {"top": property}});
///     let definition = json!({"name": "count", "description": "Count.", "inputSchema": schema});
///     Lock::from_definitions([(Kind::Tool, "count".to_owned(), definition)])
/// };
/// assert_eq!(diff(&lock(500), &lock(1000)).worst(), Some(Class::Additive));
/// assert_eq!(
///     diff(&lock(500), &lock(100)).to_text(),
///     "breaking (1)\n  tool count /inputSchema/properties/top/maximum: input range narrowed (500 -> 100)\n",
/// );
/// assert!(diff(&lock(500), &lock(500)).is_empty());
/// ```
pub fn diff(old: &Lock, new: &Lock) -> Diff {
    let mut changes = Vec::new();
    for (kind, key, entry) in old.entries() {
        match new.entry(kind, key) {
            Some(other) => compare(kind, key, entry, other, &mut changes),
            None => changes.push(whole(Class::Breaking, kind, key, "primitive-removed")),
        }
    }
    for (kind, key, _) in new.entries().filter(|(kind, key, _)| old.entry(*kind, key).is_none()) {
        changes.push(whole(Class::Additive, kind, key, "primitive-added"));
    }
    changes.sort_by(|left, right| {
        let order = |change: &Change| (change.class, change.kind);
        order(left)
            .cmp(&order(right))
            .then_with(|| left.key.cmp(&right.key))
            .then_with(|| left.place.cmp(&right.place))
            .then_with(|| left.rule.cmp(&right.rule))
    });
    Diff { changes }
}

fn whole(class: Class, kind: Kind, key: &str, rule: &str) -> Change {
    let (key, place, rule) = (key.to_owned(), String::new(), rule.to_owned());
    Change { class, kind, key, place, rule, old: None, new: None }
}

fn compare(kind: Kind, key: &str, old: &Entry, new: &Entry, changes: &mut Vec<Change>) {
    if old.all == new.all {
        return;
    }
    let mut found = Found { kind, key, changes: Vec::new() };
    if old.contract != new.contract {
        primitive::compare(&old.definition, &new.definition, &mut found);
    }
    if old.texts != new.texts {
        primitive::compare_texts(&old.definition, &new.definition, &mut found);
    }
    if found.changes.is_empty() {
        found.note(Class::Text, "form-changed", "", None, None);
    }
    changes.append(&mut found.changes);
}

/// Takes the changes of one primitive.
struct Found<'k> {
    kind: Kind,
    key: &'k str,
    changes: Vec<Change>,
}

impl Found<'_> {
    fn note(
        &mut self,
        class: Class,
        rule: &str,
        place: &str,
        old: Option<&Value>,
        new: Option<&Value>,
    ) {
        self.changes.push(Change {
            class,
            kind: self.kind,
            key: self.key.to_owned(),
            place: place.to_owned(),
            rule: rule.to_owned(),
            old: old.cloned(),
            new: new.cloned(),
        });
    }
}
