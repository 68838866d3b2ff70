use cloudg_runtime::{ResourceSpec, ToolContext, resource};

/// Signs that mean something to linkers and shells.
#[resource("x+y-z.1://user@host:1/a$b;c=\"d\"?e=f&g#h,(i)*~'j'")]
fn signs(_ctx: &ToolContext) -> String {
    String::new()
}

/// Letters of other languages.
#[resource("x://größe/漢字")]
fn letters(_ctx: &ToolContext) -> String {
    String::new()
}

/// No authority.
#[resource("urn:isbn:1")]
fn urn(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {
    assert_eq!(inventory::iter::<ResourceSpec>().count(), 3);
}
