//! Answers the requests of one session from the layer.

mod answer;
mod session;

use std::{collections::BTreeMap, sync::Arc};

use rmcp::{
    RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
        CustomRequest, CustomResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, Reference, ServerConfig, SubscribeRequestParams, SubscriptionFilter,
        Tool, UnsubscribeRequestParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use self::{
    answer::{is_stateless, request_token},
    session::Session,
};
use super::{
    convert::{
        contents, invalid_params, prompt, prompt_result, resource, server_config, template, tool,
        tool_result,
    },
    notify::log_level,
};
use crate::{
    CallRequest, CompleteRequest, CompletionTarget, Layer, Origin, Principal, PromptRequest,
    ReadRequest,
};

/// Cancels one request; a transport that decides about cancellation itself puts it into the
/// extensions of the request.
#[derive(Clone)]
pub(super) struct RequestToken(pub(super) CancellationToken);

/// The method that proposes values.
const COMPLETE: &str = "completion/complete";

/// Methods whose parameters did not parse, when they arrive as unknown requests.
const METHODS: [&str; 15] = [
    COMPLETE,
    "initialize",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "server/discover",
    "subscriptions/listen",
    "tools/call",
    "tools/list",
];

/// One session.
pub(super) struct Handler {
    layer: Layer,
    principal: Arc<Principal>,
    page_size: usize,
    config: ServerConfig,
    /// What newer revisions are told with every result.
    identity: Value,
    session: Session,
}

impl Handler {
    pub(super) fn new(layer: Layer, principal: Arc<Principal>, page_size: usize) -> Self {
        let config = server_config(&layer);
        // An identity is texts only: it always serialises.
        let identity = serde_json::to_value(&config.server_info).unwrap_or_default();
        let session = Session::default();
        Self { layer, principal, page_size, config, identity, session }
    }
}

#[expect(deprecated, reason = "clients of older revisions subscribe and set log levels this way")]
impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let listed = self.layer.listed_tools(&self.principal).into_iter();
        let (tools, next_cursor) = self.page(listed, "tools", request.as_ref())?;
        let tools = tools.into_iter().map(|entry| tool(&self.layer, entry)).collect();
        let mut result = ListToolsResult::with_all_items(tools);
        result.next_cursor = next_cursor;
        self.stamp(is_stateless(&context), &mut result.meta);
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let found = self.layer.find_tool(name, &self.principal)?;
        Some(tool(&self.layer, found))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name.is_empty() {
            return Err(invalid_params("`name` must be a string that is not empty."));
        }
        let stateless = is_stateless(&context);
        let (name, arguments) = (request.name.into_owned(), request.arguments.map(Value::Object));
        let ask = |origin| self.layer.call_tool(CallRequest { name, arguments, origin });
        let mut result = tool_result(self.ask(context, ask).await?);
        self.stamp(stateless, &mut result.meta);
        Ok(CallToolResponse::Complete(result))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let visible = self.layer.visible_resources(&self.principal);
        let (entries, next_cursor) = self.page(visible, "resources", request.as_ref())?;
        let entries = entries.into_iter().map(resource).collect();
        let mut result = ListResourcesResult::with_all_items(entries);
        result.next_cursor = next_cursor;
        self.stamp(is_stateless(&context), &mut result.meta);
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let visible = self.layer.visible_templates(&self.principal);
        let (entries, next_cursor) = self.page(visible, "templates", request.as_ref())?;
        let entries = entries.into_iter().map(template).collect();
        let mut result = ListResourceTemplatesResult::with_all_items(entries);
        result.next_cursor = next_cursor;
        self.stamp(is_stateless(&context), &mut result.meta);
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (uri, stateless) = (request.uri, is_stateless(&context));
        let ask = |origin| self.layer.read_resource(ReadRequest { uri, origin });
        let items = self.ask(context, ask).await?;
        let mut result = ReadResourceResult::new(items.into_iter().map(contents).collect());
        self.stamp(stateless, &mut result.meta);
        Ok(ReadResourceResponse::Complete(result))
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.require_prompts("prompts/list")?;
        let visible = self.layer.visible_prompts(&self.principal);
        let (entries, next_cursor) = self.page(visible, "prompts", request.as_ref())?;
        let entries = entries.into_iter().map(|entry| prompt(&self.layer, entry)).collect();
        let mut result = ListPromptsResult::with_all_items(entries);
        result.next_cursor = next_cursor;
        self.stamp(is_stateless(&context), &mut result.meta);
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.require_prompts("prompts/get")?;
        let stateless = is_stateless(&context);
        let (name, arguments) = (request.name, request.arguments.unwrap_or_default());
        let ask = |origin| self.layer.get_prompt(PromptRequest { name, arguments, origin });
        let mut result = prompt_result(self.ask(context, ask).await?);
        self.stamp(stateless, &mut result.meta);
        Ok(GetPromptResponse::Complete(result))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let target = match request.r#ref {
            Reference::Prompt(prompt) => Some(CompletionTarget::Prompt { name: prompt.name }),
            Reference::Resource(resource) => Some(CompletionTarget::Template { uri: resource.uri }),
            _ => None,
        };
        // The protocol library keeps them in no order.
        let others: BTreeMap<String, String> =
            request.context.and_then(|context| context.arguments).into_iter().flatten().collect();
        let others = others.into_iter().map(|(name, text)| (name, Value::from(text))).collect();
        let (argument, value) = (request.argument.name, request.argument.value);
        let origin = Origin::of(self.principal.clone());
        let request =
            target.map(|target| CompleteRequest { target, argument, value, others, origin });
        self.completion(request, context).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if request.uri.is_empty() {
            return Err(invalid_params("`uri` must be a string that is not empty."));
        }
        self.session.subscribe(request.uri).map_err(invalid_params)
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.session.unsubscribe(&request.uri);
        Ok(())
    }

    async fn set_level(
        &self,
        request: rmcp::model::SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.session.set_level(log_level(request.level));
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let gone = request_token(context.request_context());
        session::listen(&self.layer, &context, &gone).await;
        Ok(())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.session.start_notifying(&self.layer, context.peer);
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method == COMPLETE {
            return self.complete_raw(request.params, context).await;
        }
        if METHODS.contains(&request.method.as_str()) {
            return Err(invalid_params("The parameters do not fit the method."));
        }
        Err(answer::no_method(&request.method))
    }
}
