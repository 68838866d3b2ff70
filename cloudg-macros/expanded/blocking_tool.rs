#[allow(clippy::needless_pass_by_value)]
/// Counts assets by one property.
fn count_assets(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    group_by: GroupBy,
    top: u32,
) -> Result<CountReply, ToolError> {
    workspace.count(group_by, top)
}
const _: () = {
    fn __input_schema() -> ::cloudg_runtime::__private::Value {
        ::cloudg_runtime::__private::input_schema(|schema| {
            schema
                .field(
                    <GroupBy as ::cloudg_runtime::__private::Argument>::field(
                            "group_by",
                            "What to group by.",
                        )
                        .or_default(
                            <GroupBy as ::cloudg_runtime::__private::DefaultArgument>::to_json(
                                <GroupBy as ::cloudg_runtime::__private::DefaultOfType>::default_of_type(),
                            ),
                        ),
                );
            schema
                .field(
                    <u32 as ::cloudg_runtime::__private::Argument>::field(
                            "top",
                            "Most groups to list.",
                        )
                        .minimum(1i64)
                        .maximum(500i64)
                        .or_default(::cloudg_runtime::__private::json!(50i64)),
                );
        })
    }
    fn __call(
        context: &::cloudg_runtime::ToolContext,
        arguments: ::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::HandlerResult {
        let arguments = &mut ::cloudg_runtime::Decoder::new(arguments);
        let argument_0 = ::cloudg_runtime::__private::state::<Workspace>(&context)?;
        let argument_1 = <GroupBy as ::cloudg_runtime::__private::Argument>::take(
            arguments,
            "group_by",
        )?;
        let argument_2 = <u32 as ::cloudg_runtime::__private::Argument>::take(
            arguments,
            "top",
        )?;
        let answer = count_assets(context, argument_0, argument_1, argument_2);
        <Result<
            CountReply,
            ToolError,
        > as ::cloudg_runtime::__private::Answer<_>>::reply(answer)
    }
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::ReadState],
    );
    const __SPEC: ::cloudg_runtime::ToolSpec = ::cloudg_runtime::ToolSpec {
        name: ::std::borrow::Cow::Borrowed("count_assets"),
        title: ::core::option::Option::Some(
            ::std::borrow::Cow::Borrowed("Count assets"),
        ),
        description: ::std::borrow::Cow::Borrowed("Counts assets by one property."),
        category: ::std::borrow::Cow::Borrowed("general"),
        tags: ::std::borrow::Cow::Borrowed(&[]),
        sensitivity: ::cloudg_runtime::Sensitivity::Internal,
        capabilities: __CAPABILITIES,
        meta: ::cloudg_runtime::MetaSource::None,
        icons: ::std::borrow::Cow::Borrowed(&[]),
        source: ::cloudg_runtime::__private::source!(),
        hints: ::cloudg_runtime::Hints {
            read_only: ::core::option::Option::None,
            destructive: ::core::option::Option::None,
            idempotent: ::core::option::Option::None,
            open_world: ::core::option::Option::None,
        }
            .derive(__CAPABILITIES),
        timeout: ::core::option::Option::None,
        input_schema: ::cloudg_runtime::__private::SchemaSource::Derived(__input_schema),
        output_schema: ::core::option::Option::Some(
            ::cloudg_runtime::__private::SchemaSource::Derived(
                <CountReply as ::cloudg_runtime::__private::Output>::schema,
            ),
        ),
        labels: {
            #[allow(unused_imports)]
            use ::cloudg_runtime::__private::NoLabels as _;
            ::cloudg_runtime::__private::LabelsOf::<
                Result<CountReply, ToolError>,
            >::LABELS
                .or(::cloudg_runtime::__private::LabelsOf::<CountReply>::LABELS)
        },
        transform_hints: ::cloudg_runtime::TransformHints::NONE,
        states: ::std::borrow::Cow::Borrowed(
            &[::cloudg_runtime::__private::requires::<Workspace>()],
        ),
        handler: ::cloudg_runtime::Handler::Blocking(__call),
    };
    ::cloudg_runtime::__private::inventory::submit! {
        __SPEC
    }
    #[doc(hidden)]
    #[macro_export]
    #[allow(non_local_definitions)]
    macro_rules! cloudg_tool_named_count_assets {
        () => {};
    }
    #[unsafe(export_name = "cloudg:tool:count_assets")]
    #[used]
    static __NAME: u8 = 0;
};
