use cloudg_runtime::Args;

#[derive(Args)]
enum Filter {
    Region(String),
}

fn main() {
    let _ = Filter::Region;
}
