//! Pages of lists and their cursors.

use cloudg_runtime::{Labelled, ToolError};
use serde::Serialize;
use serde_json::{Map, Value};

pub(super) use crate::text::cursor::Page;
use crate::{
    dataset::Dataset,
    text::cursor::{DatasetState, Fingerprint},
};

/// A query on a dataset, with the offset that its cursor leads to.
pub(super) struct Paging {
    fingerprint: Fingerprint,
    offset: usize,
}

impl Paging {
    /// Checks a cursor against the dataset and the arguments that decide the list, as the caller
    /// gave them.
    pub(super) fn new(dataset: &Dataset, query: Value, cursor: &str) -> Result<Self, ToolError> {
        let identity = dataset.identity();
        let state = DatasetState {
            name: &identity.name,
            version: identity.version,
            instance_id: &identity.instance,
        };
        Self::at(Some(state), query, cursor)
    }

    /// The same for a list that is not about a dataset.
    pub(super) fn without_dataset(query: Value, cursor: &str) -> Result<Self, ToolError> {
        Self::at(None, query, cursor)
    }

    fn at(
        dataset: Option<DatasetState<'_>>,
        query: Value,
        cursor: &str,
    ) -> Result<Self, ToolError> {
        let query = match query {
            Value::Object(query) => query,
            other => Map::from_iter([("q".to_owned(), other)]),
        };
        let fingerprint = Fingerprint::new(dataset, query);
        let offset = fingerprint.decode(cursor)?;
        Ok(Self { fingerprint, offset })
    }

    /// The page of a list of `total` items.
    pub(super) fn page(&self, total: usize, limit: u32) -> Page {
        self.fingerprint.page(total, self.offset, limit as usize)
    }
}

/// The head of a list without pages.
#[derive(Serialize, Labelled)]
pub(super) struct Bounded {
    total: usize,
    returned: usize,
    truncated: bool,
}

impl Bounded {
    pub(super) fn new(total: usize, limit: usize) -> Self {
        Self { total, returned: total.min(limit), truncated: total > limit }
    }
}
