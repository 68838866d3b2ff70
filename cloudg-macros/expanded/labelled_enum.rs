#[automatically_derived]
impl ::cloudg_runtime::Labelled for Reply {
    fn labels() -> &'static ::cloudg_runtime::LabelTree {
        const {
            &::cloudg_runtime::LabelTree::Variants(
                &[
                    ::cloudg_runtime::LabelTree::Object {
                        fields: &[
                            (
                                "Found",
                                ::cloudg_runtime::LabelTree::Of(
                                    <Asset as ::cloudg_runtime::__private::Labelling>::labels,
                                ),
                            ),
                            (
                                "Several",
                                ::cloudg_runtime::LabelTree::Object {
                                    fields: &[
                                        (
                                            "ids",
                                            ::cloudg_runtime::LabelTree::List(
                                                &::cloudg_runtime::LabelTree::Leaf(
                                                    ::cloudg_runtime::Label::Identifier,
                                                ),
                                            ),
                                        ),
                                    ],
                                    flattened: &[],
                                },
                            ),
                        ],
                        flattened: &[],
                    },
                    ::cloudg_runtime::LabelTree::Leaf(::cloudg_runtime::Label::Public),
                    ::cloudg_runtime::LabelTree::Unlabelled,
                ],
            )
        }
    }
}
