//! The plugin as a client meets it, without a process or a socket.

use std::error::Error;

use cloudg_runtime::{CompletionTarget, client::Client};
use serde_json::{Map, json};

use plugin_name::layer;

const TOOL: &str = "plugin_name_define";
const PROMPT: &str = "plugin_name_explain";
const TEMPLATE: &str = "plugin-scheme://terms/{term}";
const ENTRY: &str = "plugin-scheme://terms/layer";

type Done = Result<(), Box<dyn Error>>;

fn client() -> Result<Client, Box<dyn Error>> {
    Ok(Client::new(layer()?))
}

/// A broken pattern, or a default that is no value of its argument, fails here and no call.
#[test]
fn declarations_hold() -> Done {
    layer()?.registry().compile_all()?;
    Ok(())
}

#[tokio::test]
async fn a_term_is_defined() -> Done {
    let arguments = json!({"term": "Tool"});
    let result = client()?.call_tool(TOOL, arguments).await?;
    assert!(!result.is_error, "{result:?}");
    let expected = json!({"term": "tool", "meaning": "A function that a model can call."});
    assert_eq!(result.structured, Some(expected));
    Ok(())
}

#[tokio::test]
async fn an_unknown_term_is_an_error_that_helps() -> Done {
    let arguments = json!({"term": "wheel"});
    let result = client()?.call_tool(TOOL, arguments).await?;
    assert!(result.is_error);
    let known = json!(["layer", "prompt", "tool"]);
    assert_eq!(result.error_data(), Some(&known));
    Ok(())
}

#[tokio::test]
async fn an_entry_is_read_by_an_address_that_completes() -> Done {
    let client = client()?;
    let uri = TEMPLATE.to_owned();
    let target = CompletionTarget::Template { uri };
    let terms = client.complete(target, "term", "la").await?;
    assert_eq!(terms.values, ["layer"]);
    let contents = client.read_resource(ENTRY).await?;
    assert_eq!(contents.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_prompt_explains() -> Done {
    let arguments = Map::from_iter([("term".to_owned(), json!("prompt"))]);
    let prompt = client()?.get_prompt(PROMPT, arguments).await?;
    assert_eq!(prompt.messages.len(), 1);
    Ok(())
}
