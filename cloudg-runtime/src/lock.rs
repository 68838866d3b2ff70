//! The catalogue of a server as a document: what clients can rely on, with a digest of each part.
//!
//! A lock is written from declarations alone: no handler runs and no data is loaded. It is the same
//! text for the same declarations, so that a file of it can be kept beside the code, compared by
//! any tool, and [`diff`]ed: each difference is breaking, additive, or text only.
//!
//! # The document
//!
//! JSON indented by two spaces, keys sorted at every level, numbers in the form of
//! [`json_text`], one line feed at the end:
//!
//! ```text
//! {
//!   "lock_version": 1,
//!   "prompts": {NAME: ENTRY, …},
//!   "resources": {URI: ENTRY, …},
//!   "sha256": DIGEST of {"prompts", "resources", "templates", "tools"}, each key with its digest,
//!   "templates": {URI TEMPLATE: ENTRY, …},
//!   "tools": {NAME: ENTRY, …}
//! }
//! ```
//!
//! An entry is `definition` (the list entry as clients see it, under its name without prefix) and
//! `sha256` with three digests: `all` of the definition, `contract` of the definition without its
//! texts, and `texts` of the texts by their JSON pointer. Texts are titles, descriptions and icons,
//! and the comments, examples and deprecations of schemas, wherever they stand. A digest is SHA-256, in lower-case hexadecimal, of the
//! compact sorted text. The order of a listing is not part of a lock.

mod diff;
mod parts;

use std::{collections::BTreeMap, fmt};

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

pub use self::diff::{Change, Class, Diff, RULES, diff};
use self::parts::{contract_of, texts_of};
use crate::{Prompt, Registry, Resource, Template, Tool, json_text};

/// The version of the document that is written and read.
const LOCK_VERSION: u64 = 1;

/// A kind of primitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A tool, by its name.
    Tool,
    /// A resource, by its address.
    Resource,
    /// A resource template, by its address.
    Template,
    /// A prompt, by its name.
    Prompt,
}

impl Kind {
    /// All kinds, tools first.
    pub const ALL: [Self; 4] = [Self::Tool, Self::Resource, Self::Template, Self::Prompt];

    /// What one is called.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Template => "template",
            Self::Prompt => "prompt",
        }
    }

    /// The key of all of them in a lock.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Tool => "tools",
            Self::Resource => "resources",
            Self::Template => "templates",
            Self::Prompt => "prompts",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One primitive of a lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    definition: Value,
    all: String,
    contract: String,
    texts: String,
}

impl Entry {
    fn new(definition: &Value) -> Self {
        let definition = canonical(definition);
        Self {
            all: digest(&definition),
            contract: digest(&contract_of(&definition)),
            texts: digest(&texts_of(&definition)),
            definition,
        }
    }

    /// The list entry, keys sorted.
    pub fn definition(&self) -> &Value {
        &self.definition
    }

    /// Digest of the whole definition.
    pub fn sha256(&self) -> &str {
        &self.all
    }

    /// Digest of what programs rely on: everything but the texts.
    pub fn contract_sha256(&self) -> &str {
        &self.contract
    }

    /// Digest of the texts.
    pub fn texts_sha256(&self) -> &str {
        &self.texts
    }

    fn to_value(&self) -> Value {
        json!({
            "definition": self.definition,
            "sha256": {"all": self.all, "contract": self.contract, "texts": self.texts},
        })
    }
}

/// Everything a server offers, as a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    entries: BTreeMap<(Kind, String), Entry>,
}

/// Why a text is no lock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// It is not JSON.
    #[error("a lock is JSON: {0}")]
    Json(String),
    /// It is of another version.
    #[error("a lock of version {LOCK_VERSION} is expected; write it again with this version")]
    Version,
    /// Something is missing or of the wrong form.
    #[error("`{place}` is missing or has the wrong form")]
    Form {
        /// Path of what is wrong.
        place: String,
    },
    /// What is written is not what its digest says.
    #[error("`{place}` does not have the digest that is written beside it: it was changed by hand")]
    Digest {
        /// Path of the entry, or `sha256` for the whole.
        place: String,
    },
}

impl Lock {
    /// The lock of a registry. This builds the schemas of all tools; they are locked in full,
    /// whatever the profile they are listed in.
    ///
    /// ```
    /// use cloudg_runtime::{Registry, SEARCH_TOOLS, lock::{Kind, Lock}};
    ///
    /// let mut registry = Registry::new();
    /// registry.add(SEARCH_TOOLS)?;
    /// let lock = Lock::of(&registry);
    /// assert_eq!(lock.count(Kind::Tool), 1);
    /// assert_eq!(Lock::parse(&lock.to_text()).as_ref(), Ok(&lock));
    /// # Ok::<(), cloudg_runtime::RegistryError>(())
    /// ```
    pub fn of(registry: &Registry) -> Self {
        let mut full = registry.clone();
        full.set_schema_profile(crate::SchemaProfile::Full);
        let tool =
            |tool: &Tool| (Kind::Tool, tool.name().to_owned(), tool.to_wire(tool.name(), true));
        let resource = |one: &Resource| (Kind::Resource, one.uri().to_owned(), one.to_wire());
        let template =
            |one: &Template| (Kind::Template, one.uri_template().to_owned(), one.to_wire());
        let prompt = |one: &Prompt| (Kind::Prompt, one.name().to_owned(), one.to_wire(one.name()));
        let definitions = full
            .tools()
            .map(tool)
            .chain(full.resources().map(resource))
            .chain(full.templates().map(template))
            .chain(full.prompts().map(prompt));
        Self::from_definitions(definitions)
    }

    /// The lock of list entries, each with its kind and the name or address it is found by.
    pub fn from_definitions(definitions: impl IntoIterator<Item = (Kind, String, Value)>) -> Self {
        let entries = definitions
            .into_iter()
            .map(|(kind, key, definition)| ((kind, key), Entry::new(&definition)));
        Self { entries: entries.collect() }
    }

    /// Reads a document and checks its digests.
    ///
    /// # Errors
    ///
    /// It is no lock of this version, or was changed by hand.
    pub fn parse(text: &str) -> Result<Self, LockError> {
        let document: Value =
            serde_json::from_str(text).map_err(|error| LockError::Json(error.to_string()))?;
        if document.get("lock_version").and_then(Value::as_u64) != Some(LOCK_VERSION) {
            return Err(LockError::Version);
        }
        let mut entries = BTreeMap::new();
        for kind in Kind::ALL {
            let group = document.get(kind.plural()).and_then(Value::as_object);
            let form = || LockError::Form { place: kind.plural().to_owned() };
            for (key, written) in group.ok_or_else(form)? {
                entries.insert((kind, key.clone()), read_entry(kind, key, written)?);
            }
        }
        let lock = Self { entries };
        if document.get("sha256").and_then(Value::as_str) != Some(&*lock.sha256()) {
            return Err(LockError::Digest { place: "sha256".to_owned() });
        }
        Ok(lock)
    }

    /// The document as text; the same declarations give the same bytes.
    pub fn to_text(&self) -> String {
        let mut text = json_text::value_text(&self.to_value(), 2);
        text.push('\n');
        text
    }

    /// The document.
    pub fn to_value(&self) -> Value {
        let mut document = self.groups(Entry::to_value);
        document.insert("lock_version".to_owned(), Value::from(LOCK_VERSION));
        document.insert("sha256".to_owned(), Value::from(self.sha256()));
        sorted(&Value::Object(document))
    }

    /// Digest of everything.
    pub fn sha256(&self) -> String {
        digest(&Value::Object(self.groups(|entry| Value::from(entry.all.as_str()))))
    }

    /// The entries: tools, resources, templates, prompts, each by name.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (Kind, &str, &Entry)> {
        self.entries.iter().map(|((kind, key), entry)| (*kind, key.as_str(), entry))
    }

    /// One entry.
    pub fn entry(&self, kind: Kind, key: &str) -> Option<&Entry> {
        self.entries.get(&(kind, key.to_owned()))
    }

    /// How many there are of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.entries.keys().filter(|(one, _)| *one == kind).count()
    }

    fn groups(&self, show: impl Fn(&Entry) -> Value) -> Map<String, Value> {
        let mut groups = Map::new();
        for kind in Kind::ALL {
            let of_kind = self.entries.iter().filter(|((one, _), _)| *one == kind);
            let shown: Map<String, Value> =
                of_kind.map(|((_, key), entry)| (key.clone(), show(entry))).collect();
            groups.insert(kind.plural().to_owned(), Value::Object(shown));
        }
        groups
    }
}

fn read_entry(kind: Kind, key: &str, written: &Value) -> Result<Entry, LockError> {
    let place = || format!("{}/{key}", kind.plural());
    let definition = written.get("definition").filter(|definition| definition.is_object());
    let definition = definition.ok_or_else(|| LockError::Form { place: place() })?;
    let entry = Entry::new(definition);
    if entry.to_value() == *written {
        return Ok(entry);
    }
    Err(LockError::Digest { place: place() })
}

/// The value as it is read from its own text: keys sorted, numbers in one form.
fn canonical(value: &Value) -> Value {
    let sorted = sorted(value);
    let text = json_text::compact(&sorted).ok();
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(sorted)
}

/// The value with the keys of all objects sorted.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            members.into_iter().map(|(key, member)| (key.clone(), sorted(member))).collect()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

fn digest(value: &Value) -> String {
    // Keys are texts and every number has one, so this cannot fail.
    let text = json_text::compact(&sorted(value)).unwrap_or_default();
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
