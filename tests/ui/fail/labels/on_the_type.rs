#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
#[label(secret)]
struct Reply {
    n: u8,
}

fn main() {}
