//! Hand-built specs for the unit tests of this crate.

pub(crate) mod values;

use std::{borrow::Cow, sync::Arc};

use serde_json::{Value, json};

use crate::{
    Capabilities, Capability, Contents, Handler, Hints, Labels, Layer, MetaSource, PromptArgument,
    PromptHandler, PromptSpec, Registry, Reply, ResourceHandler, ResourceSpec, SchemaSource,
    Sensitivity, Source, Spec, TemplateHandler, TemplateSpec, TextArguments, ToolContext,
    ToolError, ToolSpec, TransformHints,
    spec::{ArgumentMap, ContentsResult, HandlerResult, PromptHandlerResult},
};

/// A tool without arguments that answers `{}`.
pub(crate) fn tool(name: &'static str) -> ToolSpec {
    tool_with(name, &json!({}), |_, _| Ok(Reply::Value(json!({}))))
}

/// A tool with the given properties and code.
pub(crate) fn tool_with(
    name: &'static str,
    properties: &Value,
    handler: impl Fn(&ToolContext, ArgumentMap) -> HandlerResult + Send + Sync + 'static,
) -> ToolSpec {
    let capabilities = Capabilities::of(&[Capability::ReadState]);
    let schema = json!({"additionalProperties": false, "properties": properties, "type": "object"});
    ToolSpec {
        name: name.into(),
        title: None,
        description: "A tool for tests.".into(),
        category: "general".into(),
        tags: Cow::Borrowed(&[]),
        sensitivity: Sensitivity::Internal,
        capabilities,
        hints: Hints::default().derive(capabilities),
        timeout: None,
        input_schema: SchemaSource::Given(Arc::new(schema)),
        output_schema: None,
        labels: Labels::NONE,
        transform_hints: TransformHints::NONE,
        meta: MetaSource::None,
        icons: Cow::Borrowed(&[]),
        states: Cow::Borrowed(&[]),
        handler: Handler::Dynamic(Arc::new(handler)),
        source: Source::here("test"),
    }
}

/// A resource with the given code.
pub(crate) fn resource(
    uri: &'static str,
    handler: impl Fn(&ToolContext) -> ContentsResult + Send + Sync + 'static,
) -> ResourceSpec {
    let handler = ResourceHandler::Dynamic(Arc::new(handler));
    let mut spec = ResourceSpec::new(uri, "resource", handler, Source::here("test"));
    spec.description = "A resource for tests.".into();
    spec
}

/// A template that answers with its variables as JSON.
pub(crate) fn template(uri_template: &'static str) -> TemplateSpec {
    let answer = |_: &ToolContext, variables: TextArguments| {
        let entries = variables.iter().map(|(name, value)| (name.to_owned(), Value::from(value)));
        Ok(Contents::Json(Value::Object(entries.collect())))
    };
    let handler = TemplateHandler::Dynamic(Arc::new(answer));
    let mut spec = TemplateSpec::new(uri_template, "template", handler, Source::here("test"));
    spec.description = "A template for tests.".into();
    spec
}

/// A prompt with the given arguments and code.
pub(crate) fn prompt(
    name: &'static str,
    arguments: Vec<PromptArgument>,
    handler: impl Fn(&ToolContext, TextArguments) -> PromptHandlerResult + Send + Sync + 'static,
) -> PromptSpec {
    let handler = PromptHandler::Dynamic(Arc::new(handler));
    let mut spec = PromptSpec::new(name, handler, Source::here("test"));
    spec.description = "A prompt for tests.".into();
    spec.arguments = arguments.into();
    spec
}

/// An argument that nothing completes.
pub(crate) fn argument(name: &'static str, required: bool) -> PromptArgument {
    PromptArgument { required, ..PromptArgument::optional(name) }
}

/// A layer over these declarations.
pub(crate) fn layer_of(specs: impl IntoIterator<Item = Spec>) -> Layer {
    let mut registry = Registry::new();
    for spec in specs {
        registry.add(spec).expect("the declaration is sound");
    }
    Layer::builder(registry).build().expect("the layer is sound")
}

/// A tool that fails with `error`.
pub(crate) fn failing(name: &'static str, error: ToolError) -> ToolSpec {
    tool_with(name, &json!({}), move |_, _| Err(error.clone()))
}
