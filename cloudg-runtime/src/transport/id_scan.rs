//! Finds the id of a message that is too large or too deep to be parsed, byte by byte and in
//! constant memory.

use serde_json::Value;

/// Longest id, in bytes of its JSON text, that is kept.
const MAX_ID: usize = 1024;

/// Watches a JSON text go by for the member `id` of the outermost object.
#[derive(Default)]
pub(super) struct IdScan {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The current text at depth one: a key, or the value of `id`.
    token: Vec<u8>,
    place: Place,
    id: Option<Value>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a colon of the outermost object.
    #[default]
    Key,
    /// In the value of `id`.
    Id,
    /// In another value.
    Other,
}

impl IdScan {
    /// Reads on.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.step(*byte);
        }
    }

    /// The id: a string or an integer.
    pub(super) fn finish(self) -> Option<Value> {
        self.id
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.end_of_member();
                self.depth = self.depth.saturating_sub(1);
            }
            b',' => self.end_of_member(),
            b':' if self.depth == 1 && self.place == Place::Key => {
                self.place = if self.token == b"\"id\"" { Place::Id } else { Place::Other };
                self.token.clear();
            }
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.place != Place::Other && self.token.len() <= MAX_ID {
            self.token.push(byte);
        }
    }

    fn end_of_member(&mut self) {
        if self.depth != 1 {
            return;
        }
        if self.place == Place::Id && self.token.len() <= MAX_ID {
            let value = serde_json::from_slice(&self.token).ok();
            self.id = value.filter(|id| super::envelope::usable_id(id).is_some());
        }
        self.token.clear();
        self.place = Place::Key;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(source: &str, expected: Option<&Value>) {
        let mut scan = IdScan::default();
        for chunk in source.as_bytes().chunks(3) {
            scan.feed(chunk);
        }
        assert_eq!(scan.finish().as_ref(), expected, "{source}");
    }

    #[test]
    fn the_id_of_the_outermost_object_is_found() {
        check(r#"{"jsonrpc":"2.0","id":7,"method":"x"}"#, Some(&json!(7)));
        check(r#"{"params":{"id":1,"a":[{"id":2}]},"id" : "a\"}b" }"#, Some(&json!("a\"}b")));
        check(r#"{"a":"\"id\":3","id":-4}"#, Some(&json!(-4)));
    }

    #[test]
    fn what_is_no_id_is_not_found() {
        for source in [
            r#"{"params":{"id":1}}"#,
            r#"{"id":null}"#,
            r#"{"id":1.5}"#,
            r#"{"id":{"id":1}}"#,
            r#"[{"id":1}]"#,
            r#"{"id":1"#,
            "",
        ] {
            check(source, None);
        }
        check(&format!(r#"{{"id":"{}"}}"#, "x".repeat(2000)), None);
    }
}
