//! How a command fails.

use std::process::ExitCode;

use serde_json::Value;

use super::refusal::{self, Asked};
use crate::{output, text::near::near_names, workspace::WorkspaceError};

/// A failure with the exit code that tells its kind.
pub(crate) enum Failure {
    /// The command line is wrong: exit code 2.
    Usage(anyhow::Error),
    /// The work failed: exit code 1.
    Work(anyhow::Error),
}

impl Failure {
    /// A usage failure.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(anyhow::Error::msg(message.into()))
    }

    /// Writes the failure to stderr and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (error, code) = match self {
            Self::Usage(error) => (error, 2),
            Self::Work(error) => (error, 1),
        };
        output::error(&format!("{error:#}"));
        ExitCode::from(code)
    }
}

/// Tells on stderr why a request was refused, with what its data adds, and how to load something
/// where it was refused because nothing is loaded.
pub(super) fn tell_refusal(message: &str, data: Option<&Value>, asked: Option<Asked<'_>>) {
    output::error(&refusal::text(message, data, asked));
    if is_nothing_loaded(message) {
        output::note("Pass --dataset PATH, or --sample to look around.");
    }
}

/// Whether a message says that there is no data to ask.
pub(super) fn is_nothing_loaded(message: &str) -> bool {
    message == WorkspaceError::NothingLoaded.to_string()
}

/// Most names suggested for one that does not exist.
const MAX_SUGGESTIONS: usize = 3;

/// There is nothing of that `kind` with the name: what may have been meant, and where all are listed.
pub(super) fn unknown<'n>(kind: &str, name: &str, names: impl Iterator<Item = &'n str>) -> Failure {
    let close = near_names(name, names, MAX_SUGGESTIONS);
    let meant = match close.is_empty() {
        true => String::new(),
        false => format!(" Did you mean {}?", close.join(", ")),
    };
    let message =
        format!("there is no {kind} `{name}`.{meant} See `cloudg {kind}s` for all of them");
    Failure::Work(anyhow::Error::msg(message))
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Work(error.into())
    }
}
