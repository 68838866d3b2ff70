use ::my_plugin as _;
const _: () = {
    ::cloudg_runtime::__private::inventory::submit! {
        ::cloudg_runtime::__private::ExpectedPlugin { package : "my_plugin", source :
        ::cloudg_runtime::__private::source!(), }
    }
};
use ::other as _;
const _: () = {
    ::cloudg_runtime::__private::inventory::submit! {
        ::cloudg_runtime::__private::ExpectedPlugin { package : "my-other-plugin", source
        : ::cloudg_runtime::__private::source!(), }
    }
};
