//! What the answers of a session have in common.

use rmcp::{
    RoleServer,
    model::{
        CompleteResult, CustomResult, ErrorCode, ErrorData, MetaObject, PaginatedRequestParams,
    },
    service::RequestContext,
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{
    super::{
        convert::{completion, invalid_params, layer_error},
        notify::{Reports, level_of},
        paging::page,
    },
    COMPLETE, Handler, RequestToken,
};
use crate::{
    CompleteRequest, CompletionValues, LayerError, LogLevel, Origin, export::completion_request,
};

/// The revision from which on requests carry their own metadata.
const STATELESS: &str = "2026-07-28";

/// Key of the identity of the server in the metadata of a result.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

impl Handler {
    /// Least serious level that is sent to the client of this request.
    fn log_level(&self, context: &RequestContext<RoleServer>) -> Option<LogLevel> {
        if is_stateless(context) { level_of(&context.meta) } else { Some(self.session.level()) }
    }

    /// Asks the layer, and tells the client what is reported until the answer is there.
    pub(super) async fn ask<T, F: Future<Output = Result<T, LayerError>>>(
        &self,
        context: RequestContext<RoleServer>,
        ask: impl FnOnce(Origin) -> F,
    ) -> Result<T, ErrorData> {
        let cancelled = context.ct.child_token();
        let gone = request_token(&context);
        let level = self.log_level(&context);
        let token = context.meta.get_progress_token();
        let (sink, mut reports) = Reports::open(context.peer, token, level);
        let asked = ask(Origin {
            request_id: Some(context.id.into_json_value()),
            sink: Some(sink),
            cancelled: cancelled.clone(),
            principal: self.principal.clone(),
        });
        let mut asked = std::pin::pin!(asked);
        let result = loop {
            tokio::select! {
                biased;
                () = gone.cancelled() => {
                    cancelled.cancel();
                    break Err(LayerError::Cancelled);
                }
                report = reports.next() => reports.send(report).await,
                result = &mut asked => break result,
            }
        };
        reports.flush().await;
        result.map_err(|error| layer_error(&error))
    }

    /// A server without prompts does not know their methods.
    pub(super) fn require_prompts(&self, method: &str) -> Result<(), ErrorData> {
        let advertised = self.config.capabilities.prompts.is_some();
        if advertised { Ok(()) } else { Err(no_method(method)) }
    }

    /// A server that proposes no values does not know the method.
    fn require_completions(&self) -> Result<(), ErrorData> {
        let advertised = self.config.capabilities.completions.is_some();
        if advertised { Ok(()) } else { Err(no_method(COMPLETE)) }
    }

    /// Proposes values; none when nothing is asked for that has any.
    pub(super) async fn completion(
        &self,
        request: Option<CompleteRequest>,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.require_completions()?;
        let stateless = is_stateless(&context);
        let values = match request {
            Some(request) => {
                let ask = |origin| self.layer.complete(CompleteRequest { origin, ..request });
                self.ask(context, ask).await?
            }
            None => CompletionValues::default(),
        };
        let mut result = completion(values);
        self.stamp(stateless, &mut result.meta);
        Ok(result)
    }

    /// Completes from parameters that the protocol library refused: a value that is no text or is
    /// missing, or a kind of reference that it does not know.
    pub(super) async fn complete_raw(
        &self,
        params: Option<Value>,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.require_completions()?;
        let Some(Value::Object(params)) = params else {
            return Err(invalid_params("`params` must be an object."));
        };
        let request = completion_request(params, Origin::of(self.principal.clone()))
            .map_err(|error| invalid_params(error.to_string()))?;
        let stateless = is_stateless(&context);
        let mut result = self.completion(request, context).await?;
        // The library does so for the results that it knows.
        result.result_type.take_if(|_| !stateless);
        let result = serde_json::to_value(result)
            .map_err(|_| ErrorData::internal_error("The answer could not be prepared.", None))?;
        Ok(CustomResult::new(result))
    }

    /// Tells clients of newer revisions who answers.
    pub(super) fn stamp(&self, stateless: bool, meta: &mut Option<MetaObject>) {
        if stateless {
            let meta = meta.get_or_insert_default();
            meta.insert(SERVER_INFO.to_owned(), self.identity.clone());
        }
    }

    /// One page of a list.
    pub(super) fn page<T>(
        &self,
        items: impl ExactSizeIterator<Item = T>,
        kind: &str,
        request: Option<&PaginatedRequestParams>,
    ) -> Result<(Vec<T>, Option<String>), ErrorData> {
        let cursor = request.and_then(|request| request.cursor.as_deref());
        page(items, kind, self.page_size, cursor)
            .map_err(|_| invalid_params("`cursor` is not one that this list returned."))
    }
}

/// The error for a method that does not exist here.
pub(super) fn no_method(method: &str) -> ErrorData {
    let data = Some(Value::from(method));
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "The method does not exist.", data)
}

/// Whether the client speaks a revision without sessions.
pub(super) fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version.as_str() >= STATELESS)
}

/// The token of the transport, or one that is never cancelled.
pub(super) fn request_token(context: &RequestContext<RoleServer>) -> CancellationToken {
    context
        .extensions
        .get::<RequestToken>()
        .map_or_else(CancellationToken::new, |RequestToken(token)| token.clone())
}
