//! What the list entries of every kind have in common.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::{Icon, IconTheme, MetaSource, Sensitivity};

/// Writes a list entry key by key.
#[derive(Default)]
pub(super) struct Entry {
    wire: Map<String, Value>,
}

impl Entry {
    pub(super) fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.wire.insert(key.to_owned(), value.into());
    }

    /// A text, unless it is empty.
    pub(super) fn put_text(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.put(key, text);
        }
    }

    /// The entry with `title`?, `icons`?, `_meta` at its end.
    pub(super) fn finish(
        mut self,
        title: Option<&str>,
        icons: &[Icon],
        meta: Map<String, Value>,
    ) -> Value {
        self.put_text("title", title);
        if !icons.is_empty() {
            self.put("icons", icons.iter().map(icon).collect::<Vec<_>>());
        }
        self.put("_meta", Value::Object(meta));
        self.into_value()
    }

    pub(super) fn into_value(self) -> Value {
        Value::Object(self.wire)
    }
}

/// A text that is set and not empty.
pub(super) fn present<'t>(text: &'t Option<Cow<'static, str>>) -> Option<&'t str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// `cloudg/category`, `cloudg/sensitivity`, `cloudg/tags`? (sorted, without repetition), then the
/// keys of `extra`, which win.
pub(super) fn meta(
    category: &str,
    sensitivity: Sensitivity,
    tags: &[&'static str],
    extra: &MetaSource,
) -> Map<String, Value> {
    let mut meta = Map::new();
    meta.insert("cloudg/category".to_owned(), Value::from(category));
    meta.insert("cloudg/sensitivity".to_owned(), Value::from(sensitivity.as_str()));
    let mut tags = tags.to_vec();
    tags.sort_unstable();
    tags.dedup();
    if !tags.is_empty() {
        meta.insert("cloudg/tags".to_owned(), Value::from(tags));
    }
    meta.extend(extra.build());
    meta
}

/// `src`, `mimeType`?, `sizes`?, `theme`?.
fn icon(icon: &Icon) -> Value {
    let mut entry = Entry::default();
    entry.put("src", icon.src);
    entry.put_text("mimeType", icon.mime_type);
    if !icon.sizes.is_empty() {
        entry.put("sizes", icon.sizes);
    }
    entry.put_text("theme", icon.theme.map(IconTheme::as_str));
    entry.into_value()
}
