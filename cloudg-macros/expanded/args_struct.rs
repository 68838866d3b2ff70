#[automatically_derived]
#[allow(unused_variables)]
impl ::cloudg_runtime::Arguments for FindArgs {
    const NAMES: &'static [::cloudg_runtime::ArgumentName] = &[
        ::cloudg_runtime::ArgumentName::One("query"),
        ::cloudg_runtime::ArgumentName::Group(
            <Paging as ::cloudg_runtime::Arguments>::NAMES,
        ),
    ];
    fn describe(schema: &mut ::cloudg_runtime::ArgumentSchema) {
        schema
            .field(
                <String as ::cloudg_runtime::__private::Argument>::field(
                        "query",
                        "What to look for.",
                    )
                    .longest(200i64)
                    .or_default(
                        <String as ::cloudg_runtime::__private::DefaultArgument>::to_json(
                            <String as ::cloudg_runtime::__private::DefaultOfType>::default_of_type(),
                        ),
                    ),
            );
        <Paging as ::cloudg_runtime::Arguments>::describe(schema);
    }
    fn decode(
        arguments: &mut ::cloudg_runtime::Decoder,
    ) -> ::core::result::Result<Self, ::cloudg_runtime::ToolError> {
        ::core::result::Result::Ok(Self {
            query: <String as ::cloudg_runtime::__private::Argument>::take(
                arguments,
                "query",
            )?,
            paging: <Paging as ::cloudg_runtime::Arguments>::decode(arguments)?,
        })
    }
}
const _: () = ::cloudg_runtime::__private::assert_distinct(
    &[
        ::cloudg_runtime::ArgumentName::One("query"),
        ::cloudg_runtime::ArgumentName::Group(
            <Paging as ::cloudg_runtime::Arguments>::NAMES,
        ),
    ],
);
