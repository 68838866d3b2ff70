//! A registered prompt.

use std::{collections::HashSet, sync::Arc};

use serde_json::{Map, Value};

use super::{
    RegistryError, is_valid_name,
    table::Entry,
    wire::{self, present},
};
use crate::{
    Completer, PromptArgument,
    spec::{PromptSpec, Source},
};

/// A prompt; cheap to clone.
///
/// ```
/// use cloudg_runtime::{IntoPrompt, PromptHandler, PromptSpec, Registry, Source};
///
/// let handler = PromptHandler::Blocking(|_, _| "Hello.".into_prompt());
/// let mut registry = Registry::new();
/// registry.add(PromptSpec::new("greet", handler, Source::here("my-server")))?;
/// let prompt = registry.prompt("greet").expect("it was added");
/// assert_eq!(prompt.spec().category, "general");
/// assert_eq!(prompt.to_wire("my_greet")["name"], "my_greet");
/// # Ok::<(), cloudg_runtime::RegistryError>(())
/// ```
#[derive(Clone)]
pub struct Prompt {
    spec: Arc<PromptSpec>,
}

impl Entry for Prompt {
    const KIND: &'static str = "prompt";

    fn key(&self) -> &str {
        self.name()
    }

    fn source(&self) -> Source {
        self.spec.source
    }
}

impl Prompt {
    pub(super) fn new(spec: PromptSpec) -> Result<Self, RegistryError> {
        let (key, place) = (spec.name.to_string(), spec.source);
        if !is_valid_name(&spec.name) {
            return Err(RegistryError::Name { kind: Self::KIND, key, place });
        }
        let mut seen = HashSet::new();
        let mut arguments = spec.arguments.iter().map(|argument| &*argument.name);
        let odd = arguments.find(|name| name.is_empty() || !seen.insert(*name));
        if let Some(argument) = odd.map(str::to_owned) {
            return Err(RegistryError::Argument { key, argument, place });
        }
        Ok(Self { spec: Arc::new(spec) })
    }

    /// The declaration.
    pub fn spec(&self) -> &PromptSpec {
        &self.spec
    }

    /// The name without prefix.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// What proposes values for an argument.
    pub fn completer(&self, argument: &str) -> Option<&Completer> {
        let mut arguments = self.spec.arguments.iter();
        arguments.find(|one| one.name == argument)?.completion.as_ref()
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

    /// The list entry under `exposed_name`: `name`, `description`, `arguments`, `title`?,
    /// `icons`?, `_meta`. An argument is `name`, `required`, `title`?, `description`?.
    pub fn to_wire(&self, exposed_name: &str) -> Value {
        let spec = &self.spec;
        let mut entry = wire::Entry::default();
        entry.put("name", exposed_name);
        entry.put("description", &*spec.description);
        entry.put("arguments", spec.arguments.iter().map(argument).collect::<Vec<_>>());
        entry.finish(self.title(), &spec.icons, self.meta())
    }
}

fn argument(argument: &PromptArgument) -> Value {
    let mut entry = wire::Entry::default();
    entry.put("name", &*argument.name);
    entry.put("required", argument.required);
    entry.put_text("title", argument.title.as_deref());
    entry.put_text("description", Some(&argument.description));
    entry.into_value()
}
