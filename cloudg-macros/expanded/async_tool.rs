#[allow(clippy::needless_pass_by_value)]
/// Collects assets.
async fn collect_assets(
    ctx: ToolContext,
    filter: Filter,
    region: Option<String>,
) -> Result<Report, ToolError> {
    collect(ctx, filter, region).await
}
const _: () = {
    const _: () = ::cloudg_runtime::__private::assert_distinct(
        &[
            ::cloudg_runtime::ArgumentName::Group(
                <Filter as ::cloudg_runtime::Arguments>::NAMES,
            ),
            ::cloudg_runtime::ArgumentName::One("region"),
        ],
    );
    fn __input_schema() -> ::cloudg_runtime::__private::Value {
        ::cloudg_runtime::__private::input_schema(|schema| {
            <Filter as ::cloudg_runtime::Arguments>::describe(schema);
            schema
                .field(
                    <Option<
                        String,
                    > as ::cloudg_runtime::__private::Argument>::field("region", "")
                        .shortest(1i64)
                        .pattern("^[a-z]+$")
                        .or_default(::cloudg_runtime::__private::Value::Null),
                );
        })
    }
    fn __call(
        context: ::cloudg_runtime::ToolContext,
        arguments: ::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::BoxFuture<
        ::cloudg_runtime::__private::HandlerResult,
    > {
        ::cloudg_runtime::__private::boxed(async move {
            let arguments = &mut ::cloudg_runtime::Decoder::new(arguments);
            let argument_0 = <Filter as ::cloudg_runtime::Arguments>::decode(arguments)?;
            let argument_1 = <Option<
                String,
            > as ::cloudg_runtime::__private::Argument>::take(arguments, "region")?;
            let answer = collect_assets(context, argument_0, argument_1).await;
            <Result<
                Report,
                ToolError,
            > as ::cloudg_runtime::__private::Answer<_>>::reply(answer)
        })
    }
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::CloudAccess],
    );
    const __SPEC: ::cloudg_runtime::ToolSpec = ::cloudg_runtime::ToolSpec {
        name: ::std::borrow::Cow::Borrowed("collect_assets"),
        title: ::core::option::Option::None,
        description: ::std::borrow::Cow::Borrowed("Collects assets."),
        category: ::std::borrow::Cow::Borrowed("general"),
        tags: ::std::borrow::Cow::Borrowed(&[]),
        sensitivity: ::cloudg_runtime::Sensitivity::Confidential,
        capabilities: __CAPABILITIES,
        meta: ::cloudg_runtime::MetaSource::None,
        icons: ::std::borrow::Cow::Borrowed(&[]),
        source: ::cloudg_runtime::__private::source!(),
        hints: ::cloudg_runtime::Hints {
            read_only: ::core::option::Option::None,
            destructive: ::core::option::Option::None,
            idempotent: ::core::option::Option::Some(true),
            open_world: ::core::option::Option::None,
        }
            .derive(__CAPABILITIES),
        timeout: ::core::option::Option::Some(
            ::core::time::Duration::from_millis(3600000u64),
        ),
        input_schema: ::cloudg_runtime::__private::SchemaSource::Derived(__input_schema),
        output_schema: ::core::option::Option::None,
        labels: {
            #[allow(unused_imports)]
            use ::cloudg_runtime::__private::NoLabels as _;
            ::cloudg_runtime::__private::LabelsOf::<Result<Report, ToolError>>::LABELS
        },
        transform_hints: ::cloudg_runtime::TransformHints::NONE,
        states: ::std::borrow::Cow::Borrowed(&[]),
        handler: ::cloudg_runtime::Handler::Async(__call),
    };
    ::cloudg_runtime::__private::inventory::submit! {
        __SPEC
    }
    #[doc(hidden)]
    #[macro_export]
    #[allow(non_local_definitions)]
    macro_rules! cloudg_tool_named_collect_assets {
        () => {};
    }
    #[unsafe(export_name = "cloudg:tool:collect_assets")]
    #[used]
    static __NAME: u8 = 0;
};
