//! A window that slides over a JSON text: only the value at hand has to be in memory.
//!
//! A big inventory is a few long lists of small records. Reading it through a window that stays in
//! the cache of the processor is quicker than reading it whole, and takes no memory worth counting.

mod place;

use std::io::{ErrorKind, Read};

use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, value::RawValue};
use xxhash_rust::xxh3::Xxh3;

use self::place::Place;
use super::fields::{Text, Unfit};
use crate::{
    load::{LoadError, MAX_FILE_BYTES, Progress},
    model::record::FieldError,
    text::json::{self, JsonError, JsonErrorKind},
};

/// How much is read at a time. A value that is longer makes the window grow.
const CHUNK: usize = 1 << 20;
const BYTE_ORDER_MARK: &str = "\u{feff}";
/// How deep a value that nobody reads is taken apart, so that its parts need not fit the window.
const MAX_SKIP_LEVELS: usize = 4;

/// Takes the records of a list, each borrowed from the window.
pub(super) trait Visit {
    /// What the quick reader parses.
    type Item<'t>: Deserialize<'t>;
    /// Takes a record.
    fn visit(&mut self, item: Self::Item<'_>) -> Result<(), Unfit>;
    /// Takes a record that the quick reader did not, or tells what is wrong with it.
    fn visit_lax(&mut self, value: &Value) -> Result<(), Vec<FieldError>>;
}

/// The part of a text between what is done with and what is not read yet.
pub(super) struct Window<'r> {
    source: &'r mut dyn Read,
    progress: &'r Progress,
    hasher: Xxh3,
    n_read: u64,
    text: String,
    /// Start of what is not done with.
    at: usize,
    /// Where the window starts in the whole text.
    place: Place,
    /// The first bytes of a character whose last ones are not read yet.
    torn: Vec<u8>,
    is_complete: bool,
}

impl<'r> Window<'r> {
    /// A window at the start of a text; a byte order mark is skipped.
    pub(super) fn new(source: &'r mut dyn Read, progress: &'r Progress) -> Result<Self, LoadError> {
        let mut window = Self {
            source,
            progress,
            hasher: Xxh3::new(),
            n_read: 0,
            text: String::new(),
            at: 0,
            place: Place::default(),
            torn: Vec::new(),
            is_complete: false,
        };
        window.begin()?;
        Ok(window)
    }

    /// Reads the first chunk; tells other encodings and nothing at all from a text.
    fn begin(&mut self) -> Result<(), LoadError> {
        let mut start = [0; 4];
        let read = fill(self.source, &mut start)?;
        json::check_start(&start[..read])?;
        self.torn.extend_from_slice(&start[..read]);
        self.hasher.update(&start[..read]);
        self.progress.advance(read);
        self.slide()?;
        if self.text.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
        }
        match self.peek()? {
            Some(_) => Ok(()),
            None => Err(JsonError { kind: JsonErrorKind::Empty, line: 1, column: 0 }.into()),
        }
    }

    /// The hash of the whole text, once nothing but white space is left of it.
    pub(super) fn finish(mut self) -> Result<u128, LoadError> {
        match self.peek()? {
            Some(_) => Err(self.error(JsonErrorKind::Syntax, self.at)),
            None => Ok(self.hasher.digest128()),
        }
    }

    /// The next character that is no white space.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, LoadError> {
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            match rest.iter().position(|byte| !b" \t\r\n".contains(byte)) {
                Some(skipped) => {
                    self.at += skipped;
                    return Ok(Some(rest[skipped]));
                }
                None if self.is_complete => return Ok(None),
                None => {
                    self.at = self.text.len();
                    self.slide()?;
                }
            }
        }
    }

    /// Takes a character, if it is the next one.
    pub(super) fn takes(&mut self, character: u8) -> Result<bool, LoadError> {
        let is_next = self.peek()? == Some(character);
        self.at += usize::from(is_next);
        Ok(is_next)
    }

    /// Takes a character that has to be the next one.
    pub(super) fn expect(&mut self, character: u8) -> Result<(), LoadError> {
        match self.takes(character)? {
            true => Ok(()),
            false => Err(self.error(JsonErrorKind::Syntax, self.at)),
        }
    }

    /// Takes one value and gives what `read` makes of it, or of its text where it is of another
    /// type than asked for.
    fn value<T, R>(
        &mut self,
        mut read: impl for<'t> FnMut(Parsed<'t, T::Of<'t>>) -> R,
    ) -> Result<R, LoadError>
    where
        T: Borrowing,
    {
        loop {
            if let Some((answer, taken)) = self.try_value::<T, R>(&mut read)? {
                self.at += taken;
                return Ok(answer);
            }
            if self.is_complete {
                return Err(self.error(JsonErrorKind::Syntax, self.text.len()));
            }
            self.slide()?;
        }
    }

    /// Takes one value if the window holds all of it; gives its length too.
    fn try_value<T: Borrowing, R>(
        &self,
        read: &mut impl for<'t> FnMut(Parsed<'t, T::Of<'t>>) -> R,
    ) -> Result<Option<(R, usize)>, LoadError> {
        match self.parse::<T::Of<'_>>()? {
            Try::Taken(item, text) => Ok(Some((read(Parsed::Fit(item, text)), text.len()))),
            Try::Torn => Ok(None),
            Try::OtherType => match self.parse::<&RawValue>()? {
                Try::Taken(_, text) => Ok(Some((read(Parsed::Other(text)), text.len()))),
                Try::Torn | Try::OtherType => Ok(None),
            },
        }
    }

    fn parse<'t, T: Deserialize<'t>>(&'t self) -> Result<Try<'t, T>, LoadError> {
        let rest = &self.text[self.at..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
        let value = values.next();
        let taken = values.byte_offset();
        Ok(match value {
            // A number that ends with the window may go on behind it.
            Some(Ok(item)) if self.is_complete || taken < rest.len() => {
                Try::Taken(item, &rest[..taken])
            }
            Some(Err(error)) if error.is_data() => Try::OtherType,
            Some(Err(error)) if !error.is_eof() || self.is_complete => {
                let within = JsonError::from_serde(&error);
                return Err(self.moved(JsonError { kind: JsonErrorKind::Syntax, ..within }).into());
            }
            _ => Try::Torn,
        })
    }

    /// Takes a small part as a value.
    pub(super) fn part(&mut self) -> Result<Value, LoadError> {
        Ok(self.value::<Raw, _>(|parsed| json::parse_text(parsed.text()))??)
    }

    /// Takes a list of records, where null is the empty list. Gives the first error of a record;
    /// the list is read to its end all the same.
    pub(super) fn records<V: Visit>(
        &mut self,
        place: &str,
        mut visitor: V,
    ) -> Result<Option<LoadError>, LoadError> {
        match self.peek()? {
            Some(b'[') => {}
            Some(b'n') => return self.skip().map(|()| None),
            _ => return self.skip().map(|()| Some(LoadError::shape(place, "a list"))),
        }
        let (mut index, mut first) = (0, None);
        self.expect(b'[')?;
        self.separated(b']', |window| {
            let error = window.value::<Record<V>, _>(|parsed| {
                let text = parsed.text();
                let taken = match parsed {
                    Parsed::Fit(item, _) => visitor.visit(item),
                    Parsed::Other(_) => Err(Unfit),
                };
                taken.or_else(|Unfit| visit_lax(&mut visitor, place, index, text)).err()
            })?;
            first = first.take().or(error);
            index += 1;
            Ok(())
        })?;
        Ok(first)
    }

    /// Takes an object; `member` takes the value of the key that it is given.
    pub(super) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, &str) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        self.expect(b'{')?;
        self.separated(b'}', |window| {
            let key = window.key()?;
            window.expect(b':')?;
            member(window, &key)
        })
    }

    fn key(&mut self) -> Result<String, LoadError> {
        let at = self.at;
        let key = self.value::<Key, _>(|parsed| match parsed {
            Parsed::Fit(key, _) => Some(key.0.into_owned()),
            Parsed::Other(_) => None,
        })?;
        key.ok_or_else(|| self.error(JsonErrorKind::Syntax, at))
    }

    /// Takes a value that nobody reads.
    pub(super) fn skip(&mut self) -> Result<(), LoadError> {
        self.skip_within(MAX_SKIP_LEVELS)
    }

    fn skip_within(&mut self, levels: usize) -> Result<(), LoadError> {
        match self.peek()? {
            Some(b'[') if levels > 0 => {
                self.expect(b'[')?;
                self.separated(b']', Self::skip_value)
            }
            Some(b'{') if levels > 0 => self.object(|window, _| window.skip_within(levels - 1)),
            _ => self.skip_value(),
        }
    }

    fn skip_value(&mut self) -> Result<(), LoadError> {
        self.value::<Skipped, _>(|_| ())
    }

    /// Takes items with commas between them, up to and with the closing character.
    fn separated(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        if self.takes(close)? {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.takes(b',')? {
                return self.expect(close);
            }
        }
    }

    /// Drops what is done with and reads on.
    fn slide(&mut self) -> Result<(), LoadError> {
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        self.place = self.place.after(&bytes[..self.at]);
        bytes.drain(..self.at);
        self.at = 0;
        bytes.append(&mut self.torn);
        let old = bytes.len();
        // A value that does not fit doubles the window, so that it is tried again rarely.
        let wanted = old.max(CHUNK);
        let no_room = |_| LoadError::Read(ErrorKind::OutOfMemory);
        bytes.try_reserve(wanted + 1).map_err(no_room)?;
        let read = self.source.take(wanted as u64).read_to_end(&mut bytes);
        let read = read.map_err(|error| LoadError::Read(error.kind()))?;
        self.n_read += read as u64;
        if self.n_read > MAX_FILE_BYTES {
            return Err(LoadError::TooLarge { size: self.n_read, limit: MAX_FILE_BYTES });
        }
        self.progress.advance(read);
        if self.progress.is_cancelled() {
            return Err(LoadError::Cancelled);
        }
        self.is_complete = read < wanted;
        self.hasher.update(&bytes[old..]);
        self.text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => self.tear(error)?,
        };
        Ok(())
    }

    /// Keeps the start of a character that the end of a chunk cuts.
    fn tear(&mut self, error: std::string::FromUtf8Error) -> Result<String, LoadError> {
        let (at, bad) = (error.utf8_error().valid_up_to(), error.utf8_error().error_len());
        let mut bytes = error.into_bytes();
        if bad.is_some() || self.is_complete {
            let place = self.place.after(&bytes[..at]);
            return Err(place.error(JsonErrorKind::NotUtf8).into());
        }
        self.torn = bytes.split_off(at);
        // All before the cut is known to be UTF-8.
        Ok(String::from_utf8(bytes).unwrap_or_default())
    }

    /// An error at a byte of the window.
    fn error(&self, kind: JsonErrorKind, at: usize) -> LoadError {
        self.place.after(&self.text.as_bytes()[..at]).error(kind).into()
    }

    /// An error found behind the start of the window, with its place in the whole text.
    fn moved(&self, error: JsonError) -> JsonError {
        self.place.after(&self.text.as_bytes()[..self.at]).moved(error)
    }
}

/// What became of an attempt to parse the next value.
enum Try<'t, T> {
    /// The value and its text.
    Taken(T, &'t str),
    /// The window holds only a part of it.
    Torn,
    /// It is of another type.
    OtherType,
}

/// A value with its text.
enum Parsed<'t, T> {
    /// Of the type asked for.
    Fit(T, &'t str),
    /// Of another type.
    Other(&'t str),
}

impl<'t, T> Parsed<'t, T> {
    fn text(&self) -> &'t str {
        match self {
            Self::Fit(_, text) | Self::Other(text) => text,
        }
    }
}

/// A type that borrows from the window.
trait Borrowing {
    /// The type with its lifetime.
    type Of<'t>: Deserialize<'t>;
}

struct Record<V>(std::marker::PhantomData<V>);
struct Raw;
struct Key;
struct Skipped;

impl<V: Visit> Borrowing for Record<V> {
    type Of<'t> = V::Item<'t>;
}

impl Borrowing for Raw {
    type Of<'t> = &'t RawValue;
}

impl Borrowing for Key {
    type Of<'t> = Text<'t>;
}

impl Borrowing for Skipped {
    type Of<'t> = IgnoredAny;
}

/// Fills as much of the buffer as there is.
fn fill(source: &mut dyn Read, buffer: &mut [u8]) -> Result<usize, LoadError> {
    let mut bytes = Vec::with_capacity(buffer.len());
    let read = source.take(buffer.len() as u64).read_to_end(&mut bytes);
    let read = read.map_err(|error| LoadError::Read(error.kind()))?;
    buffer[..read].copy_from_slice(&bytes);
    Ok(read)
}

/// Reads a record the careful way.
fn visit_lax<V: Visit>(
    visitor: &mut V,
    place: &str,
    index: usize,
    text: &str,
) -> Result<(), LoadError> {
    let value = json::parse_text(text)?;
    visitor.visit_lax(&value).map_err(|errors| LoadError::record(place, index, &errors))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_128;

    /// Gives one byte at a time, so that every character and value is cut somewhere.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let Some((&first, rest)) = self.0.split_first() else { return Ok(0) };
            out[0] = first;
            self.0 = rest;
            Ok(1)
        }
    }

    struct Collect<'s>(&'s mut Vec<String>);

    impl Visit for Collect<'_> {
        type Item<'t> = Text<'t>;
        fn visit(&mut self, item: Self::Item<'_>) -> Result<(), Unfit> {
            self.0.push(item.0.into_owned());
            Ok(())
        }
        fn visit_lax(&mut self, _value: &Value) -> Result<(), Vec<FieldError>> {
            Err(Vec::new())
        }
    }

    fn read(text: &[u8]) -> Result<Vec<String>, LoadError> {
        let (mut source, progress) = (Drip(text), Progress::default());
        let mut window = Window::new(&mut source, &progress)?;
        let (mut texts, mut error) = (Vec::new(), None);
        window.object(|window, key| match key {
            "texts" => window.records(key, Collect(&mut texts)).map(|bad| error = bad),
            _ => window.skip(),
        })?;
        assert_eq!(window.finish()?, xxh3_128(text));
        error.map_or(Ok(texts), Err)
    }

    #[test]
    fn a_list_longer_than_the_window_comes_whole() {
        let long = "é".repeat(300_000);
        let items: Vec<String> = (0..12).map(|i| format!("{i}{long}")).collect();
        let text = format!("\u{feff} {{\"skip\":[[1,{{}}],-2.5e3],\"texts\":{items:?}}} \n");
        assert!(text.len() > 4 * CHUNK);
        assert!(read(text.as_bytes()).is_ok_and(|texts| texts == items));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            "{",
            "[]",
            "{\"texts\":[\"a\",]}",
            "{\"texts\":[\"a\" \"b\"]}",
            "{\"a\":1,}",
            "{\"a\":01}",
            "{\"a\" 1}",
            "{} x",
            "{\"texts\":[1]}",
            "{\"a\":{\"b\":[1,}}",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        let place = |text: &[u8]| match read(text) {
            Err(LoadError::Json(error)) => (error.line, error.column),
            other => panic!("no JSON error: {other:?}"),
        };
        assert_eq!(place(b"{\"a\":\n \"\xff\"}"), (2, 3));
        assert_eq!(place(b"{\"a\":\n\n [1, 2}"), (3, 7));
        assert_eq!(place(b"{\"a\": 1\n 2}"), (2, 2));
        assert!(read(b"{\"a\":\"\xff\"}").is_err());
        assert!(read(b"{\"a\":\"\xc3").is_err());
        assert_eq!(read(b"{\"texts\":null,\"n\":12}").ok(), Some(Vec::new()));
    }
}
