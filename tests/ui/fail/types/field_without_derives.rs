use cloudg_runtime::Args;

struct Window;

#[derive(Args)]
struct Filter {
    window: Window,
}

fn main() {
    let _ = |filter: Filter| filter.window;
}
