#[allow(clippy::needless_pass_by_value)]
/// Reviews one asset.
fn review(
    ctx: &ToolContext,
    asset: String,
    dataset: Option<String>,
) -> Vec<PromptMessage> {
    messages(ctx, &asset, dataset.as_deref())
}
const _: () = {
    fn __call(
        context: &::cloudg_runtime::ToolContext,
        arguments: ::cloudg_runtime::TextArguments,
    ) -> ::cloudg_runtime::__private::PromptHandlerResult {
        let mut arguments = arguments;
        let argument_0 = <String as ::cloudg_runtime::__private::TextArgument>::take(
            &mut arguments,
            "asset",
        )?;
        let argument_1 = <Option<
            String,
        > as ::cloudg_runtime::__private::TextArgument>::take(
            &mut arguments,
            "dataset",
        )?;
        let answer = review(context, argument_0, argument_1);
        <Vec<PromptMessage> as ::cloudg_runtime::IntoPrompt>::into_prompt(answer)
    }
    fn __complete_0(
        context: ::cloudg_runtime::ToolContext,
        partial: ::std::string::String,
        others: ::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::BoxFuture<
        ::cloudg_runtime::__private::CompletionResult,
    > {
        ::cloudg_runtime::__private::Completes::complete(
            datasets,
            context,
            partial,
            others,
        )
    }
    const __ARGUMENTS: &[::cloudg_runtime::PromptArgument] = &[
        ::cloudg_runtime::PromptArgument {
            name: ::std::borrow::Cow::Borrowed("asset"),
            title: ::core::option::Option::Some(::std::borrow::Cow::Borrowed("Asset")),
            description: ::std::borrow::Cow::Borrowed("Which one."),
            required: true,
            completion: ::core::option::Option::None,
        },
        ::cloudg_runtime::PromptArgument {
            name: ::std::borrow::Cow::Borrowed("dataset"),
            title: ::core::option::Option::None,
            description: ::std::borrow::Cow::Borrowed(""),
            required: false,
            completion: ::core::option::Option::Some(
                ::cloudg_runtime::Completer::Async(__complete_0),
            ),
        },
    ];
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::ReadState],
    );
    const __SPEC: ::cloudg_runtime::PromptSpec = ::cloudg_runtime::PromptSpec {
        name: ::std::borrow::Cow::Borrowed("review"),
        title: ::core::option::Option::Some(::std::borrow::Cow::Borrowed("Review")),
        description: ::std::borrow::Cow::Borrowed("Reviews one asset."),
        category: ::std::borrow::Cow::Borrowed("general"),
        tags: ::std::borrow::Cow::Borrowed(&["workflow"]),
        sensitivity: ::cloudg_runtime::Sensitivity::Internal,
        capabilities: __CAPABILITIES,
        meta: ::cloudg_runtime::MetaSource::None,
        icons: ::std::borrow::Cow::Borrowed(&[]),
        source: ::cloudg_runtime::__private::source!(),
        arguments: ::std::borrow::Cow::Borrowed(__ARGUMENTS),
        states: ::std::borrow::Cow::Borrowed(&[]),
        handler: ::cloudg_runtime::PromptHandler::Blocking(__call),
    };
    ::cloudg_runtime::__private::inventory::submit! {
        __SPEC
    }
    #[doc(hidden)]
    #[macro_export]
    #[allow(non_local_definitions)]
    macro_rules! cloudg_prompt_named_review {
        () => {};
    }
    #[unsafe(export_name = "cloudg:prompt:review")]
    #[used]
    static __NAME: u8 = 0;
};
