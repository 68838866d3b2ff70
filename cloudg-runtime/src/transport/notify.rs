//! Ways from a call or a change to the notifications of a client.

use std::sync::Arc;

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
};
use tokio::sync::mpsc;

use crate::{CallSink, Change, Changes, LogLevel, LogRecord, Progress, Subscription};

/// Most notifications of one call, or changes of one session, that wait for the client.
const QUEUE: usize = 1024;

/// What a call reports.
pub(super) enum Report {
    Progress(Progress),
    Log(LogRecord),
}

/// Puts the reports of one call into a queue, dropping those nobody asked for.
struct QueueSink {
    queue: mpsc::Sender<Report>,
    wants_progress: bool,
    /// Least serious level that is sent.
    level: Option<LogLevel>,
}

impl CallSink for QueueSink {
    fn progress(&self, progress: Progress) {
        if self.wants_progress {
            self.put(Report::Progress(progress));
        }
    }

    fn log(&self, record: LogRecord) {
        if self.level.is_some_and(|least| record.level >= least) {
            self.put(Report::Log(record));
        }
    }
}

impl QueueSink {
    fn put(&self, report: Report) {
        // A closed queue is that of a call that ended: nobody misses the report.
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(report) {
            tracing::warn!("{QUEUE} notifications of one call wait for the client: one is dropped");
        }
    }
}

/// The reports of one call on their way to its client.
pub(super) struct Reports {
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
    queue: mpsc::Receiver<Report>,
}

impl Reports {
    /// A sink for the call and the end that sends what it takes.
    pub(super) fn open(
        peer: Peer<RoleServer>,
        token: Option<ProgressToken>,
        level: Option<LogLevel>,
    ) -> (Arc<dyn CallSink>, Self) {
        let (sender, queue) = mpsc::channel(QUEUE);
        let sink = QueueSink { queue: sender, wants_progress: token.is_some(), level };
        (Arc::new(sink), Self { peer, token, queue })
    }

    /// The next report, or nothing ever again.
    pub(super) async fn next(&mut self) -> Report {
        match self.queue.recv().await {
            Some(report) => report,
            None => std::future::pending().await,
        }
    }

    /// Sends one report. A client that is gone hears nothing.
    pub(super) async fn send(&self, report: Report) {
        let sent = match (report, &self.token) {
            (Report::Progress(progress), Some(token)) => {
                let mut wire = ProgressNotificationParam::new(token.clone(), progress.progress);
                wire.total = progress.total;
                wire.message = progress.message;
                self.peer.notify_progress(wire).await
            }
            (Report::Progress(_), None) => Ok(()),
            (Report::Log(record), _) => log::send(&self.peer, record).await,
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "a notification was not delivered");
        }
    }

    /// Sends what still waits, so that nothing follows the answer.
    pub(super) async fn flush(mut self) {
        while let Ok(report) = self.queue.try_recv() {
            self.send(report).await;
        }
    }
}

/// The changes that concern one session, in order; the oldest are kept when too many wait.
pub(super) fn queue_changes(changes: &Changes) -> (Subscription, mpsc::Receiver<Change>) {
    let (sender, queue) = mpsc::channel(QUEUE);
    let subscription = changes.subscribe(move |change| {
        if let Err(mpsc::error::TrySendError::Full(_)) = sender.try_send(change.clone()) {
            tracing::warn!("{QUEUE} changes wait for a client: one is dropped");
        }
    });
    (subscription, queue)
}

pub(super) use log::{from_wire as log_level, level_of};

/// Log messages, which newer revisions of the protocol deprecate.
mod log {
    #![expect(deprecated, reason = "clients of every supported revision may ask for them")]

    use rmcp::{
        Peer, RoleServer,
        model::{LoggingLevel, LoggingMessageNotificationParam, RequestMetaObject},
        service::ServiceError,
    };

    use crate::{LogLevel, LogRecord};

    pub(super) async fn send(
        peer: &Peer<RoleServer>,
        record: LogRecord,
    ) -> Result<(), ServiceError> {
        let wire = LoggingMessageNotificationParam::new(to_wire(record.level), record.data);
        peer.notify_logging_message(wire.with_logger(record.logger)).await
    }

    /// The level that one request asks for.
    pub(in super::super) fn level_of(meta: &RequestMetaObject) -> Option<LogLevel> {
        meta.log_level().map(from_wire)
    }

    pub(in super::super) fn from_wire(level: LoggingLevel) -> LogLevel {
        match level {
            LoggingLevel::Debug => LogLevel::Debug,
            LoggingLevel::Info => LogLevel::Info,
            LoggingLevel::Notice => LogLevel::Notice,
            LoggingLevel::Warning => LogLevel::Warning,
            LoggingLevel::Error => LogLevel::Error,
            LoggingLevel::Critical => LogLevel::Critical,
            LoggingLevel::Alert => LogLevel::Alert,
            LoggingLevel::Emergency => LogLevel::Emergency,
        }
    }

    fn to_wire(level: LogLevel) -> LoggingLevel {
        match level {
            LogLevel::Debug => LoggingLevel::Debug,
            LogLevel::Info => LoggingLevel::Info,
            LogLevel::Notice => LoggingLevel::Notice,
            LogLevel::Warning => LoggingLevel::Warning,
            LogLevel::Error => LoggingLevel::Error,
            LogLevel::Critical => LoggingLevel::Critical,
            LogLevel::Alert => LoggingLevel::Alert,
            LogLevel::Emergency => LoggingLevel::Emergency,
        }
    }
}
