//! Parses the text of one message under a bound of depth.

use serde_json::Value;

use super::{envelope::Refusal, id_scan::IdScan};
use crate::MAX_DEPTH;

/// The value in `text`. What is nested too deeply is answered under its id.
pub(super) fn parse(line: &[u8]) -> Result<Value, Box<Refusal>> {
    let error = match serde_json::from_slice(line) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let id = || {
        let mut scan = IdScan::default();
        scan.feed(line);
        scan.finish().unwrap_or(Value::Null)
    };
    if error.is_data() {
        return Err(Refusal::invalid_request(
            id(),
            "The message holds a value that cannot be read.",
        ));
    }
    if is_too_deep(line) {
        let message = format!("A message is nested at most {} levels deep.", MAX_DEPTH - 1);
        return Err(Refusal::invalid_request(id(), message));
    }
    tracing::debug!(%error, "a line is no JSON");
    Err(Refusal::new(Value::Null, -32700, "The message is not valid JSON in UTF-8."))
}

/// Whether brackets outside of strings are nested more deeply than the parser follows.
fn is_too_deep(line: &[u8]) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in line {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                if depth >= MAX_DEPTH {
                    return true;
                }
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}
