//! Attribute macros of the cloudg framework.
//!
//! Four stages, each with its module: parse the tokens (`attr`) into what was said (`model`),
//! compare it with the rules (`check`), emit the code (`expand`). Every mistake of an item is
//! gathered and reported together, and the author's item is emitted all the same, so that one
//! mistake is one message.
//!
#![doc = include_str!("../docs/messages.md")]

mod address;
mod attr;
mod check;
mod errors;
mod expand;
mod model;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{DeriveInput, ItemFn, parse_macro_input};

use errors::Errors;
use model::Primitive;

/// Turns a documented function into a tool.
///
/// | option | value | default |
/// |---|---|---|
/// | `name` | string, 1 to 128 of `A-Z a-z 0-9 _ . -` | name of the function |
/// | `title` | string | none |
/// | `description` | string or `include_str!(…)` | doc comment of the function; one of both is required |
/// | `category` | string | `"general"` |
/// | `tags` | list of strings | none |
/// | `sensitivity` | `public`, `internal`, `confidential`, `restricted` | `confidential` |
/// | `capabilities` | list of `read_state`, `write_state`, `read_fs`, `write_fs`, `cloud_access`, `exec`, `reveal`; may be empty | `[read_state]` |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | `true` or `false` | from the capabilities |
/// | `output` | type with `JsonSchema` | no output schema |
/// | `labels` | type with [`Labelled`](macro@Labelled) | the answer's own type, else that of `output`, where it has labels |
/// | `timeout` | seconds, or a string with the unit `ms`, `s`, `m`, `h`; not zero | that of the layer |
/// | `constant` | name of a constant: the `ToolSpec` is put there instead of being registered, with the visibility of the function, to be added with `Registry::add` where it is wanted | registered in every program that links the crate |
/// | `transform_hints(…)` | what the tool asks of a policy's transforms, see below | nothing |
/// | `meta` | JSON object; its keys follow those of the layer in `_meta`, and win over them | none |
/// | `icons` | list of addresses, or of `icon(src = "…", mime_type = "…", sizes = ["48x48"], theme = dark)`; prefer `data:` | none |
///
/// The function is free, synchronous (it runs on the blocking pool) or `async`. Its first parameter
/// is the context, `&ToolContext`, or `ToolContext` where it is handed on to another task. Then
/// come, in any order:
///
/// | parameter | is |
/// |---|---|
/// | `name: State<T>` | state of the application, by its type |
/// | `name: T` | an argument; its doc comment describes it, `#[arg(…)]` constrains it |
/// | `#[args] name: T` | the fields of a struct with `#[derive(Args)]`, each an argument |
///
/// The options of `#[arg]` are those of [`Args`](macro@Args). The answer is a
/// serialisable value, or a `Result<T, ToolError>` of one.
///
/// | in `transform_hints(…)` | value | default |
/// |---|---|---|
/// | `skip`, `skip_input` | list of transforms of the output, of the input, by type or id; `"*"` is all of the output | none |
/// | `pseudonymize`, `depseudonymize` | `false`: no pseudonyms in the answer, none turned back in arguments | `true` |
/// | `input_guard` | `false`: secrets in arguments are not refused | `true` |
/// | `project` | JSON object merged into the options of the projection | none |
/// | `transforms` | JSON list of transforms that run after those of the policy | none |
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand_tool(options.into(), &item.into()).into()
}

/// Turns a documented function into a resource, or into a template when its address has variables.
///
/// The address comes first, then the options:
///
/// | option | value | default |
/// |---|---|---|
/// | `name` | string, only shown | name of the function |
/// | `title` | string | none |
/// | `description` | string or `include_str!(…)` | doc comment of the function; one of both is required |
/// | `category` | string | `"general"` |
/// | `tags` | list of strings | none |
/// | `sensitivity` | `public`, `internal`, `confidential`, `restricted` | `confidential` |
/// | `capabilities` | list as for [`macro@tool`]; may be empty | `[read_state]` |
/// | `mime_type` | string | `"application/json"` |
/// | `audience` | list of `user`, `assistant` | not said |
/// | `priority` | number from 0 to 1 | not said |
/// | `last_modified` | string, ISO 8601: a date, or a date and a time with its zone | not said |
/// | `size` | bytes; not for templates | not said |
/// | `complete(…)` | completions of variables; only for templates | none |
/// | `labels` | type with [`Labelled`](macro@Labelled), for JSON contents | the answer's own type, where it has labels |
/// | `meta`, `icons` | as for [`macro@tool`] | none |
///
/// An address starts with its scheme. Each of its variables is a parameter of the same name, and
/// each parameter a variable:
///
/// | in the address | matches |
/// |---|---|
/// | `{var}` | one segment |
/// | `{+var}`, or `{var*}` as it was once written | anything, `/` and `?` included |
///
/// The function is like that of a [`macro@tool`], but what follows the context and the state is
/// `String`, decoded: `reference: String` with `#[arg(name = "ref")]`, or `r#ref: String`, takes
/// the variable `ref`. The answer is a text, bytes, a serialisable value (sent as JSON) or
/// contents with addresses of their own, or a `Result` of one of these with `ToolError`.
///
/// `complete(var = path::to::function)` names a function that proposes values:
/// `fn(&ToolContext, &str)`, or `fn(&ToolContext, &str, &Map<String, Value>)` to see what else was
/// filled in, `async` or not. It gives a list of anything with `Display`, or a `Result` of one; an error proposes
/// nothing. `complete(var = enum(Type))` proposes the variants of an enum with `JsonSchema`.
///
/// ```text
/// /// One asset of the active dataset.
/// #[resource("cloudg://assets/{+ref}", title = "Asset", complete(ref = asset_references))]
/// fn asset(ctx: &ToolContext, r#ref: String) -> Result<AssetReply, ToolError> { … }
/// ```
#[proc_macro_attribute]
pub fn resource(options: TokenStream, item: TokenStream) -> TokenStream {
    expand_resource(options.into(), &item.into()).into()
}

/// Turns a documented function into a prompt.
///
/// | option | value | default |
/// |---|---|---|
/// | `name` | string, 1 to 128 of `A-Z a-z 0-9 _ . -` | name of the function |
/// | `title` | string | none |
/// | `description` | string or `include_str!(…)` | doc comment of the function; one of both is required |
/// | `category` | string | `"general"` |
/// | `tags` | list of strings | none |
/// | `sensitivity` | `public`, `internal`, `confidential`, `restricted` | `internal` |
/// | `capabilities` | list as for [`macro@tool`]; may be empty | `[read_state]` |
/// | `complete(…)` | completions of arguments, as for [`macro@resource`] | none |
/// | `meta`, `icons` | as for [`macro@tool`] | none |
///
/// The function is like that of a [`macro@tool`], but its arguments are text: `String` must be
/// given and not empty, `Option<String>` may be left out, and an empty one is left out. A doc
/// comment describes the argument; options of `#[arg(…)]`:
///
/// | option | value |
/// |---|---|
/// | `title` | string |
/// | `name` | string: name on the wire |
///
/// The answer is a text (one message of the user), a message or a list of messages, or a whole
/// `PromptResult`, or a `Result` of one of these with `ToolError`.
#[proc_macro_attribute]
pub fn prompt(options: TokenStream, item: TokenStream) -> TokenStream {
    expand_prompt(options.into(), &item.into()).into()
}

/// Links crates that declare tools, resources or prompts, and expects each to declare something.
///
/// A crate that a program never names is not linked, and what it declares silently is not there.
/// `plugins! { my_plugin, other_plugin }` names them; what is missing is an error at start-up. A
/// crate that is called otherwise than its package is written `name = "package"`.
#[proc_macro]
pub fn plugins(crates: TokenStream) -> TokenStream {
    expand_plugins(crates.into()).into()
}

fn expand_tool(options: Tokens, item: &Tokens) -> Tokens {
    on_function(item, Primitive::Tool, |function, errors| {
        let tool = attr::parse_tool(options, function, errors);
        check::check_tool(&tool, errors);
        (expand::expand_tool(&tool), tool.common.function)
    })
}

fn expand_resource(options: Tokens, item: &Tokens) -> Tokens {
    on_function(item, Primitive::Resource, |function, errors| {
        let resource = attr::parse_resource(options, function, errors);
        check::check_resource(&resource, errors);
        let address = resource.address.as_ref();
        // Without an address there is a message, and the expansion is not used.
        let expansion = address.map(|address| expand::expand_resource(&resource, address));
        (expansion.unwrap_or_default(), resource.common.function)
    })
}

fn expand_prompt(options: Tokens, item: &Tokens) -> Tokens {
    on_function(item, Primitive::Prompt, |function, errors| {
        let prompt = attr::parse_prompt(options, function, errors);
        check::check_prompt(&prompt, errors);
        (expand::expand_prompt(&prompt), prompt.common.function)
    })
}

/// Expands an attribute of a function; after a mistake only the function is left, with messages.
fn on_function(
    item: &Tokens,
    primitive: Primitive,
    expand: impl FnOnce(ItemFn, &mut Errors) -> (Tokens, ItemFn),
) -> Tokens {
    let function = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => return not_a_function(item, primitive, &error),
    };
    let mut errors = Errors::default();
    let (expansion, function) = expand(function, &mut errors);
    match errors.finish() {
        None => expansion,
        Some(messages) => quote!(#function #messages),
    }
}

/// What is left of an item that an attribute cannot stand on: the item, for the compiler to judge.
/// One that is broken has been reported by the compiler, and would be again.
fn not_a_function(item: &Tokens, primitive: Primitive, error: &syn::Error) -> Tokens {
    let is_whole = syn::parse2::<syn::Item>(item.clone()).is_ok();
    if !is_whole {
        return error.to_compile_error();
    }
    let message = format!("{} stands on a free function with a body", primitive.attribute());
    let error = syn::Error::new(proc_macro2::Span::call_site(), message).to_compile_error();
    quote!(#item #error)
}

fn expand_plugins(crates: Tokens) -> Tokens {
    let mut errors = Errors::default();
    let plugins = attr::parse_plugins(crates, &mut errors);
    errors.finish().unwrap_or_else(|| expand::expand_plugins(&plugins))
}

/// Turns the fields of a struct into arguments of a tool, flattened by `#[args]`.
///
/// A field's doc comment is its description. Options of `#[arg(…)]`, on fields and on parameters:
///
/// | option | value |
/// |---|---|
/// | `default` | `Default::default()` of the type; an `Option` has the default null without it |
/// | `default = …` | a literal or list of literals, as JSON; or any expression of the type, which is then `Serialize` |
/// | `range = 1..=500` | smallest and largest number; one end may be missing, `..` leaves out the last |
/// | `length = 1..=50` | code points of a string, items of a list |
/// | `pattern = "…"` | regular expression that a string matches |
/// | `name = "…"` | name on the wire |
///
/// A field with `#[args]` is again a struct whose fields are arguments.
#[proc_macro_derive(Args, attributes(arg, args))]
pub fn args(item: TokenStream) -> TokenStream {
    let input = parse_macro_input!(item as DeriveInput);
    expand_args(&input).into()
}

fn expand_args(input: &DeriveInput) -> Tokens {
    let mut errors = Errors::default();
    let args = attr::parse_args(input, &mut errors);
    check::check_args(&args, &mut errors);
    match errors.finish() {
        None => expand::expand_args(&args),
        Some(messages) if input.generics.params.is_empty() => {
            let fallback = expand::expand_args_fallback(&input.ident);
            quote!(#fallback #messages)
        }
        Some(messages) => messages,
    }
}

/// Labels what the fields of a type that answers tell about its owner.
///
/// The labels are those of the names on the wire: `#[serde(…)]` on the type is understood (`rename`,
/// `rename_all`, `rename_all_fields`, `flatten`, `skip`, `skip_serializing`, `tag`, `content`,
/// `untagged`, `into`). They reach the output pipeline through the tool or the resource that answers
/// with the type, and are no part of its schema.
///
/// | `#[label(…)]` | the value is |
/// |---|---|
/// | `identifier` | an id, an ARN, a reference |
/// | `name` | what the owner calls a thing |
/// | `account` | an account, subscription, project or tenant |
/// | `free_text` | prose that may hold anything |
/// | `tag_value` | the value of a tag |
/// | `secret` | never to be seen |
/// | `public` | a word of the program, a time: never changed |
/// | `detect` | not known: left to rules for keys and to detectors |
/// | `keys(…)`, `values(…)` | a map, with one of the words above for its keys, its values |
/// | `match field { "text" => …, _ => … }` | labelled by the text in another field |
///
/// A label counts for everything in the value: each item of a list, each member of an object. A
/// field without a label takes that of its type: numbers, `bool` and `&'static str` are public,
/// collections ask what they hold, types of your own derive `Labelled`, and variants of enums are
/// public words. A text without a label does not compile.
///
/// ```text
/// #[derive(Serialize, Labelled)]
/// struct CountReply {
///     group_by: GroupBy,
///     #[label(match group_by { "account" => keys(account), _ => keys(public) })]
///     groups: BTreeMap<String, u64>,
/// }
/// ```
#[proc_macro_derive(Labelled, attributes(label, serde))]
pub fn labelled(item: TokenStream) -> TokenStream {
    let input = parse_macro_input!(item as DeriveInput);
    expand_labelled(&input).into()
}

fn expand_labelled(input: &DeriveInput) -> Tokens {
    let mut errors = Errors::default();
    let labelled = attr::parse_labelled(input, &mut errors);
    check::check_labelled(&labelled, &mut errors);
    match errors.finish() {
        None => expand::expand_labelled(&labelled),
        Some(messages) => {
            let fallback = expand::expand_labelled_fallback(&labelled);
            quote!(#fallback #messages)
        }
    }
}

#[cfg(test)]
mod tests;
