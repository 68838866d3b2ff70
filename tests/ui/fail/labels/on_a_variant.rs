#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
enum Reply {
    #[label(name)]
    One(u8),
}

fn main() {}
