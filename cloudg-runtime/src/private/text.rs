//! What expanded resources, templates and prompts call.

use std::{fmt::Display, future::Future, marker::PhantomData};

use schemars::JsonSchema;
use serde_json::Value;

use super::{ArgumentMap, BoxFuture, CompletionResult};
use crate::{TextArguments, ToolContext, ToolError, schema};

/// A type that a variable of a template or an argument of a prompt can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a text that a client gives",
    label = "not `String`",
    note = "a variable of an address is `String`; an argument of a prompt is `String` or `Option<String>`"
)]
pub trait TextArgument: Sized {
    /// Takes the text out of those that were given.
    ///
    /// # Errors
    ///
    /// It must be there, and is not. The layer has looked before, so this is a second line.
    fn take(arguments: &mut TextArguments, name: &'static str) -> Result<Self, ToolError>;
}

impl TextArgument for String {
    fn take(arguments: &mut TextArguments, name: &'static str) -> Result<Self, ToolError> {
        arguments
            .take(name)
            .ok_or_else(|| ToolError::invalid(format!("Missing required argument: {name}")))
    }
}

impl TextArgument for Option<String> {
    /// An empty text is one that was left out: forms of clients send it for an empty field.
    fn take(arguments: &mut TextArguments, name: &'static str) -> Result<Self, ToolError> {
        Ok(arguments.take(name).filter(|text| !text.is_empty()))
    }
}

/// A function that proposes values.
///
/// `Form` keeps the kinds of functions apart; for one function only one applies, so the compiler
/// finds it. What blocks runs on the blocking pool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot complete a text",
    label = "not a function that proposes values",
    note = "it is like `fn(&ToolContext, &str) -> Vec<String>`, or an `async` one whose future is `Send`; it may take `&Map<String, Value>` as third parameter, and give a list of anything with `Display`, or `Result<_, ToolError>` of one"
)]
pub trait Completes<Form> {
    /// What continues `partial`; `others` holds what else was filled in.
    fn complete(
        self,
        context: ToolContext,
        partial: String,
        others: ArgumentMap,
    ) -> BoxFuture<CompletionResult>;
}

/// Form of a function that does not look at the other arguments.
pub struct Alone<Form>(PhantomData<Form>);

/// Form of a function that looks at the other arguments.
pub struct Among<Form>(PhantomData<Form>);

/// Form of an asynchronous function.
pub struct Later<Form>(PhantomData<Form>);

#[diagnostic::do_not_recommend]
impl<F, R, Form> Completes<Alone<Form>> for F
where
    F: Fn(&ToolContext, &str) -> R + Send + 'static,
    R: Proposals<Form>,
{
    fn complete(
        self,
        context: ToolContext,
        partial: String,
        _: ArgumentMap,
    ) -> BoxFuture<CompletionResult> {
        blocking(move || self(&context, &partial).into_values())
    }
}

#[diagnostic::do_not_recommend]
impl<F, R, Form> Completes<Among<Form>> for F
where
    F: Fn(&ToolContext, &str, &ArgumentMap) -> R + Send + 'static,
    R: Proposals<Form>,
{
    fn complete(
        self,
        context: ToolContext,
        partial: String,
        others: ArgumentMap,
    ) -> BoxFuture<CompletionResult> {
        blocking(move || self(&context, &partial, &others).into_values())
    }
}

/// An asynchronous function of context and text. Its future may borrow both, which a bound on
/// [`Fn`] alone cannot say.
pub trait CompletesLater<'c>: Fn(&'c ToolContext, &'c str) -> Self::Future {
    /// The future.
    type Future: Future<Output = Self::Answer> + Send + 'c;
    /// What the future gives.
    type Answer;
}

impl<'c, F, T> CompletesLater<'c> for F
where
    F: Fn(&'c ToolContext, &'c str) -> T,
    T: Future + Send + 'c,
{
    type Future = T;
    type Answer = T::Output;
}

#[diagnostic::do_not_recommend]
impl<F, R, Form> Completes<Later<Alone<Form>>> for F
where
    F: for<'c> CompletesLater<'c, Answer = R> + Send + Sync + 'static,
    R: Proposals<Form>,
{
    fn complete(
        self,
        context: ToolContext,
        partial: String,
        _: ArgumentMap,
    ) -> BoxFuture<CompletionResult> {
        Box::pin(async move { self(&context, &partial).await.into_values() })
    }
}

/// Like [`CompletesLater`], with the other arguments.
pub trait CompletesLaterAmong<'c>:
    Fn(&'c ToolContext, &'c str, &'c ArgumentMap) -> Self::Future
{
    /// The future.
    type Future: Future<Output = Self::Answer> + Send + 'c;
    /// What the future gives.
    type Answer;
}

impl<'c, F, T> CompletesLaterAmong<'c> for F
where
    F: Fn(&'c ToolContext, &'c str, &'c ArgumentMap) -> T,
    T: Future + Send + 'c,
{
    type Future = T;
    type Answer = T::Output;
}

#[diagnostic::do_not_recommend]
impl<F, R, Form> Completes<Later<Among<Form>>> for F
where
    F: for<'c> CompletesLaterAmong<'c, Answer = R> + Send + Sync + 'static,
    R: Proposals<Form>,
{
    fn complete(
        self,
        context: ToolContext,
        partial: String,
        others: ArgumentMap,
    ) -> BoxFuture<CompletionResult> {
        Box::pin(async move { self(&context, &partial, &others).await.into_values() })
    }
}

/// Runs on the blocking pool; a panic goes on in the future, where the layer contains it.
fn blocking(
    propose: impl FnOnce() -> CompletionResult + Send + 'static,
) -> BoxFuture<CompletionResult> {
    Box::pin(async move {
        match tokio::task::spawn_blocking(propose).await {
            Ok(proposed) => proposed,
            Err(error) => match error.try_into_panic() {
                Ok(payload) => std::panic::resume_unwind(payload),
                Err(error) => Err(ToolError::internal(format!("InternalError: {error}"))),
            },
        }
    })
}

/// What a function that proposes values returns. `Form` as for [`super::Answer`].
pub trait Proposals<Form> {
    /// The values as text, in order.
    fn into_values(self) -> CompletionResult;
}

impl<I: IntoIterator<Item: Display>> Proposals<super::Plain> for I {
    fn into_values(self) -> CompletionResult {
        Ok(self.into_iter().map(|value| value.to_string()).collect())
    }
}

impl<I: IntoIterator<Item: Display>> Proposals<super::Fallible> for Result<I, ToolError> {
    fn into_values(self) -> CompletionResult {
        self.and_then(Proposals::<super::Plain>::into_values)
    }
}

/// An enum whose variants are proposed.
#[diagnostic::on_unimplemented(
    message = "the variants of `{Self}` are not known",
    label = "no `JsonSchema` for this type",
    note = "derive `schemars::JsonSchema` for it, or name a function instead of `enum(…)`"
)]
pub trait Variants {
    /// The variants as they are written on the wire, in declaration order.
    ///
    /// # Errors
    ///
    /// The type has no variants that are texts.
    fn complete(partial: &str) -> CompletionResult;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> Variants for T {
    fn complete(partial: &str) -> CompletionResult {
        let schema = schema::schema_of::<T>();
        let Some(Value::Array(variants)) = schema.get("enum") else {
            return Err(ToolError::handler("MissingVariants: the type is no enum of texts"));
        };
        let texts = variants.iter().filter_map(Value::as_str);
        Ok(texts.filter(|text| starts_with(text, partial)).map(str::to_owned).collect())
    }
}

/// Whether `text` starts with `partial`, whatever the case of ASCII letters.
fn starts_with(text: &str, partial: &str) -> bool {
    text.get(..partial.len()).is_some_and(|start| start.eq_ignore_ascii_case(partial))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_by_name() {
        let mut arguments = TextArguments::from_iter([("a", "1"), ("b", "")]);
        assert_eq!(<Option<String> as TextArgument>::take(&mut arguments, "b"), Ok(None));
        assert_eq!(<Option<String> as TextArgument>::take(&mut arguments, "c"), Ok(None));
        assert_eq!(<String as TextArgument>::take(&mut arguments, "a"), Ok("1".to_owned()));
        let missing = <String as TextArgument>::take(&mut arguments, "a");
        assert_eq!(missing, Err(ToolError::invalid("Missing required argument: a")));
    }

    #[expect(dead_code, reason = "the type is described, never built")]
    #[derive(schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Format {
        Turtle,
        JsonLd,
        Json,
    }

    #[test]
    fn variants_are_found_by_their_start() {
        assert_eq!(
            Format::complete(""),
            Ok(vec!["turtle".into(), "json-ld".into(), "json".into()])
        );
        assert_eq!(Format::complete("JSON"), Ok(vec!["json-ld".into(), "json".into()]));
        assert_eq!(Format::complete("json-ldx"), Ok(Vec::new()));
        assert_eq!(Format::complete("é"), Ok(Vec::new()));
        assert!(u32::complete("").is_err());
    }
}
