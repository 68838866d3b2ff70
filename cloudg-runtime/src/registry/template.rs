//! A registered resource template.

use std::{collections::HashSet, sync::Arc};

use serde_json::{Map, Value};

use super::{
    RegistryError,
    table::Entry,
    wire::{self, present},
};
use crate::{
    Completer,
    spec::{Source, TemplateSpec},
    uri_template::UriTemplate,
};

/// A resource template, parsed; cheap to clone.
///
/// ```
/// use cloudg_runtime::{Contents, Registry, Source, TemplateHandler, TemplateSpec};
///
/// let handler = TemplateHandler::Blocking(|_, variables| {
///     Ok(Contents::Text(variables.get("id").unwrap_or_default().to_owned()))
/// });
/// let mut registry = Registry::new();
/// registry.add(TemplateSpec::new("x://items/{id}", "item", handler, Source::here("my-server")))?;
/// let (template, variables) = registry.find_template("x://items/7").expect("it fits");
/// assert_eq!((template.uri_template(), variables.get("id")), ("x://items/{id}", Some("7")));
/// # Ok::<(), cloudg_runtime::RegistryError>(())
/// ```
#[derive(Clone)]
pub struct Template {
    inner: Arc<Inner>,
}

struct Inner {
    spec: TemplateSpec,
    parsed: UriTemplate,
}

impl Entry for Template {
    const KIND: &'static str = "resource template";

    fn key(&self) -> &str {
        self.uri_template()
    }

    fn source(&self) -> Source {
        self.inner.spec.source
    }
}

impl Template {
    pub(super) fn new(spec: TemplateSpec) -> Result<Self, RegistryError> {
        let parsed = UriTemplate::parse(spec.uri_template.clone()).map_err(|error| {
            let (key, place) = (spec.uri_template.to_string(), spec.source);
            RegistryError::Template { key, place, error }
        })?;
        let mut free: HashSet<&str> = parsed.variables().collect();
        let lost = spec.completions.iter().find(|completion| !free.remove(&*completion.argument));
        if let Some(completion) = lost {
            return Err(RegistryError::Completion {
                key: spec.uri_template.to_string(),
                variable: completion.argument.to_string(),
                place: spec.source,
            });
        }
        Ok(Self { inner: Arc::new(Inner { spec, parsed }) })
    }

    /// The declaration.
    pub fn spec(&self) -> &TemplateSpec {
        &self.inner.spec
    }

    /// The template as written.
    pub fn uri_template(&self) -> &str {
        &self.inner.spec.uri_template
    }

    /// The template, for matching and filling.
    pub fn parsed(&self) -> &UriTemplate {
        &self.inner.parsed
    }

    /// What proposes values for a variable.
    pub fn completer(&self, variable: &str) -> Option<&Completer> {
        let mut completions = self.inner.spec.completions.iter();
        completions.find(|one| one.argument == variable).map(|one| &one.complete)
    }

    /// The title, unless it is empty.
    pub fn title(&self) -> Option<&str> {
        present(&self.inner.spec.title)
    }

    /// `cloudg/category`, `cloudg/sensitivity`, `cloudg/tags`?, then the keys of the declaration.
    pub fn meta(&self) -> Map<String, Value> {
        let spec = &self.inner.spec;
        wire::meta(&spec.category, spec.sensitivity, &spec.tags, &spec.meta)
    }

    /// The list entry: `uriTemplate`, `name`, `mimeType`, `description`?, `annotations`?,
    /// `title`?, `icons`?, `_meta`.
    pub fn to_wire(&self) -> Value {
        let spec = &self.inner.spec;
        let mut entry = wire::Entry::default();
        entry.put("uriTemplate", &*spec.uri_template);
        entry.put("name", &*spec.name);
        entry.put("mimeType", &*spec.mime_type);
        entry.put_text("description", Some(&spec.description));
        if let Some(annotations) = spec.annotations.to_wire() {
            entry.put("annotations", annotations);
        }
        entry.finish(self.title(), &spec.icons, self.meta())
    }
}
