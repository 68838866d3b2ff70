//! Expansions, formatted and kept as files under `expanded/`.
//!
//! `UPDATE_EXPANDED=1 cargo test -p cloudg-macros` writes them anew.

use std::{fs, path::Path};

use proc_macro2::TokenStream;
use quote::quote;

/// Compares an expansion with the file of that name.
#[track_caller]
fn check(name: &str, expansion: TokenStream) {
    let file: syn::File = syn::parse2(expansion).expect("an expansion is a list of items");
    let formatted = prettyplease::unparse(&file);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("expanded").join(name);
    if std::env::var_os("UPDATE_EXPANDED").is_some() {
        fs::write(&path, &formatted).expect("the folder can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(formatted, kept, "expanded/{name} differs; see the head of src/tests.rs");
}

#[test]
fn blocking_tool() {
    let options = quote!(title = "Count assets", sensitivity = internal, output = CountReply);
    let function = quote! {
        /// Counts assets by one property.
        fn count_assets(
            ctx: &ToolContext,
            workspace: State<Workspace>,
            /// What to group by.
            #[arg(default)] group_by: GroupBy,
            /// Most groups to list.
            #[arg(default = 50, range = 1..=500)] top: u32,
        ) -> Result<CountReply, ToolError> {
            workspace.count(group_by, top)
        }
    };
    check("blocking_tool.rs", crate::expand_tool(options, &function));
}

#[test]
fn async_tool() {
    let options = quote!(capabilities = [cloud_access], timeout = "1h", idempotent = true);
    let function = quote! {
        /// Collects assets.
        async fn collect_assets(
            ctx: ToolContext,
            #[args] filter: Filter,
            #[arg(length = 1.., pattern = "^[a-z]+$")] region: Option<String>,
        ) -> Result<Report, ToolError> {
            collect(ctx, filter, region).await
        }
    };
    check("async_tool.rs", crate::expand_tool(options, &function));
}

#[test]
fn constant_tool() {
    let function = quote! {
        /// Does nothing.
        pub fn nothing(_ctx: &ToolContext) {}
    };
    check("constant_tool.rs", crate::expand_tool(quote!(constant = NOTHING), &function));
}

#[test]
fn bare_tool() {
    let function = quote! {
        /// Tells the version.
        fn version(_ctx: &ToolContext) -> String {
            String::new()
        }
    };
    check("bare_tool.rs", crate::expand_tool(TokenStream::new(), &function));
}

#[test]
fn resource() {
    let options = quote!("x://workspace", title = "Workspace", audience = [user], size = 10);
    let function = quote! {
        /// Everything that is loaded.
        fn workspace(_ctx: &ToolContext, shared: State<Workspace>) -> Result<Status, ToolError> {
            shared.status()
        }
    };
    check("resource.rs", crate::expand_resource(options, &function));
}

#[test]
fn template() {
    let options = quote!(
        "x://assets/{+ref}/{format}",
        priority = 0.5,
        complete(ref = assets::references, format = enum(Format))
    );
    let function = quote! {
        /// One asset.
        async fn asset(
            ctx: ToolContext,
            #[arg(name = "ref")] reference: String,
            format: String,
        ) -> Result<String, ToolError> {
            find(ctx, reference, format).await
        }
    };
    check("template.rs", crate::expand_resource(options, &function));
}

#[test]
fn prompt() {
    let options = quote!(title = "Review", tags = ["workflow"], complete(dataset = datasets));
    let function = quote! {
        /// Reviews one asset.
        fn review(
            ctx: &ToolContext,
            /// Which one.
            #[arg(title = "Asset")]
            asset: String,
            dataset: Option<String>,
        ) -> Vec<PromptMessage> {
            messages(ctx, &asset, dataset.as_deref())
        }
    };
    check("prompt.rs", crate::expand_prompt(options, &function));
}

#[test]
fn plugins() {
    check("plugins.rs", crate::expand_plugins(quote!(my_plugin, other = "my-other-plugin")));
}

#[test]
fn args_struct() {
    let input = syn::parse_quote! {
        struct FindArgs {
            /// What to look for.
            #[arg(default, length = ..=200)]
            query: String,
            #[args]
            paging: Paging,
        }
    };
    check("args_struct.rs", crate::expand_args(&input));
}

#[test]
fn tool_options() {
    let options = quote!(
        labels = Report,
        meta = {"x/order": -1},
        icons = ["data:,", icon(src = "https://x/y", sizes = ["48x48"], theme = dark)],
        transform_hints(skip = ["*"], input_guard = false, transforms = [{"type": "redact"}])
    );
    let function = quote! {
        /// Reports.
        fn report(_ctx: &ToolContext) -> Value {
            Value::Null
        }
    };
    check("tool_options.rs", crate::expand_tool(options, &function));
}

#[test]
fn labelled_struct() {
    let input = syn::parse_quote! {
        #[serde(rename_all = "camelCase")]
        struct Reply<T> {
            #[label(name)]
            asset_names: Vec<String>,
            kind: Option<&'static str>,
            #[label(match kind { "account" => keys(account), _ => keys(detect) })]
            groups: BTreeMap<String, u64>,
            #[serde(flatten)]
            page: Page<T>,
            #[serde(skip)]
            cache: Cache,
        }
    };
    check("labelled_struct.rs", crate::expand_labelled(&input));
}

#[test]
fn labelled_enum() {
    let input = syn::parse_quote! {
        enum Reply {
            Nothing,
            Found(Asset),
            Several {
                #[label(identifier)]
                ids: Vec<String>,
            },
            #[serde(untagged)]
            Other(#[label(detect)] Value),
        }
    };
    check("labelled_enum.rs", crate::expand_labelled(&input));
}

#[test]
fn a_mistake_keeps_the_function() {
    let function = quote!(
        fn version(_ctx: &ToolContext, #[arg(range = 2..=1)] top: u32) {}
    );
    let expansion = crate::expand_tool(TokenStream::new(), &function).to_string();
    assert!(expansion.starts_with("fn version (_ctx : & ToolContext , top : u32) { }"));
    assert_eq!(expansion.matches("compile_error").count(), 2);
    assert!(!expansion.contains("submit"));
}
