//! Builds a layer, and finds at start-up what could not work later.

use std::{any::Any, sync::Arc, time::Duration};

use super::{Inner, Layer, Options, output::Identity};
use crate::{
    Changes, Prompt, Registry, RegistryError, SEARCH_TOOLS, SchemaProfile, StateRequirement, Tool,
    context::StateMap,
    registry::{is_name_byte, is_valid_name},
    spec::Source,
};

/// Longest prefix of exposed names.
const MAX_PREFIX: usize = 64;

/// Why a layer cannot be built.
///
/// ```
/// use cloudg_runtime::{BuildError, Layer, Registry};
///
/// let error = Layer::builder(Registry::new()).prefix("a b").build().err();
/// assert_eq!(error, Some(BuildError::Prefix { prefix: "a b".to_owned() }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The prefix does not follow the pattern.
    #[error("invalid prefix `{prefix}`: use 0 to {MAX_PREFIX} of A-Z, a-z, 0-9, `_`, `.`, `-`")]
    Prefix {
        /// The prefix.
        prefix: String,
    },
    /// A name is too long once the prefix is in front.
    #[error("the prefix makes the name `{name}` longer than 128 characters")]
    ExposedName {
        /// The name with prefix.
        name: String,
    },
    /// A tool that the layer adds has a name that is taken; or, with debug assertions, a schema cannot
    /// be enforced.
    #[error(transparent)]
    Registry(Box<RegistryError>),
    /// A handler needs state that nobody provides.
    #[error(
        "{kind} `{key}` declared at {place} needs state of type `{state}`, which is not provided"
    )]
    State {
        /// `tool`, `resource`, ….
        kind: &'static str,
        /// Its name or address.
        key: String,
        /// Where it is declared.
        place: Source,
        /// Name of the type.
        state: &'static str,
    },
}

/// Collects the options of a [`Layer`].
///
/// ```
/// use std::time::Duration;
///
/// use cloudg_runtime::{Layer, Registry};
///
/// let layer = Layer::builder(Registry::new())
///     .identity("kitchen", "1.2.3", "Kitchen")
///     .instructions("Convert units before you cook.")
///     .prefix("kitchen_")
///     .default_timeout(Duration::from_secs(10))
///     .max_output_chars(10_000)
///     .state(vec!["what handlers share".to_owned()])
///     .build()?;
/// assert_eq!((layer.name(), layer.version(), layer.title()), ("kitchen", "1.2.3", "Kitchen"));
/// # Ok::<(), cloudg_runtime::BuildError>(())
/// ```
pub struct LayerBuilder {
    registry: Registry,
    states: StateMap,
    changes: Changes,
    options: Options,
}

impl LayerBuilder {
    pub(super) fn new(registry: Registry) -> Self {
        let options = Options {
            name: "cloudg".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            title: "cloudg".to_owned(),
            instructions: String::new(),
            prefix: String::new(),
            default_timeout: Some(Duration::from_secs(300)),
            max_output_chars: 200_000,
            output: Arc::new(Identity),
            near_names: true,
            start_small: false,
        };
        Self { registry, states: StateMap::default(), changes: Changes::default(), options }
    }

    /// Name, version and title of the server; default `cloudg` and the version of this crate. An
    /// empty title is left out.
    #[must_use]
    pub fn identity(
        mut self,
        name: impl Into<String>,
        version: impl Into<String>,
        title: impl Into<String>,
    ) -> Self {
        self.options.name = name.into();
        self.options.version = version.into();
        self.options.title = title.into();
        self
    }

    /// How a model should use the server; default none.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.options.instructions = instructions.into();
        self
    }

    /// What stands before every exposed name; default nothing.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.options.prefix = prefix.into();
        self
    }

    /// Longest run of a tool that declares none; nothing else has a limit. default 300 s, zero is no limit.
    #[must_use]
    pub fn default_timeout(mut self, timeout: Duration) -> Self {
        self.options.default_timeout = Some(timeout).filter(|timeout| !timeout.is_zero());
        self
    }

    /// Most characters in the text block of a result; default 200,000.
    #[must_use]
    pub fn max_output_chars(mut self, max: usize) -> Self {
        self.options.max_output_chars = max;
        self
    }

    /// What everything that leaves passes.
    #[cfg(test)]
    pub(crate) fn output(mut self, output: Arc<dyn super::OutputPipeline>) -> Self {
        self.options.output = output;
        self
    }

    /// Whether the error for an unknown argument names the declared one that was probably meant, as
    /// `did_you_mean` beside `loc`, `msg` and `type` in its data; default true.
    ///
    /// ```
    /// use cloudg_runtime::{Layer, Registry};
    ///
    /// let layer = Layer::builder(Registry::new()).near_names(false).build()?;
    /// # let _ = layer;
    /// # Ok::<(), cloudg_runtime::BuildError>(())
    /// ```
    #[must_use]
    pub fn near_names(mut self, near_names: bool) -> Self {
        self.options.near_names = near_names;
        self
    }

    /// Lists only the tools that are tagged [`START_TAG`](crate::START_TAG), and with them
    /// [`SEARCH_TOOLS`], which finds the others; every visible tool can be called as before. The
    /// instructions say so to the model.
    ///
    /// ```
    /// use cloudg_runtime::{Layer, Registry, client::Client};
    ///
    /// let layer = Layer::builder(Registry::new()).start_small().build()?;
    /// assert_eq!(Client::new(layer).list_tools()[0]["name"], "search_tools");
    /// # Ok::<(), cloudg_runtime::BuildError>(())
    /// ```
    #[must_use]
    pub fn start_small(mut self) -> Self {
        self.options.start_small = true;
        self
    }

    /// How the argument and reply schemas of tools are listed; default in full. Validation does
    /// not change.
    #[must_use]
    pub fn schema_profile(mut self, profile: SchemaProfile) -> Self {
        self.registry.set_schema_profile(profile);
        self
    }

    /// Provides state to handlers that take `State<T>`; a second value of a type replaces the
    /// first.
    #[must_use]
    pub fn state<T: Any + Send + Sync>(self, value: T) -> Self {
        self.shared_state(Arc::new(value))
    }

    /// Like [`LayerBuilder::state`], for state that others hold too.
    #[must_use]
    pub fn shared_state<T: Any + Send + Sync>(mut self, value: Arc<T>) -> Self {
        self.states.insert(value);
        self
    }

    /// The hub of change events; default a new one.
    #[must_use]
    pub fn changes(mut self, changes: Changes) -> Self {
        self.changes = changes;
        self
    }

    /// The layer.
    ///
    /// # Errors
    ///
    /// A prefix that does not follow the pattern, a handler that needs state nobody provides, or a
    /// tool that has the name of [`SEARCH_TOOLS`] where a small start needs it. With debug
    /// assertions, those of [`Registry::compile_all`] too: a release starts without building what it
    /// may never need.
    pub fn build(mut self) -> Result<Layer, BuildError> {
        if self.options.start_small {
            self.add_search()?;
        }
        self.check_names()?;
        self.check_states()?;
        if cfg!(debug_assertions) {
            self.registry.compile_all().map_err(|error| BuildError::Registry(Box::new(error)))?;
        }
        let Self { registry, states, changes, options } = self;
        let states = Arc::new(states);
        Ok(Layer { inner: Arc::new(Inner { registry, states, changes, options }) })
    }

    fn add_search(&mut self) -> Result<(), BuildError> {
        self.registry.add(SEARCH_TOOLS).map_err(|error| BuildError::Registry(Box::new(error)))?;
        let Options { instructions, prefix, .. } = &mut self.options;
        if !instructions.is_empty() && !instructions.ends_with('\n') {
            instructions.push('\n');
        }
        instructions.push_str(&format!(
            "Only the tools to start with are listed. Describe to {prefix}{} what \
             you need: it names the tools that fit, and each of them can be called.",
            SEARCH_TOOLS.name
        ));
        Ok(())
    }

    fn check_names(&self) -> Result<(), BuildError> {
        let prefix = &self.options.prefix;
        if prefix.len() > MAX_PREFIX || !prefix.bytes().all(is_name_byte) {
            return Err(BuildError::Prefix { prefix: prefix.clone() });
        }
        let tools = self.registry.tools().map(Tool::name);
        let names = tools.chain(self.registry.prompts().map(Prompt::name));
        let mut exposed = names.map(|name| format!("{prefix}{name}"));
        exposed
            .find(|name| !is_valid_name(name))
            .map_or(Ok(()), |name| Err(BuildError::ExposedName { name }))
    }

    fn check_states(&self) -> Result<(), BuildError> {
        for tool in self.registry.tools() {
            self.check_state("tool", tool.name(), tool.spec().source, &tool.spec().states)?;
        }
        for resource in self.registry.resources() {
            let spec = resource.spec();
            self.check_state("resource", resource.uri(), spec.source, &spec.states)?;
        }
        for template in self.registry.templates() {
            let (key, spec) = (template.uri_template(), template.spec());
            self.check_state("resource template", key, spec.source, &spec.states)?;
        }
        for prompt in self.registry.prompts() {
            self.check_state("prompt", prompt.name(), prompt.spec().source, &prompt.spec().states)?;
        }
        Ok(())
    }

    fn check_state(
        &self,
        kind: &'static str,
        key: &str,
        place: Source,
        states: &[StateRequirement],
    ) -> Result<(), BuildError> {
        match states.iter().find(|state| !self.states.has((state.id)())) {
            Some(state) => {
                let (key, state) = (key.to_owned(), (state.name)());
                Err(BuildError::State { kind, key, place, state })
            }
            None => Ok(()),
        }
    }
}
