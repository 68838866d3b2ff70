//! The clients in memory.

use cloudg_runtime::client::{Client, ClientError, ProtocolClient};
use serde_json::json;

use crate::support::layer;

#[tokio::test]
async fn both_clients_see_the_same_result() {
    let direct = Client::new(layer());
    let mut remote = ProtocolClient::connect(layer()).await.unwrap();
    let arguments = json!({"text": "é"});
    let mut expected = direct.call_tool("echo", arguments.clone()).await.unwrap().to_wire();
    let mut got = remote.call_tool("echo", arguments).await.unwrap();
    for result in [&mut expected, &mut got] {
        result["_meta"]["cloudg/duration_ms"] = json!(0);
    }
    assert_eq!(got, expected);
    let listed = remote.request("tools/list", json!({})).await.unwrap();
    assert_eq!(listed["tools"], json!(direct.list_tools()));
    remote.close().await.unwrap();
}

#[tokio::test]
async fn errors_and_notifications_reach_the_client() {
    let mut client = ProtocolClient::connect(layer()).await.unwrap();
    client.call_tool("progress", json!({})).await.unwrap();
    let methods: Vec<_> =
        client.take_notifications().iter().map(|message| message["method"].clone()).collect();
    let progress = "notifications/progress";
    assert_eq!(methods, [progress, progress, progress, "notifications/message"]);
    let error = client.call_tool("nope", json!({})).await.unwrap_err();
    assert!(
        matches!(&error, ClientError::Refused(error) if error["code"] == json!(-32602)),
        "{error}"
    );
}
