//! What the attribute macros make of declarations: schemas, specifications, and compile errors.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod calls;
mod duplicates;
mod labels;
mod options;
mod seed;
mod tables;
mod texts;
mod ui;

use cloudg_runtime::__private::SchemaSource;
use serde_json::Value;

/// Renders a schema.
fn schema_of(source: &SchemaSource) -> Value {
    match source {
        SchemaSource::Derived(render) => render(),
        SchemaSource::Given(value) => Value::clone(value),
    }
}
