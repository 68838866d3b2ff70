//! The times of the records of a document.

use std::cell::RefCell;

use super::fields::Unfit;
use crate::model::Timestamp;

/// Times of records: most repeat the time before them.
pub(super) struct Clock {
    now: Timestamp,
    last: RefCell<Option<(String, Timestamp)>>,
}

impl Clock {
    /// A clock for one document; `now` stands in for times that it does not give.
    pub(super) fn new(now: Timestamp) -> Self {
        Self { now, last: RefCell::new(None) }
    }

    /// When the document is read.
    pub(super) fn now(&self) -> Timestamp {
        self.now
    }

    /// The time of a record, now where it gives none.
    pub(super) fn read(&self, text: Option<&str>) -> Result<Timestamp, Unfit> {
        let Some(text) = text else { return Ok(self.now) };
        let mut last = self.last.borrow_mut();
        match &*last {
            Some((known, time)) if known == text => Ok(*time),
            _ => {
                let time = Timestamp::parse(text).ok_or(Unfit)?;
                *last = Some((text.to_owned(), time));
                Ok(time)
            }
        }
    }
}
