//! A registered tool: its declaration, and what is built from it on first use.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::{
    RegistryError, is_valid_name,
    table::Entry,
    wire::{self, present},
};
use crate::{
    Hints, SchemaError, SchemaProfile,
    schema::{portable_input, portable_output},
    spec::{Source, ToolSpec},
    validate::Validator,
};

/// A tool with its schemas and validator; cheap to clone.
///
/// ```standalone_crate
/// use cloudg_runtime::{Registry, ToolContext, tool};
///
/// /// Add two numbers.
/// #[tool]
/// fn add(_ctx: &ToolContext, left: i64, right: i64) -> i64 {
///     left + right
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::collected(&[])?;
/// let tool = registry.tool("add").expect("it is declared");
/// assert_eq!(tool.input_schema()["required"], serde_json::json!(["left", "right"]));
/// assert_eq!(tool.to_wire("my_add", true)["name"], "my_add");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Tool {
    inner: Arc<Inner>,
    profile: SchemaProfile,
}

struct Inner {
    spec: ToolSpec,
    input: OnceLock<Schema>,
    output: OnceLock<Option<Schema>>,
    portable_input: OnceLock<Schema>,
    portable_output: OnceLock<Option<Schema>>,
    validator: OnceLock<Result<Validator, SchemaError>>,
}

type Schema = Arc<Map<String, Value>>;

impl Entry for Tool {
    const KIND: &'static str = "tool";

    fn key(&self) -> &str {
        self.name()
    }

    fn source(&self) -> Source {
        self.inner.spec.source
    }
}

impl Tool {
    pub(super) fn new(spec: ToolSpec) -> Result<Self, RegistryError> {
        let (kind, key, place) = (Self::KIND, spec.name.to_string(), spec.source);
        if !is_valid_name(&spec.name) {
            return Err(RegistryError::Name { kind, key, place });
        }
        if spec.description.trim().is_empty() {
            return Err(RegistryError::Description { kind, key, place });
        }
        let inner = Inner {
            spec,
            input: OnceLock::new(),
            output: OnceLock::new(),
            portable_input: OnceLock::new(),
            portable_output: OnceLock::new(),
            validator: OnceLock::new(),
        };
        Ok(Self { inner: Arc::new(inner), profile: SchemaProfile::Full })
    }

    /// The same tool, listed with schemas of that profile.
    pub(super) fn with_profile(mut self, profile: SchemaProfile) -> Self {
        self.profile = profile;
        self
    }

    /// The declaration.
    pub fn spec(&self) -> &ToolSpec {
        &self.inner.spec
    }

    /// The name without prefix.
    pub fn name(&self) -> &str {
        &self.inner.spec.name
    }

    /// The schema of the arguments.
    pub fn input_schema(&self) -> &Arc<Map<String, Value>> {
        self.inner.input.get_or_init(|| object(&self.inner.spec.input_schema.build()))
    }

    /// The schema of the structured result, if one is declared.
    pub fn output_schema(&self) -> Option<&Arc<Map<String, Value>>> {
        let build = || {
            let source = self.inner.spec.output_schema.as_ref();
            source.map(|source| object(&source.build()))
        };
        self.inner.output.get_or_init(build).as_ref()
    }

    /// The schema of the arguments in the profile of the registry, as clients are shown it.
    pub fn listed_input_schema(&self) -> &Arc<Map<String, Value>> {
        let full = self.input_schema();
        match self.profile {
            SchemaProfile::Full => full,
            SchemaProfile::Portable => {
                self.inner.portable_input.get_or_init(|| Arc::new(portable_input(full)))
            }
        }
    }

    /// The schema of the structured result in the profile of the registry, if one is declared.
    pub fn listed_output_schema(&self) -> Option<&Arc<Map<String, Value>>> {
        let full = self.output_schema();
        match self.profile {
            SchemaProfile::Full => full,
            SchemaProfile::Portable => {
                let build = || full.map(|schema| Arc::new(portable_output(schema)));
                self.inner.portable_output.get_or_init(build).as_ref()
            }
        }
    }

    /// The validator of the arguments.
    ///
    /// # Errors
    ///
    /// The declared schema cannot be enforced.
    pub fn validator(&self) -> Result<&Validator, &SchemaError> {
        let compile = || Validator::compile(&Value::Object((**self.input_schema()).clone()));
        self.inner.validator.get_or_init(compile).as_ref()
    }

    /// The list entry under `exposed_name`: `name`, `description`, `inputSchema`,
    /// `outputSchema`?, `annotations`, `title`?, `icons`?, `_meta`.
    pub fn to_wire(&self, exposed_name: &str, with_output_schema: bool) -> Value {
        let spec = &self.inner.spec;
        let mut entry = wire::Entry::default();
        entry.put("name", exposed_name);
        entry.put("description", &*spec.description);
        entry.put("inputSchema", Value::Object(Map::clone(self.listed_input_schema())));
        if let Some(schema) = self.listed_output_schema().filter(|_| with_output_schema) {
            entry.put("outputSchema", Value::Object((**schema).clone()));
        }
        let annotations = annotations(self.title(), spec.hints);
        if !annotations.is_empty() {
            entry.put("annotations", Value::Object(annotations));
        }
        entry.finish(self.title(), &spec.icons, self.meta())
    }

    /// The title, unless it is empty.
    pub fn title(&self) -> Option<&str> {
        present(&self.inner.spec.title)
    }

    /// `cloudg/category`, `cloudg/sensitivity`, `cloudg/tags`? (sorted, without repetition), then
    /// the keys of the declaration, which win.
    pub fn meta(&self) -> Map<String, Value> {
        let spec = &self.inner.spec;
        wire::meta(&spec.category, spec.sensitivity, &spec.tags, &spec.meta)
    }
}

/// `title`?, `readOnlyHint`?, `destructiveHint`?, `idempotentHint`?, `openWorldHint`?.
fn annotations(title: Option<&str>, hints: Hints) -> Map<String, Value> {
    let mut wire = Map::new();
    if let Some(title) = title {
        wire.insert("title".to_owned(), Value::from(title));
    }
    let named = [
        ("readOnlyHint", hints.read_only),
        ("destructiveHint", hints.destructive),
        ("idempotentHint", hints.idempotent),
        ("openWorldHint", hints.open_world),
    ];
    for (key, hint) in named {
        if let Some(hint) = hint {
            wire.insert(key.to_owned(), Value::from(hint));
        }
    }
    wire
}

/// A schema that is no object (only `true` could be meant) accepts everything: `{}`.
fn object(schema: &Value) -> Schema {
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}
