#![no_implicit_prelude]
#![forbid(unsafe_code)]

fn values(_ctx: &::cloudg_runtime::ToolContext, _partial: &str) -> [u8; 1] {
    [1]
}

/// One asset.
#[::cloudg_runtime::resource("x://{a}", audience = [user], priority = 0.5, complete(a = values))]
fn asset(_ctx: &::cloudg_runtime::ToolContext, a: ::std::string::String) -> ::std::string::String {
    a
}

/// Reviews.
#[::cloudg_runtime::prompt(complete(b = self::values))]
async fn review(
    _ctx: &::cloudg_runtime::ToolContext,
    a: ::std::string::String,
    b: ::std::option::Option<::std::string::String>,
) -> ::std::string::String {
    b.unwrap_or(a)
}

fn main() {}
