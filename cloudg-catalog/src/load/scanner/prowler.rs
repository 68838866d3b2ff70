//! The files of Prowler: an array of records, one record a line, one record alone, or a Security
//! Hub batch around them.

use rayon::prelude::*;
use serde_json::Value;

use super::projection::Want;
use super::prowler_record::{self, Converted, RECORD};
use super::{Place, Sink, SkipReason};
use crate::model::Timestamp;
use crate::text::json::{self, Elements, JsonError, Outline};

/// Records that are parsed in parallel before the next ones are looked for.
const BATCH: usize = 2048;

/// Reads a file; fails where it holds nothing of Prowler's formats.
pub(super) fn parse(text: &str, sink: &mut Sink) -> Result<(), SkipReason> {
    let mut reader = Reader { text, sink, used: false };
    let error = reader.whole().err();
    if error.is_some() {
        // Lines of a torn array are no records: what the tear cost would go unnoticed.
        let is_array = text.trim_start().starts_with('[');
        *reader.sink = Sink::new(reader.sink.now);
        reader.used = false;
        if !is_array {
            reader.lines();
        }
    }
    if reader.used { Ok(()) } else { Err(reader.why(error)) }
}

struct Reader<'a, 's> {
    text: &'a str,
    sink: &'s mut Sink,
    /// Whether something of the format was seen.
    used: bool,
}

/// What one record holds: more than one entry if it is a batch.
type Entries = Vec<Converted>;

impl<'a> Reader<'a, '_> {
    /// Reads the text as one JSON value.
    fn whole(&mut self) -> Result<(), JsonError> {
        match json::outline(self.text) {
            Outline::Array(elements) => self.elements(elements),
            Outline::Object(members) => {
                let mut batch = None;
                for member in members {
                    let member = member?;
                    if member.key == "Findings" {
                        batch = Some(member.value);
                    } else {
                        let place = |error: JsonError| error.within(self.text, member.value);
                        json::check_syntax(member.value).map_err(place)?;
                    }
                }
                match batch.map(json::outline) {
                    Some(Outline::Array(elements)) => self.elements(elements),
                    _ => self.single(),
                }
            }
            Outline::Scalar(text) => json::check_syntax(text),
        }
    }

    fn single(&mut self) -> Result<(), JsonError> {
        let entries = read_record(self.text, self.sink.now)?;
        self.take(Place::Record(0), entries);
        Ok(())
    }

    fn elements(&mut self, mut elements: Elements<'a>) -> Result<(), JsonError> {
        let mut index = 0;
        loop {
            let batch: Vec<&str> = elements.by_ref().take(BATCH).collect::<Result<_, _>>()?;
            if batch.is_empty() {
                break;
            }
            for entries in self.convert(&batch)? {
                self.take(Place::Record(index), entries);
                index += 1;
            }
        }
        // A list of nothing is a report without findings.
        self.used |= index == 0;
        Ok(())
    }

    fn convert(&self, batch: &[&'a str]) -> Result<Vec<Entries>, JsonError> {
        let (text, now) = (self.text, self.sink.now);
        batch
            .par_iter()
            .map(|part| read_record(part, now).map_err(|error| error.within(text, part)))
            .collect()
    }

    /// Reads the text line by line.
    fn lines(&mut self) {
        let text = self.text;
        let mut lines = text.split('\n').enumerate().filter(|(_, line)| !line.trim().is_empty());
        loop {
            let batch: Vec<(usize, &str)> = lines.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return;
            }
            let now = self.sink.now;
            let read: Vec<_> = batch.par_iter().map(|(_, line)| read_line(line, now)).collect();
            for ((index, _), entries) in batch.iter().zip(read) {
                let place = Place::Line(index + 1);
                match entries {
                    Ok(entries) => self.take(place, entries),
                    Err(error) => {
                        // Counted, not searched for: there may be as many errors as lines.
                        let error = JsonError { line: index + error.line.max(1), ..error };
                        self.sink.skip(place, SkipReason::NotJson(error));
                    }
                }
            }
        }
    }

    fn take(&mut self, place: Place, entries: Entries) {
        for entry in entries {
            match entry {
                Converted::Finding(finding) => {
                    self.used = true;
                    self.sink.findings.push(*finding);
                }
                Converted::Passed(check) => {
                    self.used = true;
                    self.sink.pass(check);
                }
                Converted::EmptyBatch => self.used = true,
                Converted::Skipped(reason) => self.sink.skip(place, reason),
            }
        }
    }

    /// Why the file is of no use: a record of the format that is spoilt says more than `error`,
    /// and lines of other JSON more than that they are not one value.
    fn why(&self, error: Option<JsonError>) -> SkipReason {
        let mut reason = error.map_or(SkipReason::WrongFormat, SkipReason::NotJson);
        for (_, skipped) in &self.sink.skipped {
            match skipped {
                SkipReason::WrongType(_) => return *skipped,
                SkipReason::UnknownRecord => reason = SkipReason::WrongFormat,
                _ => {}
            }
        }
        reason
    }
}

fn read_line(line: &str, now: Timestamp) -> Result<Entries, JsonError> {
    json::check_depth(line)?;
    read_record(line.trim(), now)
}

/// Parses one record; a batch gives one entry for each record inside.
fn read_record(text: &str, now: Timestamp) -> Result<Entries, JsonError> {
    let record = json::read_seed(text, Want::Keys(RECORD))?;
    if !text.trim_start().starts_with('{') {
        return Ok(vec![Converted::Skipped(SkipReason::NotAnObject)]);
    }
    let Value::Object(record) = record else {
        return Ok(vec![Converted::Skipped(SkipReason::NotAnObject)]);
    };
    match record.get("Findings") {
        Some(Value::Array(items)) if items.is_empty() => Ok(vec![Converted::EmptyBatch]),
        Some(Value::Array(items)) => {
            Ok(items.iter().map(|item| prowler_record::of_value(item, now)).collect())
        }
        Some(Value::Null) if record.len() == 1 => Ok(vec![Converted::EmptyBatch]),
        _ => Ok(vec![prowler_record::of_object(&record, now)]),
    }
}
