#[allow(clippy::needless_pass_by_value)]
/// Everything that is loaded.
fn workspace(_ctx: &ToolContext, shared: State<Workspace>) -> Result<Status, ToolError> {
    shared.status()
}
const _: () = {
    fn __call(
        context: &::cloudg_runtime::ToolContext,
    ) -> ::cloudg_runtime::__private::ContentsResult {
        let argument_0 = ::cloudg_runtime::__private::state::<Workspace>(&context)?;
        let answer = workspace(context, argument_0);
        <Result<
            Status,
            ToolError,
        > as ::cloudg_runtime::IntoContents<_>>::into_contents(answer)
    }
    const __CAPABILITIES: ::cloudg_runtime::Capabilities = ::cloudg_runtime::Capabilities::of(
        &[::cloudg_runtime::Capability::ReadState],
    );
    const __SPEC: ::cloudg_runtime::ResourceSpec = ::cloudg_runtime::ResourceSpec {
        uri: ::std::borrow::Cow::Borrowed("x://workspace"),
        name: ::std::borrow::Cow::Borrowed("workspace"),
        title: ::core::option::Option::Some(::std::borrow::Cow::Borrowed("Workspace")),
        description: ::std::borrow::Cow::Borrowed("Everything that is loaded."),
        category: ::std::borrow::Cow::Borrowed("general"),
        tags: ::std::borrow::Cow::Borrowed(&[]),
        sensitivity: ::cloudg_runtime::Sensitivity::Confidential,
        capabilities: __CAPABILITIES,
        meta: ::cloudg_runtime::MetaSource::None,
        icons: ::std::borrow::Cow::Borrowed(&[]),
        source: ::cloudg_runtime::__private::source!(),
        mime_type: ::std::borrow::Cow::Borrowed(::cloudg_runtime::ResourceSpec::JSON),
        annotations: ::cloudg_runtime::ContentAnnotations {
            audience: ::std::borrow::Cow::Borrowed(&[::cloudg_runtime::Role::User]),
            priority: ::core::option::Option::None,
            last_modified: ::core::option::Option::None,
        },
        labels: {
            #[allow(unused_imports)]
            use ::cloudg_runtime::__private::NoLabels as _;
            ::cloudg_runtime::__private::LabelsOf::<Result<Status, ToolError>>::LABELS
        },
        states: ::std::borrow::Cow::Borrowed(
            &[::cloudg_runtime::__private::requires::<Workspace>()],
        ),
        size: ::core::option::Option::Some(10),
        handler: ::cloudg_runtime::ResourceHandler::Blocking(__call),
    };
    ::cloudg_runtime::__private::inventory::submit! {
        __SPEC
    }
    #[doc(hidden)]
    #[macro_export]
    #[allow(non_local_definitions)]
    macro_rules! cloudg_resource_spelt_x_3a__2f__2f_workspace {
        () => {};
    }
    #[unsafe(export_name = "cloudg:resource:x://workspace")]
    #[used]
    static __NAME: u8 = 0;
};
