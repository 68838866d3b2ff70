//! Links to resources.

use serde_json::{Map, Value};

use super::{ContentAnnotations, finish, put, put_text, typed};

/// A link to a resource with more detail.
///
/// ```
/// use cloudg_runtime::ResourceLink;
///
/// let link = ResourceLink::new("x://a", "a").with_title("The first").with_priority(2.0);
/// assert_eq!(
///     link.to_wire().to_string(),
///     r#"{"type":"resource_link","uri":"x://a","name":"a","title":"The first","mimeType":"application/json","annotations":{"priority":1.0}}"#
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceLink {
    /// Address.
    pub uri: String,
    /// Short name.
    pub name: String,
    /// Display title.
    pub title: Option<String>,
    /// What is behind it.
    pub description: Option<String>,
    /// Media type; empty is not sent.
    pub mime_type: String,
    /// Bytes behind it, when known; 0 is sent.
    pub size: Option<u64>,
    /// For whom, and how important.
    pub annotations: ContentAnnotations,
    /// Extra keys; none are sent when it is empty.
    pub meta: Map<String, Value>,
}

impl ResourceLink {
    /// A link to JSON with nothing else said.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: crate::ResourceSpec::JSON.to_owned(),
            size: None,
            annotations: ContentAnnotations::NONE,
            meta: Map::new(),
        }
    }

    /// The same link with a priority, clamped to 0.0 to 1.0; what is not a number is dropped.
    #[must_use]
    pub fn with_priority(mut self, priority: f64) -> Self {
        self.annotations.priority = Some(priority);
        self.annotations.priority = self.annotations.clamped_priority();
        self
    }

    /// The same link with a display title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same link with a description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The content block: `type`, `uri`, `name`, `title`?, `description`?, `mimeType`?, `size`?,
    /// `annotations`?, `_meta`?; empty texts are left out.
    pub fn to_wire(&self) -> Value {
        let mut wire = typed("resource_link");
        put(&mut wire, "uri", self.uri.as_str());
        put(&mut wire, "name", self.name.as_str());
        put_text(&mut wire, "title", self.title.as_deref().unwrap_or_default());
        put_text(&mut wire, "description", self.description.as_deref().unwrap_or_default());
        put_text(&mut wire, "mimeType", &self.mime_type);
        if let Some(size) = self.size {
            put(&mut wire, "size", size);
        }
        finish(wire, &self.annotations, &self.meta)
    }
}
