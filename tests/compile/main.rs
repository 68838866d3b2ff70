//! What the attribute macros make of declarations: schemas, specifications, and compile errors.

mod answers;
mod calls;
mod seed;
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
