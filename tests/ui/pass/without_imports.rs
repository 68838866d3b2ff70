#![no_implicit_prelude]

/// Counts assets.
#[::cloudg_runtime::tool]
fn count_assets(
    _ctx: &::cloudg_runtime::ToolContext,
    #[arg(default)] query: ::std::string::String,
    ids: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
) -> ::std::result::Result<::std::string::String, ::cloudg_runtime::ToolError> {
    ::std::mem::drop(ids);
    ::std::result::Result::Ok(query)
}

fn main() {}
