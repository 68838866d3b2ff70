#[allow(clippy::needless_pass_by_value)]
/// Does nothing.
pub fn nothing(_ctx: &ToolContext) {}
///The declaration of the tool `nothing`.
pub const NOTHING: ::cloudg_runtime::ToolSpec = {
    fn __input_schema() -> ::cloudg_runtime::__private::Value {
        ::cloudg_runtime::__private::input_schema(|_| {})
    }
    fn __call(
        context: &::cloudg_runtime::ToolContext,
        _: ::cloudg_runtime::__private::ArgumentMap,
    ) -> ::cloudg_runtime::__private::HandlerResult {
        let answer = nothing(context);
        <_ as ::cloudg_runtime::__private::Answer<_>>::reply(answer)
    }
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::ReadState],
    );
    ::cloudg_runtime::ToolSpec {
        name: ::std::borrow::Cow::Borrowed("nothing"),
        title: ::core::option::Option::None,
        description: ::std::borrow::Cow::Borrowed("Does nothing."),
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
        labels: ::cloudg_runtime::Labels::NONE,
        transform_hints: ::cloudg_runtime::TransformHints::NONE,
        states: ::std::borrow::Cow::Borrowed(&[]),
        handler: ::cloudg_runtime::Handler::Blocking(__call),
    }
};
