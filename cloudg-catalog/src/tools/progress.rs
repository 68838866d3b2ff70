//! Progress of loads, passed on to the client.

use std::{sync::mpsc, thread, time::Duration};

use cloudg_runtime::ToolContext;

use crate::load::Progress;

/// How often a load reports progress.
const PERIOD: Duration = Duration::from_millis(200);

/// Runs a load while another thread passes its progress on.
pub(super) fn reporting<R: Send>(
    ctx: &ToolContext,
    progress: &Progress,
    load: impl FnOnce() -> R + Send,
) -> R {
    let (done, finished) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while finished.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
                if ctx.is_cancelled() {
                    progress.cancel();
                }
                let (bytes, total) = progress.get();
                ctx.report_progress(bytes as f64, Some(total as f64), Some("bytes read"));
            }
        });
        let loaded = load();
        drop(done);
        loaded
    })
}
