use cloudg_runtime::{__private::SchemaSource, ToolContext, ToolError, ToolSpec, tool};

const MOST: u32 = 500;

/// Counts assets.
#[tool]
fn count_assets(
    _ctx: &ToolContext,
    #[arg(default = 50, range = 1..=MOST)] top: u32,
    #[arg(range = ..10)] skip: i64,
    #[arg(range = 0.5..)] share: Option<f64>,
    #[arg(default = "*", length = 1..=20, pattern = "^[a-z*]+$")] query: String,
    #[arg(length = ..=5)] ids: Option<Vec<String>>,
    #[arg(default = -1, range = -1..=1)] side: i8,
    #[arg(default = 1)] weight: f64,
    #[arg(default = 5_000_000_000, range = 0..=18_446_744_073_709_551_615)] bytes: u64,
    #[arg(default = -5_000_000_000, range = -5_000_000_000..)] offset: i64,
    #[arg(default = [5_000_000_000], length = 1..=3)] sizes: Vec<u64>,
) -> Result<u32, ToolError> {
    drop((skip, share, query, ids, side, weight, bytes, offset, sizes));
    Ok(top)
}

fn main() {
    let spec = inventory::iter::<ToolSpec>().next().expect("one tool");
    let SchemaSource::Derived(schema) = spec.input_schema else { panic!("derived") };
    let properties = &schema()["properties"];
    let is = |name: &str, schema: &str| assert_eq!(properties[name].to_string(), schema);
    is("top", r#"{"default":50,"maximum":500,"minimum":1,"type":"integer"}"#);
    is("skip", r#"{"maximum":9,"type":"integer"}"#);
    is("share", r#"{"anyOf":[{"minimum":0.5,"type":"number"},{"type":"null"}],"default":null}"#);
    is("query", r#"{"default":"*","maxLength":20,"minLength":1,"pattern":"^[a-z*]+$","type":"string"}"#);
    is("ids", r#"{"anyOf":[{"items":{"type":"string"},"maxItems":5,"type":"array"},{"type":"null"}],"default":null}"#);
    is("side", r#"{"default":-1,"maximum":1,"minimum":-1,"type":"integer"}"#);
    is("weight", r#"{"default":1.0,"type":"number"}"#);
    is("bytes", r#"{"default":5000000000,"maximum":18446744073709551615,"minimum":0,"type":"integer"}"#);
    is("offset", r#"{"default":-5000000000,"minimum":-5000000000,"type":"integer"}"#);
    is("sizes", r#"{"default":[5000000000],"items":{"minimum":0,"type":"integer"},"maxItems":3,"minItems":1,"type":"array"}"#);
}
