//! What a client may read by address: one file a family. All but a dataset's summary read the
//! active dataset.

pub(crate) mod assets;
pub(crate) mod completers;
pub(crate) mod compliance;
mod docs;
pub(crate) mod findings;
mod graph;
mod ontology;
mod schema;
pub(crate) mod workspace;

use std::sync::Arc;

use cloudg_runtime::{ErrorCode, ToolError};

use crate::{dataset::Dataset, workspace::Workspace};

/// The active dataset; without one there is nothing behind an address.
fn active(workspace: &Workspace) -> Result<Arc<Dataset>, ToolError> {
    workspace.dataset("").map_err(absent)
}

/// The failure of a handler as that of an address which names nothing.
fn absent(error: impl Into<ToolError>) -> ToolError {
    let mut error = error.into();
    if error.code == ErrorCode::InvalidArguments {
        error.code = ErrorCode::NotFound;
    }
    error
}
