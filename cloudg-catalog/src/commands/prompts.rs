//! `cloudg prompts` and `cloudg prompt`.

use std::process::ExitCode;

use cloudg_runtime::{Principal, Prompt, PromptRequest};
use serde_json::Value;

use super::{
    arguments,
    failure::{Failure, tell_refusal, unknown},
    listing, setup,
};
use crate::{
    App,
    cli::{ListOptions, ListingOptions, PromptOptions},
    output,
};

/// Lists the prompts.
pub(crate) fn list(app: &App, options: &ListOptions) -> Result<ExitCode, Failure> {
    let registry = options.registry.as_deref();
    let layer = setup::empty_layer(app, registry, &ListingOptions::default())?;
    let prompts = layer.prompts_to_wire(&Principal::local());
    if options.json {
        output::json(&Value::Array(prompts))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = listing::table(&["Prompt", "Category", "Arguments", "Description"]);
    for prompt in &prompts {
        let [category, _] = listing::kind(prompt);
        let description = listing::description(prompt);
        let arguments = argument_names(prompt);
        table.add_row([listing::text(&prompt["name"]), category, &arguments, &description]);
    }
    output::line(&format!("cloudg MCP prompts ({})\n{table}", prompts.len()))?;
    Ok(ExitCode::SUCCESS)
}

/// The arguments of a prompt, those that must be given with a `*`.
fn argument_names(prompt: &Value) -> String {
    let arguments = prompt["arguments"].as_array().into_iter().flatten();
    let argument = |argument: &Value| {
        let mark = if argument["required"] == Value::Bool(true) { "*" } else { "" };
        format!("{}{mark}", listing::text(&argument["name"]))
    };
    arguments.map(argument).collect::<Vec<_>>().join(", ")
}

/// Makes the messages of a prompt and prints them, with a blank line between.
pub(crate) fn show(app: &App, options: &PromptOptions) -> Result<ExitCode, Failure> {
    let given = arguments::pairs(&options.args)?;
    let given = given.into_iter().map(|(key, text)| (key.to_owned(), Value::from(text)));
    let layer = setup::layer(app, &options.layer, &ListingOptions::default())?;
    if layer.find_prompt(&options.name, &Principal::local()).is_none() {
        let names = layer.registry().prompts().map(Prompt::name);
        return Err(unknown("prompt", &options.name, names));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let request = PromptRequest::new(&options.name, given.collect());
    let wire = match runtime.block_on(layer.get_prompt(request)) {
        Ok(result) => result.to_wire(),
        Err(error) => {
            tell_refusal(&error.to_string(), error.data().as_ref(), None);
            return Ok(ExitCode::FAILURE);
        }
    };
    if options.raw {
        output::json(&wire)?;
        return Ok(ExitCode::SUCCESS);
    }
    let messages = wire["messages"].as_array().into_iter().flatten();
    let texts: Vec<String> = messages.map(|message| message_text(&message["content"])).collect();
    output::line(&texts.join("\n\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// A message as text; a resource under its address.
fn message_text(content: &Value) -> String {
    if let Some(text) = content["text"].as_str() {
        return text.to_owned();
    }
    let resource = &content["resource"];
    match resource["text"].as_str() {
        Some(text) => format!("{}\n{text}", listing::text(&resource["uri"])),
        None => content.to_string(),
    }
}
