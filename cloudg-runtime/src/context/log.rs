//! Levels of log records, and their way into the log of the process.

use serde_json::Value;

/// How serious a log record is, least first.
///
/// ```
/// use cloudg_runtime::LogLevel;
///
/// assert_eq!(LogLevel::parse("WARN"), LogLevel::Warning);
/// assert_eq!(LogLevel::Notice.as_str(), "notice");
/// assert!(LogLevel::Debug < LogLevel::Emergency);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// For finding mistakes.
    Debug,
    /// What happens.
    Info,
    /// Normal, but worth noting.
    Notice,
    /// Something may be wrong.
    Warning,
    /// Something failed.
    Error,
    /// A part does not work.
    Critical,
    /// Somebody must act now.
    Alert,
    /// Nothing works.
    Emergency,
}

impl LogLevel {
    /// The level of that name in any case; `warn`, `fatal`, `exception` and `trace` are
    /// understood, everything unknown is [`LogLevel::Info`].
    pub fn parse(name: &str) -> Self {
        match name.to_ascii_lowercase().as_str() {
            "debug" | "trace" => Self::Debug,
            "notice" => Self::Notice,
            "warning" | "warn" => Self::Warning,
            "error" | "exception" => Self::Error,
            "critical" | "fatal" => Self::Critical,
            "alert" => Self::Alert,
            "emergency" => Self::Emergency,
            _ => Self::Info,
        }
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    pub(super) fn to_process_log(self, name: &str, logger: &str, data: &Value) {
        match self {
            Self::Debug => tracing::debug!(name, logger, %data),
            Self::Info | Self::Notice => tracing::info!(name, logger, %data),
            Self::Warning => tracing::warn!(name, logger, %data),
            Self::Error | Self::Critical | Self::Alert | Self::Emergency => {
                tracing::error!(name, logger, %data);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_aliases() {
        assert_eq!(LogLevel::parse("WARN"), LogLevel::Warning);
        assert_eq!(LogLevel::parse("fatal"), LogLevel::Critical);
        assert_eq!(LogLevel::parse("exception"), LogLevel::Error);
        assert_eq!(LogLevel::parse("trace"), LogLevel::Debug);
        assert_eq!(LogLevel::parse("?"), LogLevel::Info);
        assert_eq!(LogLevel::parse(LogLevel::Emergency.as_str()), LogLevel::Emergency);
    }
}
