//! The program `cloudg` as a function, for programs that add tools of their own to it.

use std::{ffi::OsString, process::ExitCode};

use clap::Parser;
use cloudg_runtime::{LayerBuilder, Registry, RegistryError};

use crate::{
    cli::{Cli, Command},
    commands::{self, Failure},
    listing::LISTING,
};

/// The registry that is served unless another one is chosen.
const BUILT_IN: &str = "cloudg";

type Factory = Box<dyn Fn() -> Result<Registry, RegistryError>>;
type Configure = Box<dyn Fn(LayerBuilder) -> LayerBuilder>;

/// The program. Crates linked by [`plugins!`](cloudg_runtime::plugins) add their declarations to
/// those of the catalogue; a registry that is given here takes the place of all of them.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use cloudg_catalog::App;
/// use cloudg_runtime::Registry;
///
/// // cloudg_runtime::plugins! { my_plugin }
///
/// fn main() -> ExitCode {
///     App::new()
///         .configure(|layer| layer.state(String::from("what a plugin keeps")))
///         .registry("nothing", || Ok(Registry::new()))
///         .run()
/// }
/// ```
#[derive(Default)]
pub struct App {
    registries: Vec<(String, Factory)>,
    configure: Vec<Configure>,
}

impl App {
    /// The program with nothing added.
    pub fn new() -> Self {
        Self::default()
    }

    /// A registry that `--registry NAME` serves instead of the catalogue. Of two with one name the
    /// first is taken; `cloudg` is the catalogue itself.
    #[must_use]
    pub fn registry(
        mut self,
        name: impl Into<String>,
        factory: impl Fn() -> Result<Registry, RegistryError> + 'static,
    ) -> Self {
        self.registries.push((name.into(), Box::new(factory)));
        self
    }

    /// What is done to the layer before it is built: state that plugins take, above all. Runs after
    /// the catalogue's own settings, in the order of the calls.
    #[must_use]
    pub fn configure(mut self, configure: impl Fn(LayerBuilder) -> LayerBuilder + 'static) -> Self {
        self.configure.push(Box::new(configure));
        self
    }

    /// Does what the arguments of the process say. The exit code is 0 for an answer, 1 for a
    /// failure, 2 for wrong usage; `--help` and wrong usage of an option end the process here.
    pub fn run(self) -> ExitCode {
        let cli = Cli::parse_from(without_alias(std::env::args_os().collect()));
        let done = match &cli.command {
            Command::Serve(options) => commands::serve::run(&self, options),
            Command::Call(options) => commands::call::run(&self, options),
            Command::Query(options) => commands::query::run(&self, options),
            Command::Export(options) => commands::export::run(&self, options),
            Command::Tools(options) => commands::tools::run(&self, options),
            Command::Read(options) => commands::resources::read(&self, options),
            Command::Resources(options) => commands::resources::list(&self, options),
            Command::Prompt(options) => commands::prompts::show(&self, options),
            Command::Prompts(options) => commands::prompts::list(&self, options),
            Command::Catalog(options) => commands::catalog::run(&self, options),
            Command::LoadCheck(options) => commands::load_check::run(options),
            Command::New(options) => commands::new::run(options),
            Command::Config(options) => commands::config::run(options),
            Command::Completions(options) => commands::completions::run(&self, options),
        };
        done.unwrap_or_else(Failure::report)
    }

    /// The registry with this name; the catalogue and all plugins without one.
    pub(crate) fn choose(&self, name: Option<&str>) -> Result<Registry, Failure> {
        let name = name.unwrap_or(BUILT_IN);
        if name == BUILT_IN {
            return Ok(Registry::collected(&LISTING)?);
        }
        match self.registries.iter().find(|(known, _)| known == name) {
            Some((_, factory)) => Ok(factory()?),
            None => Err(self.unknown_registry(name)),
        }
    }

    /// The layer with everything that was asked for.
    pub(crate) fn configured(&self, builder: LayerBuilder) -> LayerBuilder {
        self.configure.iter().fold(builder, |builder, configure| configure(builder))
    }

    fn unknown_registry(&self, name: &str) -> Failure {
        let own = self.registries.iter().map(|(name, _)| name.as_str());
        let known: Vec<&str> = std::iter::once(BUILT_IN).chain(own).collect();
        Failure::usage(format!("there is no registry `{name}`: expected {}", known.join(", ")))
    }
}

/// The command line, where `cloudg mcp COMMAND` is `cloudg COMMAND`.
fn without_alias(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|first| first == "mcp") {
        arguments.remove(1);
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registry_is_chosen_by_name() {
        let app = App::new().registry("empty", || Ok(Registry::new()));
        let tools = |name| app.choose(name).map(|registry| registry.tools().len()).ok();
        assert_eq!(tools(Some("empty")), Some(0));
        assert!(tools(None) > Some(0), "the catalogue has tools");
        assert_eq!(tools(Some("cloudg")), tools(None));
        let Err(Failure::Usage(error)) = app.choose(Some("nope")) else { panic!("it is unknown") };
        assert_eq!(error.to_string(), "there is no registry `nope`: expected cloudg, empty");
    }
}
