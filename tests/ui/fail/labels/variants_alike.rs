#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(serde::Serialize, Labelled)]
#[serde(untagged)]
enum Reply {
    One {
        #[label(name)]
        value: String,
    },
    Other {
        #[label(public)]
        value: String,
    },
}

fn main() {}
