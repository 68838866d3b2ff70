//! Reads resources: find the address, run, shape.

use serde_json::{Map, Value};

use super::{Layer, ReadRequest, outgoing, output::OutputPipeline, raise, raise_labelled, run};
use crate::{
    CallKind, Contents, ContentsBody, ErrorCode, Labels, LayerError, Resource, ResourceContents,
    ResourceSpec, Template, TextArguments, TextBody, ToolContext, ToolError,
};

/// Key of a detail that is no object.
const DETAIL: &str = "detail";

/// What an address names.
enum Found<'l> {
    Static(&'l Resource),
    Template(&'l Template, TextArguments),
}

impl Found<'_> {
    fn labels(&self) -> Labels {
        match self {
            Self::Static(resource) => resource.spec().labels,
            Self::Template(template, _) => template.spec().labels,
        }
    }

    fn mime_type(&self) -> &str {
        match self {
            Self::Static(resource) => &resource.spec().mime_type,
            Self::Template(template, _) => &template.spec().mime_type,
        }
    }
}

impl Layer {
    /// Reads the contents behind an address: that of a resource, an encoded spelling of one, or
    /// one that fits a template. There is at least one item.
    ///
    /// # Errors
    ///
    /// Nothing visible has the address, the handler failed, the caller gave up, or the output
    /// pipeline failed.
    pub async fn read_resource(
        &self,
        request: ReadRequest,
    ) -> Result<Vec<ResourceContents>, LayerError> {
        let ReadRequest { uri, origin } = request;
        let Some(found) = self.find_resource(&uri) else {
            return Err(LayerError::UnknownResource { uri });
        };
        // A resource is served under its own address, whatever spelling asked for it.
        let name = match &found {
            Found::Static(resource) => resource.uri().to_owned(),
            Found::Template(..) => uri.clone(),
        };
        let output = self.output();
        let (context, _gone) = self.context(CallKind::Resource, &name, origin, &output);
        let (mime_type, labels) = (found.mime_type().to_owned(), found.labels());
        let answer = match found {
            Found::Static(resource) => run::resource(resource, &context).await?,
            Found::Template(template, variables) => {
                run::template(template, &context, variables).await?
            }
        };
        match answer {
            Ok(contents) => shape(&*output, (contents, labels), name, mime_type),
            Err(error) => Err(failed(&*output, &context, uri, error)),
        }
    }

    /// The resource or template of an address. One with control characters names nothing.
    fn find_resource(&self, uri: &str) -> Option<Found<'_>> {
        let registry = self.registry();
        if let Some(resource) = registry.resource(uri) {
            return Some(Found::Static(resource));
        }
        let (template, variables) = registry.find_template(uri)?;
        let canonical = template.parsed().canonical(&variables);
        Some(match registry.resource(&canonical) {
            Some(resource) => Found::Static(resource),
            None => Found::Template(template, variables),
        })
    }
}

/// The items on their way out. Items with addresses of their own keep them.
fn shape(
    output: &dyn OutputPipeline,
    (contents, labels): (Contents, Labels),
    uri: String,
    mime_type: String,
) -> Result<Vec<ResourceContents>, LayerError> {
    let (body, mime_type) = match contents {
        Contents::Items(items) if !items.is_empty() => {
            let shaped = items.into_iter().map(|item| outgoing::contents(output, item, labels));
            return shaped.collect::<Result<_, _>>().map_err(|_| LayerError::Output);
        }
        Contents::Text(text) => (ContentsBody::Text(text.into()), mime_type),
        Contents::Bytes(bytes) => (ContentsBody::Blob(bytes), mime_type),
        Contents::Json(value) => (json(value), or_json(mime_type)),
        Contents::Items(_) => (json(Value::Array(Vec::new())), or_json(mime_type)),
    };
    let body = outgoing::contents_body(output, body, labels).map_err(|_| LayerError::Output)?;
    Ok(vec![ResourceContents { uri, body, mime_type, meta: Map::new() }])
}

fn json(value: Value) -> ContentsBody {
    ContentsBody::Text(TextBody::json(value))
}

fn or_json(mime_type: String) -> String {
    if mime_type.is_empty() { ResourceSpec::JSON.to_owned() } else { mime_type }
}

/// What is not found carries the address that was asked for, before its own detail.
fn failed(
    output: &dyn OutputPipeline,
    context: &ToolContext,
    uri: String,
    mut error: ToolError,
) -> LayerError {
    if error.code != ErrorCode::NotFound {
        return raise(output, context, error);
    }
    let mut labels = Labels::root(error.labels);
    let mut data = Map::from_iter([("uri".to_owned(), Value::from(uri))]);
    match error.data.take() {
        Some(Value::Object(own)) => {
            for (key, value) in own {
                data.entry(key).or_insert(value);
            }
        }
        Some(other) => {
            data.insert(DETAIL.to_owned(), other);
            labels = labels.under(DETAIL);
        }
        None => {}
    }
    error.data = Some(Value::Object(data));
    match raise_labelled(output, context, error, labels) {
        LayerError::Failed(error) => LayerError::MissingResource(error),
        other => other,
    }
}

#[cfg(test)]
mod tests;
