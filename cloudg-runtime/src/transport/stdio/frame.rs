//! Splits a stream into lines of bounded length.

use std::io;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use super::super::id_scan::IdScan;

/// Bytes read at once.
const CHUNK: usize = 64 * 1024;

/// One line.
#[derive(Debug, PartialEq)]
pub(super) enum Frame {
    /// The line without its end.
    Line(Vec<u8>),
    /// A line that is longer than allowed; its content is gone but for the id.
    Oversized(Option<Value>),
}

/// Reads lines; the last one may lack its end.
pub(super) struct Frames<R> {
    input: BufReader<R>,
    max: usize,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    pub(super) fn new(input: R, max: usize) -> Self {
        Self { input: BufReader::with_capacity(CHUNK, input), max }
    }

    /// The next line, or `None` at the end of the input.
    pub(super) async fn next(&mut self) -> io::Result<Option<Frame>> {
        let mut line = Vec::new();
        let mut oversized: Option<IdScan> = None;
        let mut n_bytes = 0_usize;
        loop {
            let chunk = self.input.fill_buf().await?;
            if chunk.is_empty() {
                let frame = (n_bytes > 0).then(|| finish(line, oversized));
                return Ok(frame);
            }
            let end = memchr::memchr(b'\n', chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let n_used = end.map_or(chunk.len(), |end| end + 1);
            n_bytes = n_bytes.saturating_add(n_used);
            if let Some(scan) = &mut oversized {
                scan.feed(part);
            } else if line.len() + part.len() > self.max {
                let mut scan = IdScan::default();
                scan.feed(&std::mem::take(&mut line));
                scan.feed(part);
                oversized = Some(scan);
            } else {
                line.extend_from_slice(part);
            }
            self.input.consume(n_used);
            if end.is_some() {
                return Ok(Some(finish(line, oversized)));
            }
        }
    }
}

fn finish(line: Vec<u8>, oversized: Option<IdScan>) -> Frame {
    match oversized {
        Some(scan) => Frame::Oversized(scan.finish()),
        None => Frame::Line(line),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    async fn frames(input: &str, max: usize) -> Vec<Frame> {
        let mut frames = Frames::new(input.as_bytes(), max);
        let mut seen = Vec::new();
        while let Some(frame) = frames.next().await.expect("memory can be read") {
            seen.push(frame);
        }
        seen
    }

    #[tokio::test]
    async fn lines_with_and_without_an_end() {
        let line = |text: &str| Frame::Line(text.as_bytes().to_vec());
        assert_eq!(frames("a\n\nb", 9).await, [line("a"), line(""), line("b")]);
        assert_eq!(frames("a\n", 9).await, [line("a")]);
        assert_eq!(frames("", 9).await, []);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_keeps_its_id_only() {
        let long = format!(r#"{{"x":"{}","id":5}}"#, "x".repeat(300_000));
        let input = format!("{long}\nok\n{long}");
        let oversized = || Frame::Oversized(Some(json!(5)));
        assert_eq!(
            frames(&input, 100).await,
            [oversized(), Frame::Line(b"ok".to_vec()), oversized()]
        );
        let exact = "x".repeat(100);
        assert_eq!(frames(&exact, 100).await, [Frame::Line(exact.clone().into_bytes())]);
    }
}
