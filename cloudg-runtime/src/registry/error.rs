//! What is wrong with a declaration.

use crate::{SchemaError, TemplateError, spec::Source};

/// Why a registry cannot be built.
///
/// ```
/// use cloudg_runtime::{Contents, Registry, ResourceHandler, ResourceSpec, Source};
///
/// let handler = ResourceHandler::Blocking(|_| Ok(Contents::Text(String::new())));
/// let spec = ResourceSpec::new("x://a", "a", handler, Source::here("my-server"));
/// let mut registry = Registry::new();
/// registry.add(spec.clone()).expect("the address is free");
/// let error = registry.add(spec).expect_err("it no longer is").to_string();
/// assert!(error.contains("x://a"), "{error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// A crate that was expected to declare something does not.
    #[error(
        "crate `{package}`, expected at {place}, declares nothing: check its features, or write \
         `name = \"package\"` in `plugins!` when the package is called otherwise"
    )]
    Plugin {
        /// The package.
        package: &'static str,
        /// Where it is expected.
        place: Source,
    },
    /// Two specs of one kind share a key.
    #[error("duplicate {kind} `{key}`: declared at {first} and at {second}")]
    Duplicate {
        /// `tool`, ….
        kind: &'static str,
        /// The name or address.
        key: String,
        /// Where the registered one is declared.
        first: Box<Source>,
        /// Where the refused one is declared.
        second: Box<Source>,
    },
    /// A name does not follow the pattern.
    #[error(
        "invalid {kind} name `{key}` declared at {place}: use 1 to 128 of A-Z, a-z, 0-9, `_`, `.`, `-`"
    )]
    Name {
        /// `tool`, ….
        kind: &'static str,
        /// The name.
        key: String,
        /// Where it is declared.
        place: Source,
    },
    /// A spec has no description.
    #[error("{kind} `{key}` declared at {place} has no description")]
    Description {
        /// `tool`, ….
        kind: &'static str,
        /// The name.
        key: String,
        /// Where it is declared.
        place: Source,
    },
    /// The address of a resource is empty or has a control character.
    #[error(
        "invalid {kind} address `{key}` declared at {place}: it is empty or has control characters"
    )]
    Address {
        /// `resource`.
        kind: &'static str,
        /// The address.
        key: String,
        /// Where it is declared.
        place: Source,
    },
    /// The address of a template is no template.
    #[error("resource template `{key}` declared at {place}: {error}")]
    Template {
        /// The template.
        key: String,
        /// Where it is declared.
        place: Source,
        /// What is wrong with it.
        error: TemplateError,
    },
    /// A completion is for no variable of its template, or for one that has another.
    #[error(
        "resource template `{key}` declared at {place}: `{variable}` is completed twice, or is no variable"
    )]
    Completion {
        /// The template.
        key: String,
        /// What the completion is for.
        variable: String,
        /// Where it is declared.
        place: Source,
    },
    /// An argument of a prompt has no name, or that of another.
    #[error(
        "prompt `{key}` declared at {place}: the argument name `{argument}` is empty or repeated"
    )]
    Argument {
        /// Name of the prompt.
        key: String,
        /// The argument.
        argument: String,
        /// Where it is declared.
        place: Source,
    },
    /// A schema cannot be enforced.
    #[error("tool `{key}` declared at {place}: {error}")]
    Schema {
        /// The name of the tool.
        key: String,
        /// Where it is declared.
        place: Source,
        /// What is wrong with it.
        error: SchemaError,
    },
    /// A default is no value of its argument: every call that leaves the argument out would fail.
    #[error(
        "tool `{key}` declared at {place}: the default of `{argument}` does not fit: {problem}"
    )]
    Default {
        /// The name of the tool.
        key: String,
        /// Where it is declared.
        place: Source,
        /// The argument.
        argument: String,
        /// What a caller would be told.
        problem: String,
    },
}
