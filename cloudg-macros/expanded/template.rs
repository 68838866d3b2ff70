#[allow(clippy::needless_pass_by_value)]
/// One asset.
async fn asset(
    ctx: ToolContext,
    reference: String,
    format: String,
) -> Result<String, ToolError> {
    find(ctx, reference, format).await
}
const _: () = {
    fn __call(
        context: ::cloudg_runtime::ToolContext,
        arguments: ::cloudg_runtime::TextArguments,
    ) -> ::cloudg_runtime::__private::BoxFuture<
        ::cloudg_runtime::__private::ContentsResult,
    > {
        ::cloudg_runtime::__private::boxed(async move {
            let mut arguments = arguments;
            let argument_0 = <String as ::cloudg_runtime::__private::TextArgument>::take(
                &mut arguments,
                "ref",
            )?;
            let argument_1 = <String as ::cloudg_runtime::__private::TextArgument>::take(
                &mut arguments,
                "format",
            )?;
            let answer = asset(context, argument_0, argument_1).await;
            <Result<
                String,
                ToolError,
            > as ::cloudg_runtime::IntoContents<_>>::into_contents(answer)
        })
    }
    fn __complete_0(
        context: ::cloudg_runtime::ToolContext,
        partial: ::std::string::String,
        others: ::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::BoxFuture<
        ::cloudg_runtime::__private::CompletionResult,
    > {
        ::cloudg_runtime::__private::Completes::complete(
            assets::references,
            context,
            partial,
            others,
        )
    }
    fn __complete_1(
        _: &::cloudg_runtime::ToolContext,
        partial: &str,
        _: &::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::CompletionResult {
        <Format as ::cloudg_runtime::__private::Variants>::complete(partial)
    }
    const __COMPLETIONS: &[::cloudg_runtime::Completion] = &[
        ::cloudg_runtime::Completion {
            argument: ::std::borrow::Cow::Borrowed("ref"),
            complete: ::cloudg_runtime::Completer::Async(__complete_0),
        },
        ::cloudg_runtime::Completion {
            argument: ::std::borrow::Cow::Borrowed("format"),
            complete: ::cloudg_runtime::Completer::Blocking(__complete_1),
        },
    ];
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::ReadState],
    );
    const __SPEC: ::cloudg_runtime::TemplateSpec = ::cloudg_runtime::TemplateSpec {
        uri_template: ::std::borrow::Cow::Borrowed("x://assets/{+ref}/{format}"),
        name: ::std::borrow::Cow::Borrowed("asset"),
        title: ::core::option::Option::None,
        description: ::std::borrow::Cow::Borrowed("One asset."),
        category: ::std::borrow::Cow::Borrowed("general"),
        tags: ::std::borrow::Cow::Borrowed(&[]),
        sensitivity: ::cloudg_runtime::Sensitivity::Confidential,
        capabilities: __CAPABILITIES,
        meta: ::cloudg_runtime::MetaSource::None,
        icons: ::std::borrow::Cow::Borrowed(&[]),
        source: ::cloudg_runtime::__private::source!(),
        mime_type: ::std::borrow::Cow::Borrowed(::cloudg_runtime::ResourceSpec::JSON),
        annotations: ::cloudg_runtime::ContentAnnotations {
            audience: ::std::borrow::Cow::Borrowed(&[]),
            priority: ::core::option::Option::Some(0.5f64),
            last_modified: ::core::option::Option::None,
        },
        labels: {
            #[allow(unused_imports)]
            use ::cloudg_runtime::__private::NoLabels as _;
            ::cloudg_runtime::__private::LabelsOf::<Result<String, ToolError>>::LABELS
        },
        states: ::std::borrow::Cow::Borrowed(&[]),
        completions: ::std::borrow::Cow::Borrowed(__COMPLETIONS),
        handler: ::cloudg_runtime::TemplateHandler::Async(__call),
    };
    ::cloudg_runtime::__private::inventory::submit! {
        __SPEC
    }
    #[doc(hidden)]
    #[macro_export]
    #[allow(non_local_definitions)]
    macro_rules! cloudg_template_spelt_x_3a__2f__2f_assets_2f__7b__2b_ref_7d__2f__7b_format_7d_ {
        () => {};
    }
    #[unsafe(export_name = "cloudg:template:x://assets/{+ref}/{format}")]
    #[used]
    static __NAME: u8 = 0;
};
