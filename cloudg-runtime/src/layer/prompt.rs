//! Makes the messages of a prompt: find, check the arguments, run, shape.

use serde_json::{Map, Value};

use super::{Layer, PromptRequest, outgoing, output::OutputPipeline, raise, run};
use crate::{
    CallKind, LayerError, Problem, Prompt, PromptArgument, PromptResult, TextArguments, ToolError,
    number::write_number, validate::to_error,
};

impl Layer {
    /// Makes the messages of a prompt. Arguments that the prompt does not declare are dropped.
    ///
    /// # Errors
    ///
    /// No visible prompt has the name, a required argument is missing or empty, an argument is no
    /// text, the handler failed, the caller gave up, or the output pipeline failed.
    pub async fn get_prompt(&self, request: PromptRequest) -> Result<PromptResult, LayerError> {
        let PromptRequest { name, arguments, origin } = request;
        let Some(prompt) = self.find_prompt(&name, &origin.principal) else {
            return Err(LayerError::UnknownPrompt { name });
        };
        let output = self.output();
        let (context, _gone) = self.context(CallKind::Prompt, prompt.name(), origin, &output);
        let arguments =
            texts(prompt, arguments).map_err(|error| raise(&*output, &context, error))?;
        match run::prompt(prompt, &context, arguments).await? {
            Ok(result) => shape(&*output, prompt, result),
            Err(error) => Err(raise(&*output, &context, error)),
        }
    }
}

/// The messages on their way out; the description of the prompt stands in for a missing one.
fn shape(
    output: &dyn OutputPipeline,
    prompt: &Prompt,
    result: PromptResult,
) -> Result<PromptResult, LayerError> {
    let present = |text: &String| !text.is_empty();
    let description = result.description.filter(present);
    let description = description.or_else(|| Some(prompt.spec().description.to_string()));
    let messages = result.messages.into_iter().map(|message| outgoing::message(output, message));
    let messages = messages.collect::<Result<_, _>>().map_err(|_| LayerError::Output)?;
    Ok(PromptResult { description: description.filter(present), messages })
}

/// The declared arguments that are given, as texts, in the order of their declaration.
fn texts(prompt: &Prompt, mut given: Map<String, Value>) -> Result<TextArguments, ToolError> {
    let (mut texts, mut problems) = (TextArguments::new(), Vec::new());
    for argument in &*prompt.spec().arguments {
        match text(argument, given.remove(&*argument.name)) {
            Ok(Some(text)) => texts.insert(&*argument.name, text),
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(texts) } else { Err(to_error(&problems)) }
}

/// A text, a number or a boolean as text; nothing when it is not given.
fn text(argument: &PromptArgument, given: Option<Value>) -> Result<Option<String>, Problem> {
    let problem = |kind, msg: &str| {
        let (loc, msg) = (argument.name.to_string(), msg.to_owned());
        Problem { loc, msg, kind, did_you_mean: None }
    };
    let text = match given.unwrap_or(Value::Null) {
        Value::Null => None,
        Value::String(text) => Some(text),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => {
            let mut text = String::new();
            // Writing to a string cannot fail.
            let _ = write_number(&mut text, &number);
            Some(text)
        }
        Value::Array(_) | Value::Object(_) => {
            return Err(problem("string_type", "Input should be a valid string"));
        }
    };
    if argument.required && text.as_deref().is_none_or(str::is_empty) {
        return Err(problem("missing", "Field required"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
