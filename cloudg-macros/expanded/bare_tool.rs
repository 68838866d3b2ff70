#[allow(clippy::needless_pass_by_value)]
/// Tells the version.
fn version(_ctx: &ToolContext) -> String {
    String::new()
}
const _: () = {
    fn __input_schema() -> ::cloudg_runtime::__private::Value {
        ::cloudg_runtime::__private::input_schema(|_| {})
    }
    fn __call(
        context: &::cloudg_runtime::ToolContext,
        _: ::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::HandlerResult {
        let answer = version(context);
        <String as ::cloudg_runtime::__private::Answer<_>>::reply(answer)
    }
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::ReadState],
    );
    const __SPEC: ::cloudg_runtime::ToolSpec = ::cloudg_runtime::ToolSpec {
        name: ::std::borrow::Cow::Borrowed("version"),
        title: ::core::option::Option::None,
        description: ::std::borrow::Cow::Borrowed("Tells the version."),
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
            idempotent: ::core::option::Option::None,
            open_world: ::core::option::Option::None,
        }
            .derive(__CAPABILITIES),
        timeout: ::core::option::Option::None,
        input_schema: ::cloudg_runtime::__private::SchemaSource::Derived(__input_schema),
        output_schema: ::core::option::Option::None,
        labels: {
            #[allow(unused_imports)]
            use ::cloudg_runtime::__private::NoLabels as _;
            ::cloudg_runtime::__private::LabelsOf::<String>::LABELS
        },
        transform_hints: ::cloudg_runtime::TransformHints::NONE,
        states: ::std::borrow::Cow::Borrowed(&[]),
        handler: ::cloudg_runtime::Handler::Blocking(__call),
    };
    ::cloudg_runtime::__private::inventory::submit! {
        __SPEC
    }
    #[doc(hidden)]
    #[macro_export]
    #[allow(non_local_definitions)]
    macro_rules! cloudg_tool_named_version {
        () => {};
    }
    #[unsafe(export_name = "cloudg:tool:version")]
    #[used]
    static __NAME: u8 = 0;
};
