//! What one call costs beside its handler: find, validate, shape. The handler is an async one
//! that is ready at once, so that no other thread is involved.

use std::{borrow::Cow, hint::black_box, sync::Arc};

use cloudg_runtime::{
    CallRequest, Capabilities, Capability, Handler, Hints, Labels, Layer, MetaSource, Registry,
    Reply, SchemaSource, Sensitivity, Source, ToolSpec, TransformHints, Validator, json_text,
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};

/// Arguments of a search with filters and paging.
fn schema() -> Value {
    json!({
        "additionalProperties": false,
        "properties": {
            "dataset": {"default": "", "type": "string"},
            "query": {"type": "string", "maxLength": 200},
            "types": {"anyOf": [{"items": {"type": "string"}, "type": "array"}, {"type": "null"}], "default": null},
            "provider": {"anyOf": [{"enum": ["AWS", "AZURE", "GCP"], "type": "string"}, {"type": "null"}], "default": null},
            "exposed": {"anyOf": [{"type": "boolean"}, {"type": "null"}], "default": null},
            "limit": {"default": 50, "maximum": 500, "minimum": 1, "type": "integer"},
            "cursor": {"default": "", "type": "string"},
        },
        "required": ["query"],
        "type": "object",
    })
}

fn spec(number: usize) -> ToolSpec {
    let capabilities = Capabilities::of(&[Capability::ReadState]);
    ToolSpec {
        name: format!("tool_{number}").into(),
        title: None,
        description: "A tool.".into(),
        category: "bench".into(),
        tags: Cow::Borrowed(&[]),
        sensitivity: Sensitivity::Internal,
        capabilities,
        hints: Hints::default().derive(capabilities),
        timeout: None,
        input_schema: SchemaSource::Given(Arc::new(schema())),
        output_schema: None,
        labels: Labels::NONE,
        transform_hints: TransformHints::NONE,
        meta: MetaSource::None,
        icons: Cow::Borrowed(&[]),
        states: Cow::Borrowed(&[]),
        handler: Handler::Async(|_, arguments| {
            Box::pin(async move { Ok(Reply::Value(Value::Object(arguments))) })
        }),
        source: Source { package: "bench", file: file!(), line: line!(), column: column!() },
    }
}

fn arguments() -> Value {
    json!({"query": "web", "types": ["EC2", "RDS"], "limit": 20, "exposed": true})
}

fn items(count: usize) -> Value {
    let item = |n: usize| {
        json!({"id": format!("i-{n:08}"), "name": format!("web-{n}"), "type": "EC2", "provider": "AWS",
            "region": "eu-central-1", "open_findings": n % 7, "risk": 2.5, "exposed": n.is_multiple_of(2)})
    };
    json!({"items": (0..count).map(item).collect::<Vec<_>>(), "total": count})
}

fn benches(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.expect("a runtime starts");
    let mut registry = Registry::new();
    for number in 0..74 {
        registry.add(spec(number)).expect("the spec is sound");
    }
    let layer = Layer::builder(registry).build().expect("the layer is sound");
    criterion.bench_function("call", |bencher| {
        bencher.iter_batched(
            || CallRequest::new("tool_37", Some(arguments())),
            |request| runtime.block_on(layer.call_tool(black_box(request))),
            BatchSize::SmallInput,
        );
    });
    let validator = Validator::compile(&schema()).expect("the schema is sound");
    criterion.bench_function("validate", |bencher| {
        bencher.iter_batched(
            arguments,
            |arguments| validator.check(Some(black_box(arguments))),
            BatchSize::SmallInput,
        );
    });
    let answer = items(500);
    criterion.bench_function("text of 500 items", |bencher| {
        bencher.iter(|| json_text::pretty(black_box(&answer)));
    });
    criterion.bench_function("list 74 tools", |bencher| {
        bencher.iter(|| layer.tools_to_wire(&cloudg_runtime::Principal::local()));
    });
}

criterion_group!(layer, benches);
criterion_main!(layer);
