//! A registered resource.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    RegistryError,
    table::Entry,
    wire::{self, present},
};
use crate::{
    spec::{ResourceSpec, Source},
    uri_template::has_control,
};

/// A resource; cheap to clone.
///
/// ```
/// use cloudg_runtime::{Contents, Registry, ResourceHandler, ResourceSpec, Source};
///
/// let handler = ResourceHandler::Blocking(|_| Ok(Contents::Text("[]".to_owned())));
/// let mut registry = Registry::new();
/// registry.add(ResourceSpec::new("x://items", "items", handler, Source::here("my-server")))?;
/// let resource = registry.resource("x://items").expect("it was added");
/// assert_eq!(resource.to_wire()["mimeType"], "application/json");
/// # Ok::<(), cloudg_runtime::RegistryError>(())
/// ```
#[derive(Clone)]
pub struct Resource {
    spec: Arc<ResourceSpec>,
}

impl Entry for Resource {
    const KIND: &'static str = "resource";

    fn key(&self) -> &str {
        self.uri()
    }

    fn source(&self) -> Source {
        self.spec.source
    }
}

impl Resource {
    pub(super) fn new(spec: ResourceSpec) -> Result<Self, RegistryError> {
        if spec.uri.is_empty() || has_control(&spec.uri) {
            let (key, place) = (spec.uri.to_string(), spec.source);
            return Err(RegistryError::Address { kind: Self::KIND, key, place });
        }
        Ok(Self { spec: Arc::new(spec) })
    }

    /// The declaration.
    pub fn spec(&self) -> &ResourceSpec {
        &self.spec
    }

    /// The address.
    pub fn uri(&self) -> &str {
        &self.spec.uri
    }

    /// The title, unless it is empty.
    pub fn title(&self) -> Option<&str> {
        present(&self.spec.title)
    }

    /// `cloudg/category`, `cloudg/sensitivity`, `cloudg/tags`?, then the keys of the declaration.
    pub fn meta(&self) -> Map<String, Value> {
        let spec = &self.spec;
        wire::meta(&spec.category, spec.sensitivity, &spec.tags, &spec.meta)
    }

    /// The list entry: `uri`, `name`, `mimeType`, `description`?, `size`?, `annotations`?,
    /// `title`?, `icons`?, `_meta`.
    pub fn to_wire(&self) -> Value {
        let spec = &self.spec;
        let mut entry = wire::Entry::default();
        entry.put("uri", &*spec.uri);
        entry.put("name", &*spec.name);
        entry.put("mimeType", &*spec.mime_type);
        entry.put_text("description", Some(&spec.description));
        if let Some(size) = spec.size {
            entry.put("size", size);
        }
        if let Some(annotations) = spec.annotations.to_wire() {
            entry.put("annotations", annotations);
        }
        entry.finish(self.title(), &spec.icons, self.meta())
    }
}
