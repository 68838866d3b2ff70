#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
union Reply {
    n: u8,
}

fn main() {}
