//! A walk over the outermost container of a JSON text that hands out its parts as slices.
//!
//! One pass finds the boundaries and checks the nesting depth, so big files are split for parallel
//! reading, and classified by their keys, without being parsed twice. Inside a part only strings
//! and brackets are looked at: whoever parses the slice finds the rest of the errors.

use std::borrow::Cow;

use super::{JsonError, JsonErrorKind, MAX_DEPTH};

/// The root of a JSON text.
#[derive(Debug, Clone)]
pub enum Outline<'a> {
    /// An object.
    Object(Members<'a>),
    /// An array.
    Array(Elements<'a>),
    /// Anything else, unchecked.
    Scalar(&'a str),
}

/// One member of the outermost object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member<'a> {
    /// The key, unescaped.
    pub key: Cow<'a, str>,
    /// The text of the value, without surrounding white space.
    pub value: &'a str,
}

/// The members of the outermost object, in file order, repeated keys included. After an error, or
/// once the closing bracket and the end of the text were checked, it ends.
#[derive(Debug, Clone)]
pub struct Members<'a>(Cursor<'a>);

/// The elements of the outermost array as slices, in file order; ends like [`Members`].
#[derive(Debug, Clone)]
pub struct Elements<'a>(Cursor<'a>);

/// Looks at the first character of the text and returns the walk that fits.
pub fn outline(text: &str) -> Outline<'_> {
    let at = skip_space(text.as_bytes(), 0);
    let cursor = Cursor { text, at: at + 1, stage: Stage::First };
    match text.as_bytes().get(at) {
        Some(b'{') => Outline::Object(Members(cursor)),
        Some(b'[') => Outline::Array(Elements(cursor)),
        _ => Outline::Scalar(text.trim_ascii()),
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Result<Member<'a>, JsonError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.step(b'}', |cursor| {
            let key = cursor.key()?;
            cursor.expect(b':')?;
            Ok(Member { key, value: cursor.value()? })
        })
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Result<&'a str, JsonError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.step(b']', Cursor::value)
    }
}

/// The offset of the first bracket that opens a level beyond the limit, if there is one.
pub(super) fn first_beyond(bytes: &[u8], limit: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match CLASSES[usize::from(*byte)] {
            Class::Quote => at = string_end(bytes, at)?,
            Class::Open if depth == limit => return Some(at - 1),
            Class::Open => depth += 1,
            Class::Close => depth = depth.saturating_sub(1),
            Class::Other => {}
        }
    }
    None
}

/// Where the walk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Behind the opening bracket.
    First,
    /// Behind a part.
    Later,
    /// Finished or failed.
    Done,
}

/// A place in the text.
#[derive(Debug, Clone)]
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    stage: Stage,
}

/// A byte offset where the text is wrong, and how.
type Fault = (JsonErrorKind, usize);

impl<'a> Cursor<'a> {
    fn step<T>(
        &mut self,
        close: u8,
        part: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Option<Result<T, JsonError>> {
        let found = match self.stage {
            Stage::Done => return None,
            Stage::First | Stage::Later => self.advance(close, part).transpose()?,
        };
        Some(found.map_err(|(kind, offset)| {
            self.stage = Stage::Done;
            self.explain(kind, offset)
        }))
    }

    /// The next part, or `None` behind the closing bracket.
    fn advance<T>(
        &mut self,
        close: u8,
        part: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        self.at = skip_space(self.bytes(), self.at);
        if self.peek() == Some(close) {
            self.stage = Stage::Done;
            self.at = skip_space(self.bytes(), self.at + 1);
            let rest = self.at < self.text.len();
            return if rest { Err((JsonErrorKind::Syntax, self.at)) } else { Ok(None) };
        }
        if self.stage == Stage::Later {
            self.expect(b',')?;
        }
        self.stage = Stage::Later;
        part(self).map(Some)
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        self.at = skip_space(self.bytes(), self.at);
        if self.peek() != Some(byte) {
            return Err((JsonErrorKind::Syntax, self.at));
        }
        self.at += 1;
        Ok(())
    }

    fn key(&mut self) -> Result<Cow<'a, str>, Fault> {
        self.expect(b'"')?;
        let start = self.at;
        let end = string_end(self.bytes(), start).ok_or((JsonErrorKind::Syntax, start))?;
        self.at = end;
        let plain = &self.text[start..end - 1];
        if !plain.bytes().any(|byte| byte == b'\\' || byte < b' ') {
            return Ok(Cow::Borrowed(plain));
        }
        serde_json::from_str(&self.text[start - 1..end])
            .map(Cow::Owned)
            .map_err(|_| (JsonErrorKind::Syntax, start))
    }

    fn value(&mut self) -> Result<&'a str, Fault> {
        let start = skip_space(self.bytes(), self.at);
        self.at = value_end(self.bytes(), start)?;
        Ok(&self.text[start..self.at])
    }

    /// The error with the place a full parse finds first, where that parse fails too.
    fn explain(&self, kind: JsonErrorKind, offset: usize) -> JsonError {
        let own = JsonError::at(kind, self.bytes(), offset);
        match kind {
            JsonErrorKind::Syntax => super::check_syntax(self.text).err().unwrap_or(own),
            _ => own,
        }
    }
}

fn skip_space(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let space = rest.iter().position(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
    from + space.unwrap_or(rest.len())
}

/// The offset behind the quote that closes the string whose content starts at `from`.
#[inline]
fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        // Eight bytes at a time as long as none of them is a quote or a backslash.
        while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let word = u64::from_le_bytes(*word);
            let hits = zero_bytes(word ^ (ONES * 0x22)) | zero_bytes(word ^ (ONES * 0x5c));
            if hits != 0 {
                at += hits.trailing_zeros() as usize / 8;
                break;
            }
            at += 8;
        }
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// 1 in every byte.
const ONES: u64 = u64::MAX / 255;

/// The high bit of the lowest zero byte, and nothing below it.
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES * 0x80)
}

/// The offset behind the value that starts at `start`, itself one level below the root.
fn value_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let torn = (JsonErrorKind::Syntax, start);
    match bytes.get(start).map(|byte| CLASSES[usize::from(*byte)]) {
        Some(Class::Quote) => string_end(bytes, start + 1).ok_or(torn),
        Some(Class::Open) => container_end(bytes, start),
        Some(Class::Other) => match scalar_length(&bytes[start..]) {
            0 => Err(torn),
            length => Ok(start + length),
        },
        Some(Class::Close) | None => Err(torn),
    }
}

fn container_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match CLASSES[usize::from(*byte)] {
            Class::Other => {}
            Class::Quote => match string_end(bytes, at) {
                Some(end) => at = end,
                None => break,
            },
            Class::Open => {
                depth += 1;
                // The root itself is one level.
                if depth >= MAX_DEPTH {
                    return Err((JsonErrorKind::TooDeep, at - 1));
                }
            }
            Class::Close => {
                depth -= 1;
                if depth == 0 {
                    return Ok(at);
                }
            }
        }
    }
    Err((JsonErrorKind::Syntax, start))
}

fn scalar_length(bytes: &[u8]) -> usize {
    let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b':' | b' ' | b'\n' | b'\r' | b'\t');
    bytes.iter().position(ends).unwrap_or(bytes.len())
}

/// What a byte means outside strings.
#[derive(Clone, Copy)]
enum Class {
    Other,
    Quote,
    Open,
    Close,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    classes[b'"' as usize] = Class::Quote;
    classes[b'{' as usize] = Class::Open;
    classes[b'[' as usize] = Class::Open;
    classes[b'}' as usize] = Class::Close;
    classes[b']' as usize] = Class::Close;
    classes
};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// The parts joined with `|`, an error as `!line:column`.
    fn parts(text: &str) -> String {
        let show = |part: Result<String, JsonError>| match part {
            Ok(part) => part,
            Err(error) => format!("!{}:{}", error.line, error.column),
        };
        let list: Vec<String> = match outline(text) {
            Outline::Object(members) => members
                .map(|member| show(member.map(|m| format!("{}={}", m.key, m.value))))
                .collect(),
            Outline::Array(elements) => {
                elements.map(|element| show(element.map(str::to_owned))).collect()
            }
            Outline::Scalar(text) => vec![format!("scalar {text}")],
        };
        list.join("|")
    }

    #[test]
    fn parts_are_slices_in_order() {
        assert_eq!(
            parts(" { \"a\" : [1,{\"x\":\"]\"}] , \"b\":null } "),
            "a=[1,{\"x\":\"]\"}]|b=null"
        );
        assert_eq!(parts("[1, \"a,b\", {}, [[]] ]"), "1|\"a,b\"|{}|[[]]");
        assert_eq!(parts("{\"\\u0061\\\"\":1}"), "a\"=1");
        assert_eq!(parts("{}"), "");
        assert_eq!(parts("[]"), "");
        assert_eq!(parts(" 12 "), "scalar 12");
    }

    #[test]
    fn errors_end_the_walk() {
        assert_eq!(parts("{\"a\":1,}"), "a=1|!1:8");
        assert_eq!(parts("[1 2]"), "1|!1:4");
        assert_eq!(parts("[1]\n[2]"), "1|!2:1");
        assert_eq!(parts("[1,"), "1|!1:3");
        assert_eq!(parts("{\"a\":\"x"), "!1:7");
        assert_eq!(parts("{\"a\" 1}"), "!1:6");
        assert_eq!(parts("{a:1}"), "!1:2");
    }

    #[test]
    fn depth_counts_the_root() {
        let fits = format!("[{}{}]", "[".repeat(MAX_DEPTH - 1), "]".repeat(MAX_DEPTH - 1));
        assert!(!parts(&fits).contains('!'));
        let deep = format!("[{}{}]", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert_eq!(parts(&deep), format!("!1:{}", MAX_DEPTH + 1));
    }
}
