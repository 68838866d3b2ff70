#[allow(clippy::needless_pass_by_value)]
/// Reports.
fn report(_ctx: &ToolContext) -> Value {
    Value::Null
}
const _: () = {
    fn __input_schema() -> ::cloudg_runtime::__private::Value {
        ::cloudg_runtime::__private::input_schema(|_| {})
    }
    fn __call(
        context: &::cloudg_runtime::ToolContext,
        _: ::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::HandlerResult {
        let answer = report(context);
        <Value as ::cloudg_runtime::__private::Answer<_>>::reply(answer)
    }
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::ReadState],
    );
    const __SPEC: ::cloudg_runtime::ToolSpec = ::cloudg_runtime::ToolSpec {
        name: ::std::borrow::Cow::Borrowed("report"),
        title: ::core::option::Option::None,
        description: ::std::borrow::Cow::Borrowed("Reports."),
        category: ::std::borrow::Cow::Borrowed("general"),
        tags: ::std::borrow::Cow::Borrowed(&[]),
        sensitivity: ::cloudg_runtime::Sensitivity::Confidential,
        capabilities: __CAPABILITIES,
        meta: ::cloudg_runtime::MetaSource::Derived(|| {
            ::cloudg_runtime::__private::object(
                ::cloudg_runtime::__private::json!({ "x/order" : - 1 }),
            )
        }),
        icons: ::std::borrow::Cow::Borrowed(
            &[
                ::cloudg_runtime::Icon {
                    src: "data:,",
                    mime_type: ::core::option::Option::None,
                    sizes: &[],
                    theme: ::core::option::Option::None,
                },
                ::cloudg_runtime::Icon {
                    src: "https://x/y",
                    mime_type: ::core::option::Option::None,
                    sizes: &["48x48"],
                    theme: ::core::option::Option::Some(
                        ::cloudg_runtime::IconTheme::Dark,
                    ),
                },
            ],
        ),
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
        labels: <Report as ::cloudg_runtime::__private::Labelling>::LABELS,
        transform_hints: {
            const __TRANSFORMS: &[::cloudg_runtime::MetaSource] = &[
                ::cloudg_runtime::MetaSource::Derived(|| {
                    ::cloudg_runtime::__private::object(
                        ::cloudg_runtime::__private::json!({ "type" : "redact" }),
                    )
                }),
            ];
            ::cloudg_runtime::TransformHints {
                skip: ::std::borrow::Cow::Borrowed(&["*"]),
                skip_input: ::std::borrow::Cow::Borrowed(&[]),
                pseudonymize: true,
                depseudonymize: true,
                input_guard: false,
                project: ::cloudg_runtime::MetaSource::None,
                transforms: ::std::borrow::Cow::Borrowed(__TRANSFORMS),
            }
        },
        states: ::std::borrow::Cow::Borrowed(&[]),
        handler: ::cloudg_runtime::Handler::Blocking(__call),
    };
    ::cloudg_runtime::__private::inventory::submit! {
        __SPEC
    }
    #[doc(hidden)]
    #[macro_export]
    #[allow(non_local_definitions)]
    macro_rules! cloudg_tool_named_report {
        () => {};
    }
    #[unsafe(export_name = "cloudg:tool:report")]
    #[used]
    static __NAME: u8 = 0;
};
