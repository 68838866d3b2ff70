//! Everything a server offers, in one defined order, found by name in constant time.
//!
//! Declarations are collected from the whole program and ordered by the rank of their category,
//! then by their place in the source, so that a listing reads like the source does. The linker's
//! order is never visible.

mod error;
mod filter;
mod prompt;
mod resource;
mod table;
mod template;
mod tool;
mod wire;

use std::{
    cmp::{Ordering, Reverse},
    collections::HashSet,
};

use self::table::Table;
pub use self::{
    error::RegistryError, filter::Filter, prompt::Prompt, resource::Resource, template::Template,
    tool::Tool,
};
use crate::{
    __private::missing_plugins,
    SchemaProfile, TextArguments,
    spec::{PromptSpec, ResourceSpec, Spec, TemplateSpec, ToolSpec},
};

/// Everything a server offers.
///
/// ```
/// use cloudg_runtime::{Contents, Registry, ResourceHandler, ResourceSpec, Source};
///
/// let spec = |uri: &'static str| {
///     let handler = ResourceHandler::Blocking(|_| Ok(Contents::Text("[]".to_owned())));
///     ResourceSpec::new(uri, "items", handler, Source::here("my-server"))
/// };
/// let mut registry = Registry::new();
/// registry.add(spec("x://items"))?;
/// assert!(registry.add(spec("x://items")).is_err(), "the address is taken");
/// registry.replace(spec("x://items"))?;
///
/// let mut other = Registry::new();
/// other.add(spec("x://others"))?;
/// registry.merge(&other)?;
/// assert_eq!((registry.len(), registry.resource("x://others").is_some()), (2, true));
/// registry.compile_all()?;
/// # Ok::<(), cloudg_runtime::RegistryError>(())
/// ```
#[derive(Default, Clone)]
pub struct Registry {
    tools: Table<Tool>,
    resources: Table<Resource>,
    templates: Table<Template>,
    prompts: Table<Prompt>,
    /// How the schemas of the tools are listed.
    profile: SchemaProfile,
    /// Positions of the templates, longest first, then in listing order.
    template_order: Vec<usize>,
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything that is declared in the program by attribute. `order` names categories, and names
    /// or addresses for what is to have a rank of its own; what is not in there comes last. Inside a
    /// rank the place in the source decides, then the name or address.
    ///
    /// # Errors
    ///
    /// Two declarations of one kind with one name or address, one that breaks the rules, or a crate
    /// named by [`plugins!`](crate::plugins) that declares nothing.
    ///
    /// ```standalone_crate
    /// use cloudg_runtime::{Registry, ToolContext, tool};
    ///
    /// /// Write to somebody.
    /// #[tool(category = "letters")]
    /// fn write_letter(_ctx: &ToolContext) {}
    ///
    /// /// Count.
    /// #[tool(category = "numbers")]
    /// fn count(_ctx: &ToolContext) {}
    ///
    /// /// Estimate.
    /// #[tool(category = "numbers")]
    /// fn estimate(_ctx: &ToolContext) {}
    ///
    /// # fn main() -> Result<(), cloudg_runtime::RegistryError> {
    /// let registry = Registry::collected(&["estimate", "numbers", "letters"])?;
    /// let names: Vec<_> = registry.tools().map(|tool| tool.name()).collect();
    /// assert_eq!(names, ["estimate", "count", "write_letter"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn collected(order: &[&str]) -> Result<Self, RegistryError> {
        if let Some(missing) = missing_plugins().first() {
            return Err(RegistryError::Plugin { package: missing.package, place: missing.source });
        }
        let mut specs: Vec<Spec> = inventory::iter::<ToolSpec>().cloned().map(Spec::from).collect();
        specs.extend(inventory::iter::<ResourceSpec>().cloned().map(Spec::from));
        specs.extend(inventory::iter::<TemplateSpec>().cloned().map(Spec::from));
        specs.extend(inventory::iter::<PromptSpec>().cloned().map(Spec::from));
        specs.sort_by(|left, right| listing_order(order, left, right));
        let mut registry = Self::new();
        for spec in specs {
            registry.add(spec)?;
        }
        Ok(registry)
    }

    /// Appends a declaration.
    ///
    /// # Errors
    ///
    /// Its name or address is taken, or it breaks the rules.
    pub fn add(&mut self, spec: impl Into<Spec>) -> Result<(), RegistryError> {
        match spec.into() {
            Spec::Tool(spec) => self.tools.add(Tool::new(spec)?.with_profile(self.profile)),
            Spec::Resource(spec) => self.resources.add(Resource::new(spec)?),
            Spec::Template(spec) => {
                self.templates.add(Template::new(spec)?)?;
                self.order_templates();
                Ok(())
            }
            Spec::Prompt(spec) => self.prompts.add(Prompt::new(spec)?),
        }
    }

    /// Puts a declaration in the place of the one with the same name or address, or appends it.
    ///
    /// # Errors
    ///
    /// It breaks the rules.
    pub fn replace(&mut self, spec: impl Into<Spec>) -> Result<(), RegistryError> {
        match spec.into() {
            Spec::Tool(spec) => {
                self.tools.replace(Tool::new(spec)?.with_profile(self.profile));
            }
            Spec::Resource(spec) => self.resources.replace(Resource::new(spec)?),
            Spec::Template(spec) => {
                self.templates.replace(Template::new(spec)?);
                self.order_templates();
            }
            Spec::Prompt(spec) => self.prompts.replace(Prompt::new(spec)?),
        }
        Ok(())
    }

    /// Appends everything of `other`: tools, resources, templates, prompts. The first clash ends
    /// it; what came before stays.
    ///
    /// # Errors
    ///
    /// A name or address is taken.
    pub fn merge(&mut self, other: &Self) -> Result<(), RegistryError> {
        let merged = self.tools.merge(&other.tools);
        self.set_schema_profile(self.profile);
        merged?;
        self.resources.merge(&other.resources)?;
        let merged = self.templates.merge(&other.templates);
        self.order_templates();
        merged?;
        self.prompts.merge(&other.prompts)
    }

    /// Like [`Registry::merge`], but what has the name or address of something of `other` is
    /// replaced where it stands.
    pub fn merge_replacing(&mut self, other: &Self) {
        let profile = self.profile;
        let tools = other.tools.iter().map(|tool| tool.clone().with_profile(profile));
        tools.for_each(|tool| self.tools.replace(tool));
        other.resources.iter().for_each(|resource| self.resources.replace(resource.clone()));
        other.templates.iter().for_each(|template| self.templates.replace(template.clone()));
        other.prompts.iter().for_each(|prompt| self.prompts.replace(prompt.clone()));
        self.order_templates();
    }

    /// Lists the schemas of all tools, also of those added later, in a profile; in full by default.
    /// What is accepted does not change.
    ///
    /// ```
    /// use cloudg_runtime::{Registry, SEARCH_TOOLS, SchemaProfile};
    ///
    /// let mut registry = Registry::new();
    /// registry.set_schema_profile(SchemaProfile::Portable);
    /// registry.add(SEARCH_TOOLS)?;
    /// let tool = registry.tool("search_tools").expect("it was added");
    /// assert_eq!(tool.listed_input_schema()["type"], "object");
    /// # Ok::<(), cloudg_runtime::RegistryError>(())
    /// ```
    pub fn set_schema_profile(&mut self, profile: SchemaProfile) {
        self.profile = profile;
        self.tools.change(|tool| tool.with_profile(profile));
    }

    /// What passes `filter`, in the same order.
    #[must_use]
    pub fn filtered(&self, filter: &Filter) -> Self {
        let mut filtered = Self {
            tools: self.tools.filtered(|tool| filter.admits(tool.spec())),
            resources: self.resources.filtered(|one| filter.admits_category(&one.spec().category)),
            templates: self.templates.filtered(|one| filter.admits_category(&one.spec().category)),
            prompts: self.prompts.filtered(|one| filter.admits_category(&one.spec().category)),
            profile: self.profile,
            template_order: Vec::new(),
        };
        filtered.order_templates();
        filtered
    }

    /// Names in `filter` that nothing here has, as `category NAME` and `tool NAME`.
    pub fn unknown_in(&self, filter: &Filter) -> Vec<String> {
        let categories = self.categories();
        let unknown_category = filter
            .include_categories
            .iter()
            .chain(&filter.exclude_categories)
            .filter(|name| !categories.contains(name.as_str()))
            .map(|name| format!("category {name}"));
        let unknown_tool = filter
            .include_tools
            .iter()
            .chain(&filter.exclude_tools)
            .filter(|name| self.tool(name).is_none())
            .map(|name| format!("tool {name}"));
        unknown_category.chain(unknown_tool).collect()
    }

    /// The tool with this name, without prefix.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.get(name)
    }

    /// The tools in listing order.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &Tool> {
        self.tools.iter()
    }

    /// The resource with this address.
    pub fn resource(&self, uri: &str) -> Option<&Resource> {
        self.resources.get(uri)
    }

    /// The resources in listing order.
    pub fn resources(&self) -> impl ExactSizeIterator<Item = &Resource> {
        self.resources.iter()
    }

    /// The template that is written exactly so.
    pub fn template(&self, uri_template: &str) -> Option<&Template> {
        self.templates.get(uri_template)
    }

    /// The templates in listing order.
    pub fn templates(&self) -> impl ExactSizeIterator<Item = &Template> {
        self.templates.iter()
    }

    /// The prompt with this name, without prefix.
    pub fn prompt(&self, name: &str) -> Option<&Prompt> {
        self.prompts.get(name)
    }

    /// The prompts in listing order.
    pub fn prompts(&self) -> impl ExactSizeIterator<Item = &Prompt> {
        self.prompts.iter()
    }

    /// The template that `uri` fits, with the decoded values of its variables. The template with
    /// the most characters wins, then the one listed first.
    pub fn find_template(&self, uri: &str) -> Option<(&Template, TextArguments)> {
        let templates = self.template_order.iter().filter_map(|at| self.templates.at(*at));
        templates
            .map(|template| (template, template.parsed().match_uri(uri)))
            .find_map(|(template, values)| Some((template, values?)))
    }

    /// Whether anything proposes values.
    pub fn has_completions(&self) -> bool {
        let mut arguments = self.prompts().flat_map(|prompt| prompt.spec().arguments.iter());
        arguments.any(|argument| argument.completion.is_some())
            || self.templates().any(|template| !template.spec().completions.is_empty())
    }

    /// Number of primitives of every kind.
    pub fn len(&self) -> usize {
        self.tools.len() + self.resources.len() + self.templates.len() + self.prompts.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Builds every schema and its validator now instead of on first use, and tries the defaults.
    ///
    /// # Errors
    ///
    /// The first schema that cannot be enforced, or default that its own schema refuses.
    pub fn compile_all(&self) -> Result<(), RegistryError> {
        for tool in self.tools() {
            let (key, place) = (tool.name().to_owned(), tool.spec().source);
            let validator = tool.validator().map_err(|error| RegistryError::Schema {
                key: key.clone(),
                place,
                error: error.clone(),
            })?;
            if let Some((argument, problem)) = validator.unfit_default(tool.input_schema()) {
                return Err(RegistryError::Default { key, place, argument, problem });
            }
        }
        Ok(())
    }

    fn order_templates(&mut self) {
        let mut order: Vec<(Reverse<usize>, usize)> = self
            .templates
            .iter()
            .enumerate()
            .map(|(at, template)| (Reverse(template.uri_template().chars().count()), at))
            .collect();
        order.sort_unstable();
        self.template_order = order.into_iter().map(|(_, at)| at).collect();
    }

    fn categories(&self) -> HashSet<&str> {
        let mut categories: HashSet<&str> = self.tools().map(|one| &*one.spec().category).collect();
        categories.extend(self.resources().map(|one| &*one.spec().category));
        categories.extend(self.templates().map(|one| &*one.spec().category));
        categories.extend(self.prompts().map(|one| &*one.spec().category));
        categories
    }
}

fn listing_order(order: &[&str], left: &Spec, right: &Spec) -> Ordering {
    let rank = |spec: &Spec| {
        let of = |word: &str| order.iter().position(|listed| *listed == word);
        of(spec.key()).or_else(|| of(spec.category())).unwrap_or(order.len())
    };
    let place = |spec: &Spec| {
        let source = spec.source();
        (source.file, source.line, source.column)
    };
    rank(left)
        .cmp(&rank(right))
        .then_with(|| place(left).cmp(&place(right)))
        .then_with(|| left.key().cmp(right.key()))
}

/// Whether `name` may be exposed: 1 to 128 of `A-Z a-z 0-9 _ . -`.
pub(crate) fn is_valid_name(name: &str) -> bool {
    (1..=128).contains(&name.len()) && name.bytes().all(is_name_byte)
}

/// Whether a byte may stand in a name or in a prefix.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

#[cfg(test)]
mod tests;
