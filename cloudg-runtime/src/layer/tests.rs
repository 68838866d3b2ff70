//! The path of a call, from the arguments to the shaped result.

use std::{any::TypeId, borrow::Cow, sync::Mutex};

use serde_json::json;

use super::*;
use crate::{
    CallSink, ContentBlock, ErrorCode, Handler, LogLevel, LogRecord, Progress, Reply, ResourceLink,
    StateRequirement, TextBody, ToolResult, ToolSpec,
    testing::{failing, tool, tool_with},
};

fn layer(specs: Vec<ToolSpec>) -> LayerBuilder {
    let mut registry = Registry::new();
    for spec in specs {
        registry.add(spec).expect("the spec is sound");
    }
    Layer::builder(registry)
}

async fn call(layer: &Layer, name: &str, arguments: Value) -> ToolResult {
    layer.call_tool(CallRequest::new(name, Some(arguments))).await.expect("the tool exists")
}

/// The result with its duration, which varies, set to zero.
fn steady(mut result: ToolResult) -> String {
    if let Some(duration) = result.meta.get_mut("cloudg/duration_ms") {
        *duration = json!(0);
    }
    result.to_wire().to_string()
}

#[tokio::test]
async fn a_result_has_value_text_links_and_duration() {
    let answer =
        tool_with("one", &json!({"n": {"default": 2.0, "type": "number"}}), |ctx, args| {
            ctx.link(ResourceLink::new("x://a", "a"));
            Ok(Reply::Value(Value::Object(args)))
        });
    let layer = layer(vec![answer]).build().unwrap();
    let result = call(&layer, "one", json!({"n": "3"})).await;
    assert_eq!(
        steady(result),
        r#"{"content":[{"type":"text","text":"{\n  \"n\": 3.0\n}"},{"type":"resource_link","uri":"x://a","name":"a","mimeType":"application/json"}],"isError":false,"structuredContent":{"n":3.0},"_meta":{"cloudg/duration_ms":0}}"#
    );
}

#[tokio::test]
async fn what_is_no_object_is_wrapped() {
    let layer = layer(vec![tool_with("list", &json!({}), |_, _| Ok(Reply::Value(json!([1]))))]);
    let result = call(&layer.build().unwrap(), "list", Value::Null).await;
    assert_eq!(result.structured, Some(json!({"result": [1]})));
}

#[tokio::test]
async fn a_result_of_the_handler_is_kept() {
    let build = || {
        let block = ContentBlock::text(TextBody::json(json!({"a": 1})));
        ToolResult::new(vec![block]).with_structured(json!([1])).with_meta("x/y", 2)
    };
    let whole = tool_with("whole", &json!({}), move |ctx, _| {
        ctx.link(ResourceLink::new("x://a", "a"));
        Ok(Reply::Result(build()))
    });
    let timed = tool_with("timed", &json!({}), |_, _| {
        Ok(Reply::Result(ToolResult::new(vec![]).with_meta("cloudg/duration_ms", 7)))
    });
    let failed =
        tool_with("failed", &json!({}), |_, _| Ok(Reply::Result(ToolResult::error("Bad."))));
    let layer = layer(vec![whole, timed, failed]).max_output_chars(3).build().unwrap();
    assert_eq!(
        steady(call(&layer, "whole", json!({})).await),
        r#"{"content":[{"type":"text","text":"{\n  \"a\": 1\n}"},{"type":"resource_link","uri":"x://a","name":"a","mimeType":"application/json"}],"isError":false,"structuredContent":[1],"_meta":{"x/y":2,"cloudg/duration_ms":0}}"#
    );
    assert_eq!(call(&layer, "timed", json!({})).await.meta["cloudg/duration_ms"], json!(7));
    assert_eq!(
        steady(call(&layer, "failed", json!({})).await),
        r#"{"content":[{"type":"text","text":"Bad."}],"isError":true}"#
    );
}

#[tokio::test]
async fn an_error_result_has_code_and_data_only() {
    let error = ToolError::denied("No.").with_data(json!({"value": "x"}));
    let layer = layer(vec![failing("no", error), failing("plain", ToolError::invalid("Bad."))]);
    let layer = layer.build().unwrap();
    assert_eq!(
        steady(call(&layer, "no", json!({})).await),
        r#"{"content":[{"type":"text","text":"No."}],"isError":true,"_meta":{"cloudg/error_code":-31001,"cloudg/error_data":{"value":"x"}}}"#
    );
    assert_eq!(
        steady(call(&layer, "plain", json!({})).await),
        r#"{"content":[{"type":"text","text":"Bad."}],"isError":true,"_meta":{"cloudg/error_code":-32602}}"#
    );
}

#[tokio::test]
async fn bad_arguments_are_a_result() {
    let layer = layer(vec![tool_with("one", &json!({"limit": {"type": "integer"}}), |_, _| {
        Ok(Reply::Value(json!({})))
    })]);
    let result = call(&layer.build().unwrap(), "one", json!({"limit": "x", "name": 1})).await;
    assert_eq!(
        result.text(),
        "Invalid arguments: limit: Input should be a valid integer, unable to parse string as an \
         integer; name: Extra inputs are not permitted"
    );
    assert_eq!(result.error_code(), Some(&json!(-32602)));
    assert_eq!(result.error_data().unwrap().as_array().map(Vec::len), Some(2));
}

/// The near name is in the data, never in the message; the layer may leave it out.
#[tokio::test]
async fn an_unknown_argument_comes_with_the_near_one() {
    let one = || {
        tool_with(
            "one",
            &json!({"limit": {"type": "integer"}, "name": {"type": "string"}}),
            |_, _| Ok(Reply::Value(json!({}))),
        )
    };
    let arguments = json!({"limits": 5, "colour": "red", "nam": 1, "name": "x"});
    let message = "Invalid arguments: limits: Extra inputs are not permitted; colour: Extra inputs \
                   are not permitted; nam: Extra inputs are not permitted";
    let bare = |loc: &str| json!({"loc": loc, "msg": "Extra inputs are not permitted", "type": "extra_forbidden"});
    let plain = [bare("limits"), bare("colour"), bare("nam")];
    let mut hinted = plain.clone();
    hinted[0]["did_you_mean"] = json!("limit");
    for (builder, expected) in
        [(layer(vec![one()]), hinted), (layer(vec![one()]).near_names(false), plain)]
    {
        let result = call(&builder.build().unwrap(), "one", arguments.clone()).await;
        assert_eq!(result.text(), message);
        assert_eq!(result.error_data(), Some(&json!(expected)));
    }
}

#[tokio::test]
async fn unknown_names_and_names_without_prefix_are_protocol_errors() {
    let layer = layer(vec![tool("one")]).prefix("x.").build().unwrap();
    assert_eq!(call(&layer, "x.one", json!({})).await.structured, Some(json!({})));
    for name in ["one", "x.two", ""] {
        let error = layer.call_tool(CallRequest::new(name, None)).await.unwrap_err();
        assert_eq!(error.to_string(), format!("Unknown tool: {name}"));
        assert_eq!((error.json_rpc(), error.data()), (-32602, Some(json!({ "name": name }))));
    }
}

#[tokio::test]
async fn a_panic_stays_inside() {
    let layer = layer(vec![tool_with("boom", &json!({}), |_, _| panic!("secret detail"))]);
    let result = call(&layer.build().unwrap(), "boom", json!({})).await;
    assert_eq!(result.error_code(), Some(&json!("handler_error")));
    assert!(!result.to_wire().to_string().contains("secret"), "{}", result.text());
}

#[tokio::test]
async fn a_panic_of_an_async_handler_stays_inside() {
    let (mut before, mut within) = (tool("before"), tool("within"));
    before.handler = Handler::Async(|_, _| panic!("secret detail"));
    within.handler = Handler::Async(|_, _| Box::pin(async { panic!("secret detail") }));
    let layer = layer(vec![before, within]).build().unwrap();
    for name in ["before", "within"] {
        let result = call(&layer, name, json!({})).await;
        assert_eq!(result.error_code(), Some(&json!("handler_error")));
        assert!(!result.to_wire().to_string().contains("secret"), "{}", result.text());
    }
}

#[tokio::test]
async fn the_deadline_names_the_tool_and_sets_the_token() {
    let (seen, ended) = std::sync::mpsc::channel();
    let seen = Mutex::new(seen);
    let mut slow = tool_with("slow", &json!({}), move |ctx, _| {
        while !ctx.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        seen.lock().unwrap().send(()).unwrap();
        Ok(Reply::Value(json!({})))
    });
    slow.timeout = Some(Duration::from_millis(20));
    let layer = layer(vec![slow]).build().unwrap();
    let result = call(&layer, "slow", json!({})).await;
    assert_eq!(result.error_code(), Some(&json!("timeout")));
    assert!(result.text().contains("slow"), "{}", result.text());
    ended.recv_timeout(Duration::from_secs(5)).expect("the handler saw the token");
}

#[tokio::test]
async fn cancelling_ends_the_call_and_an_async_handler() {
    struct Flag(Arc<std::sync::atomic::AtomicBool>);
    impl Drop for Flag {
        fn drop(&mut self) {
            self.0.store(true, std::sync::atomic::Ordering::SeqCst);
        }
    }
    let mut waiting = tool("wait");
    waiting.handler = Handler::Async(|ctx, _| {
        Box::pin(async move {
            let _flag = Flag(
                ctx.state::<Arc<std::sync::atomic::AtomicBool>>()?.into_inner().as_ref().clone(),
            );
            std::future::pending::<()>().await;
            Ok(Reply::Value(json!({})))
        })
    });
    let dropped = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let layer = layer(vec![waiting]).state(dropped.clone()).build().unwrap();
    let request = CallRequest::new("wait", None);
    let token = request.origin.cancelled.clone();
    let running = tokio::spawn(async move { layer.call_tool(request).await });
    tokio::time::sleep(Duration::from_millis(20)).await;
    token.cancel();
    assert_eq!(running.await.unwrap(), Err(LayerError::Cancelled));
    for _ in 0..1000 {
        if dropped.load(std::sync::atomic::Ordering::SeqCst) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("the async handler still runs");
}

#[tokio::test]
async fn a_handler_cannot_report_the_deadline_of_the_layer() {
    let mut error = ToolError::handler("TimeoutError: mine");
    error.code = ErrorCode::Timeout;
    let layer = layer(vec![failing("mine", error)]).build().unwrap();
    assert_eq!(call(&layer, "mine", json!({})).await.error_code(), Some(&json!("handler_error")));
}

#[tokio::test]
async fn long_texts_are_cut_by_characters() {
    let long = tool_with("long", &json!({}), |_, _| Ok(Reply::Value(json!({"a": "é".repeat(50)}))));
    let layer = layer(vec![long]).max_output_chars(20).build().unwrap();
    let result = call(&layer, "long", json!({})).await;
    let text = result.text();
    let (kept, note) = text.split_once("\n... ").unwrap();
    assert_eq!(kept.chars().count(), 20);
    assert_eq!(note, "[truncated by cloudg mcp layer]");
    // `{\n  "a": "`, 50 characters, `"\n}`.
    assert_eq!(result.meta["cloudg/transforms"], json!({"truncated_chars": 10 + 50 + 3 - 20}));
    assert_eq!(result.structured.unwrap()["a"], json!("é".repeat(50)));
    assert_eq!(result.meta.keys().collect::<Vec<_>>(), ["cloudg/transforms", "cloudg/duration_ms"]);
}

#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl CallSink for Heard {
    fn progress(&self, progress: Progress) {
        let Progress { progress, total, message } = progress;
        self.0.lock().unwrap().push(format!("{progress} {total:?} {message:?}"));
    }
    fn log(&self, record: LogRecord) {
        let LogRecord { level, data, logger } = record;
        self.0.lock().unwrap().push(format!("{} {data} {logger}", level.as_str()));
    }
}

#[tokio::test]
async fn progress_only_grows_and_logs_are_passed_on() {
    let chatty = tool_with("chatty", &json!({}), |ctx, _| {
        for progress in [0.0, 0.0, 2.0, 1.0, f64::NAN, f64::INFINITY, 3.0] {
            ctx.report_progress(progress, Some(3.0), Some(""));
        }
        ctx.log(LogLevel::Warning, "careful");
        Ok(Reply::Value(json!({})))
    });
    let layer = layer(vec![chatty]).build().unwrap();
    let heard = Arc::new(Heard::default());
    let mut request = CallRequest::new("chatty", None);
    request.origin.sink = Some(heard.clone());
    layer.call_tool(request).await.unwrap();
    assert_eq!(
        *heard.0.lock().unwrap(),
        ["0 Some(3.0) None", "2 Some(3.0) None", "3 Some(3.0) None", "warning \"careful\" cloudg"]
    );
}

#[tokio::test]
async fn state_is_injected_by_type_and_checked_at_start_up() {
    let needs = || {
        let mut spec = tool_with("needs", &json!({}), |ctx, _| {
            Ok(Reply::Value(json!({"n": **ctx.state::<Box<u32>>()?})))
        });
        let requirement =
            StateRequirement { id: TypeId::of::<Box<u32>>, name: std::any::type_name::<Box<u32>> };
        spec.states = Cow::Owned(vec![requirement]);
        spec
    };
    let error = layer(vec![needs()]).build().err().unwrap().to_string();
    assert!(error.contains("`needs`") && error.contains("Box<u32>"), "{error}");
    let layer = layer(vec![needs()]).state(Box::new(7_u32)).build().unwrap();
    assert_eq!(call(&layer, "needs", json!({})).await.structured, Some(json!({"n": 7})));
}

#[test]
fn prefixes_are_checked() {
    for prefix in ["a b", "a\n", &"x".repeat(65)] {
        let error = layer(vec![]).prefix(prefix).build().err();
        assert!(matches!(error, Some(BuildError::Prefix { .. })), "{prefix:?}");
    }
    let name: &'static str = Box::leak("x".repeat(120).into_boxed_str());
    let error = layer(vec![tool(name)]).prefix("x".repeat(9)).build().err();
    assert!(matches!(error, Some(BuildError::ExposedName { .. })));
}
