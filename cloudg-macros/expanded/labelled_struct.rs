#[automatically_derived]
impl<T> ::cloudg_runtime::Labelled for Reply<T>
where
    T: ::cloudg_runtime::Labelled,
{
    fn labels() -> &'static ::cloudg_runtime::LabelTree {
        const {
            &::cloudg_runtime::LabelTree::Object {
                fields: &[
                    (
                        "assetNames",
                        ::cloudg_runtime::LabelTree::List(
                            &::cloudg_runtime::LabelTree::Leaf(
                                ::cloudg_runtime::Label::Name,
                            ),
                        ),
                    ),
                    (
                        "kind",
                        ::cloudg_runtime::LabelTree::Leaf(
                            ::cloudg_runtime::Label::Public,
                        ),
                    ),
                    (
                        "groups",
                        ::cloudg_runtime::LabelTree::Choice {
                            by: "kind",
                            arms: &[
                                (
                                    "account",
                                    ::cloudg_runtime::LabelTree::Map(
                                        &::cloudg_runtime::LabelTree::Leaf(
                                            ::cloudg_runtime::Label::Account,
                                        ),
                                        &::cloudg_runtime::LabelTree::Of(
                                            <u64 as ::cloudg_runtime::__private::Labelling>::labels,
                                        ),
                                    ),
                                ),
                            ],
                            otherwise: &::cloudg_runtime::LabelTree::Map(
                                &::cloudg_runtime::LabelTree::Unlabelled,
                                &::cloudg_runtime::LabelTree::Of(
                                    <u64 as ::cloudg_runtime::__private::Labelling>::labels,
                                ),
                            ),
                        },
                    ),
                ],
                flattened: &[
                    ::cloudg_runtime::LabelTree::Of(
                        <Page<T> as ::cloudg_runtime::__private::Labelling>::labels,
                    ),
                ],
            }
        }
    }
}
