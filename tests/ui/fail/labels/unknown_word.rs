#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(acount)]
    account: String,
}

fn main() {}
