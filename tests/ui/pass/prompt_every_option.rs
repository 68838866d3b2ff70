use cloudg_runtime::{PromptSpec, Sensitivity, State, ToolContext, ToolError, prompt};

fn datasets(_ctx: &ToolContext, _partial: &str) -> Vec<String> {
    Vec::new()
}

#[prompt(
    name = "review.all-1",
    title = "Review",
    description = "Reviews.",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    capabilities = [read_state],
    complete(dataset = datasets),
)]
async fn review(
    _ctx: &ToolContext,
    _shared: State<u32>,
    /// What to look at.
    #[arg(title = "Scope")] scope: String,
    #[arg(name = "dataset")] loaded: Option<String>,
) -> Result<String, ToolError> {
    Ok(scope + &loaded.unwrap_or_default())
}

fn main() {
    let spec = inventory::iter::<PromptSpec>().next().expect("one prompt");
    assert_eq!(spec.name, "review.all-1");
    assert_eq!(spec.title.as_deref(), Some("Review"));
    assert_eq!(spec.category, "prompts");
    assert_eq!(spec.tags.as_ref(), ["workflow"]);
    assert_eq!(spec.sensitivity, Sensitivity::Confidential);
    assert_eq!(spec.states.len(), 1);
    let [scope, dataset] = &*spec.arguments else { panic!("two arguments") };
    assert_eq!((&*scope.name, scope.title.as_deref()), ("scope", Some("Scope")));
    assert_eq!((&*scope.description, scope.required), ("What to look at.", true));
    assert!(scope.completion.is_none());
    assert_eq!((&*dataset.name, dataset.required), ("dataset", false));
    assert!(dataset.completion.is_some());
}
