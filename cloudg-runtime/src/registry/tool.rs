//! A registered tool: its declaration, and what is built from it on first use.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::{
    RegistryError, is_valid_name,
    table::Entry,
    wire::{self, present},
};
use crate::{
    Hints, SchemaError,
    spec::{Source, ToolSpec},
    validate::Validator,
};

/// A tool with its schemas and validator; cheap to clone.
#[derive(Clone)]
pub struct Tool {
    inner: Arc<Inner>,
}

struct Inner {
    spec: ToolSpec,
    input: OnceLock<Schema>,
    output: OnceLock<Option<Schema>>,
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
        let (input, output, validator) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(Self { inner: Arc::new(Inner { spec, input, output, validator }) })
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
        entry.put("inputSchema", Value::Object((**self.input_schema()).clone()));
        if let Some(schema) = self.output_schema().filter(|_| with_output_schema) {
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
