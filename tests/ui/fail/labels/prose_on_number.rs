#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(free_text)]
    count: u64,
}

fn main() {}
