//! How a command fails.

use std::process::ExitCode;

use crate::output;

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

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Work(error.into())
    }
}
