//! Definitions for other frameworks: what a principal may see, in the shapes that function
//! calling interfaces expect, and a dispatcher for hosts that bring their own transport.
//!
//! Every request still goes through the layer. Lists are never paged here.

mod dispatch;

use std::sync::Arc;

use serde_json::{Map, Value, json};

pub(crate) use self::dispatch::completion_request;
pub use self::dispatch::{DispatchError, METHODS};
use crate::{CallRequest, ContentBlock, Layer, Origin, Principal, TextBody, Tool};

/// Everything a principal may see, and a way to ask for it.
///
/// ```
/// use cloudg_runtime::{Layer, Principal, Registry, export::export_definitions};
/// use serde_json::{Value, json};
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let layer = Layer::builder(Registry::new()).build()?;
///     let export = export_definitions(&layer, &Principal::local());
///     assert_eq!(export.dispatch("tools/list", Value::Null).await?, json!({"tools": []}));
///     let (text, _) = export.langchain_call("absent", json!({})).await;
///     assert_eq!(text, "Unknown tool: absent");
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Export {
    layer: Layer,
    principal: Arc<Principal>,
    /// `name`, `version`, `instructions`.
    pub server: Value,
    /// List entries of the tools.
    pub tools: Vec<Value>,
    /// List entries of the resources.
    pub resources: Vec<Value>,
    /// List entries of the resource templates.
    pub resource_templates: Vec<Value>,
    /// List entries of the prompts.
    pub prompts: Vec<Value>,
}

/// What `principal` may see now. Later changes of the layer do not show.
///
/// ```
/// use cloudg_runtime::{Layer, Principal, Registry, export::export_definitions};
///
/// let layer = Layer::builder(Registry::new()).build().expect("nothing can clash");
/// let export = export_definitions(&layer, &Principal::local());
/// assert!(export.tools.is_empty());
/// assert_eq!(export.to_value()["server"]["name"], "cloudg");
/// ```
pub fn export_definitions(layer: &Layer, principal: &Principal) -> Export {
    Export {
        server: json!({
            "name": layer.name(),
            "version": layer.version(),
            "instructions": layer.instructions(),
        }),
        tools: layer.tools_to_wire(principal),
        resources: layer.resources_to_wire(principal),
        resource_templates: layer.templates_to_wire(principal),
        prompts: layer.prompts_to_wire(principal),
        layer: layer.clone(),
        principal: Arc::new(principal.clone()),
    }
}

impl Export {
    /// `server`, `tools`, `resources`, `resourceTemplates`, `prompts`.
    pub fn to_value(&self) -> Value {
        json!({
            "server": self.server,
            "tools": self.tools,
            "resources": self.resources,
            "resourceTemplates": self.resource_templates,
            "prompts": self.prompts,
        })
    }

    /// Answers one of [`METHODS`] for the principal of this export; missing or null `params` are
    /// `{}`. The answer is the `result` of the protocol.
    ///
    /// # Errors
    ///
    /// Another method, parameters that do not fit, or whatever the layer answers with an error.
    pub async fn dispatch(&self, method: &str, params: Value) -> Result<Value, DispatchError> {
        self.dispatch_as(method, params, self.principal.clone()).await
    }

    /// Like [`Export::dispatch`], for somebody else.
    ///
    /// # Errors
    ///
    /// As [`Export::dispatch`].
    pub async fn dispatch_as(
        &self,
        method: &str,
        params: Value,
        principal: Arc<Principal>,
    ) -> Result<Value, DispatchError> {
        dispatch::dispatch(&self.layer, method, params, principal).await
    }

    /// Calls a tool as LangChain does: the text blocks, one a line, and the structured value. A
    /// tool that is not there gives the message and null.
    pub async fn langchain_call(&self, name: &str, arguments: Value) -> (String, Value) {
        let (name, arguments) = (name.to_owned(), Some(arguments));
        let origin = Origin::of(self.principal.clone());
        match self.layer.call_tool(CallRequest { name, arguments, origin }).await {
            Ok(result) => {
                let texts = result.content.iter().filter_map(ContentBlock::as_text);
                let texts: Vec<String> = texts.map(TextBody::render).collect();
                (texts.join("\n"), result.structured.unwrap_or(Value::Null))
            }
            Err(error) => (error.to_string(), Value::Null),
        }
    }
}

/// The tools that `principal` may see, for the function calling of OpenAI:
/// `{"type": "function", "function": {"name", "description", "parameters"}}`.
///
/// ```
/// use cloudg_runtime::{
///     Capabilities, Handler, Hints, Layer, Principal, Registry, Reply, SchemaSource, Sensitivity,
///     Source, ToolSpec, export::openai_tools,
/// };
/// use serde_json::json;
///
/// # let spec = ToolSpec {
/// #     name: "add".into(), title: None, description: "Add.".into(), category: "general".into(),
/// #     tags: (&[]).into(), sensitivity: Sensitivity::Public, capabilities: Capabilities::NONE,
/// #     hints: Hints::default(), timeout: None,
/// #     input_schema: SchemaSource::Given(json!({"properties": {}, "type": "object"}).into()),
/// #     output_schema: None, labels: Default::default(), transform_hints: Default::default(),
/// #     meta: Default::default(), icons: (&[]).into(), states: (&[]).into(),
/// #     handler: Handler::Blocking(|_, _| Ok(Reply::Value(json!({})))),
/// #     source: Source::here("doc"),
/// # };
/// let mut registry = Registry::new();
/// registry.add(spec)?;
/// let layer = Layer::builder(registry).build()?;
/// let tools = openai_tools(&layer, &Principal::local());
/// assert_eq!(tools[0]["function"]["name"], "add");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn openai_tools(layer: &Layer, principal: &Principal) -> Vec<Value> {
    definitions(layer, principal, |name, description, schema| {
        let function = json!({"name": name, "description": description, "parameters": schema});
        json!({"type": "function", "function": function})
    })
}

/// The tools that `principal` may see, for the tool use of Anthropic:
/// `{"name", "description", "input_schema"}`.
///
/// ```
/// use cloudg_runtime::{
///     Capabilities, Handler, Hints, Layer, Principal, Registry, Reply, SchemaSource, Sensitivity,
///     Source, ToolSpec, export::anthropic_tools,
/// };
/// use serde_json::json;
///
/// # let spec = ToolSpec {
/// #     name: "add".into(), title: None, description: "Add.".into(), category: "general".into(),
/// #     tags: (&[]).into(), sensitivity: Sensitivity::Public, capabilities: Capabilities::NONE,
/// #     hints: Hints::default(), timeout: None,
/// #     input_schema: SchemaSource::Given(json!({"properties": {}, "type": "object"}).into()),
/// #     output_schema: None, labels: Default::default(), transform_hints: Default::default(),
/// #     meta: Default::default(), icons: (&[]).into(), states: (&[]).into(),
/// #     handler: Handler::Blocking(|_, _| Ok(Reply::Value(json!({})))),
/// #     source: Source::here("doc"),
/// # };
/// let mut registry = Registry::new();
/// registry.add(spec)?;
/// let layer = Layer::builder(registry).build()?;
/// let tools = anthropic_tools(&layer, &Principal::local());
/// assert_eq!(tools[0]["input_schema"]["type"], "object");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn anthropic_tools(layer: &Layer, principal: &Principal) -> Vec<Value> {
    definitions(
        layer,
        principal,
        |name, description, schema| json!({"name": name, "description": description, "input_schema": schema}),
    )
}

/// The tools that `principal` may see, for LangChain:
/// `{"name", "description", "args_schema", "response_format"}`. [`Export::langchain_call`] answers
/// as this format says.
///
/// ```
/// use cloudg_runtime::{
///     Capabilities, Handler, Hints, Layer, Principal, Registry, Reply, SchemaSource, Sensitivity,
///     Source, ToolSpec, export::langchain_tools,
/// };
/// use serde_json::json;
///
/// # let spec = ToolSpec {
/// #     name: "add".into(), title: None, description: "Add.".into(), category: "general".into(),
/// #     tags: (&[]).into(), sensitivity: Sensitivity::Public, capabilities: Capabilities::NONE,
/// #     hints: Hints::default(), timeout: None,
/// #     input_schema: SchemaSource::Given(json!({"properties": {}, "type": "object"}).into()),
/// #     output_schema: None, labels: Default::default(), transform_hints: Default::default(),
/// #     meta: Default::default(), icons: (&[]).into(), states: (&[]).into(),
/// #     handler: Handler::Blocking(|_, _| Ok(Reply::Value(json!({})))),
/// #     source: Source::here("doc"),
/// # };
/// let mut registry = Registry::new();
/// registry.add(spec)?;
/// let layer = Layer::builder(registry).build()?;
/// let tools = langchain_tools(&layer, &Principal::local());
/// assert_eq!(tools[0]["response_format"], "content_and_artifact");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn langchain_tools(layer: &Layer, principal: &Principal) -> Vec<Value> {
    definitions(layer, principal, |name, description, schema| {
        json!({
            "name": name,
            "description": description,
            "args_schema": schema,
            "response_format": "content_and_artifact",
        })
    })
}

/// One definition a tool, from its exposed name, its description and its argument schema. The
/// title, then the name, stand in for an empty description.
fn definitions(
    layer: &Layer,
    principal: &Principal,
    shape: impl Fn(&str, &str, Value) -> Value,
) -> Vec<Value> {
    let definition = |tool: &Tool| {
        let name = layer.exposed_name(tool.name());
        let described = Some(&*tool.spec().description).filter(|text| !text.is_empty());
        let description = described.or(tool.title()).unwrap_or(&name);
        shape(&name, description, Value::Object(Map::clone(tool.listed_input_schema())))
    };
    layer.visible_tools(principal).map(definition).collect()
}

#[cfg(test)]
mod tests;
