//! A declaration of any kind.

use super::{PromptSpec, ResourceSpec, Source, TemplateSpec, ToolSpec};

/// A declaration of any kind, as a registry takes it.
///
/// ```
/// use cloudg_runtime::{IntoPrompt, PromptHandler, PromptSpec, Source, Spec};
///
/// let handler = PromptHandler::Blocking(|_, _| "Hello.".into_prompt());
/// let spec = Spec::from(PromptSpec::new("greet", handler, Source::here("my-server")));
/// assert_eq!((spec.key(), spec.category()), ("greet", "general"));
/// ```
#[derive(Clone)]
pub enum Spec {
    /// A tool.
    Tool(ToolSpec),
    /// A resource.
    Resource(ResourceSpec),
    /// A resource template.
    Template(TemplateSpec),
    /// A prompt.
    Prompt(PromptSpec),
}

impl Spec {
    /// The name or address it is found by.
    pub fn key(&self) -> &str {
        match self {
            Self::Tool(spec) => &spec.name,
            Self::Resource(spec) => &spec.uri,
            Self::Template(spec) => &spec.uri_template,
            Self::Prompt(spec) => &spec.name,
        }
    }

    /// Its group.
    pub fn category(&self) -> &str {
        match self {
            Self::Tool(spec) => &spec.category,
            Self::Resource(spec) => &spec.category,
            Self::Template(spec) => &spec.category,
            Self::Prompt(spec) => &spec.category,
        }
    }

    /// Where it is declared.
    pub fn source(&self) -> Source {
        match self {
            Self::Tool(spec) => spec.source,
            Self::Resource(spec) => spec.source,
            Self::Template(spec) => spec.source,
            Self::Prompt(spec) => spec.source,
        }
    }
}

impl From<ToolSpec> for Spec {
    fn from(spec: ToolSpec) -> Self {
        Self::Tool(spec)
    }
}

impl From<ResourceSpec> for Spec {
    fn from(spec: ResourceSpec) -> Self {
        Self::Resource(spec)
    }
}

impl From<TemplateSpec> for Spec {
    fn from(spec: TemplateSpec) -> Self {
        Self::Template(spec)
    }
}

impl From<PromptSpec> for Spec {
    fn from(spec: PromptSpec) -> Self {
        Self::Prompt(spec)
    }
}
