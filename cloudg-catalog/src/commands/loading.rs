//! Loading with a progress bar where a person watches.

use std::{
    io::{self, IsTerminal},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

use crate::load::Progress;

/// A load that is quicker than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);
const REDRAW: Duration = Duration::from_millis(50);

/// Runs a load; on a terminal a bar on stderr shows how far it is.
pub(super) fn with_bar<R: Send>(what: &str, load: impl FnOnce(&Progress) -> R + Send) -> R {
    let progress = Progress::default();
    if !io::stderr().is_terminal() {
        return load(&progress);
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let bar = scope.spawn(|| draw(what, &progress, &done));
        let loaded = load(&progress);
        done.store(true, Ordering::Relaxed);
        bar.thread().unpark();
        loaded
    })
}

fn draw(what: &str, progress: &Progress, done: &AtomicBool) {
    std::thread::park_timeout(PATIENCE);
    if done.load(Ordering::Relaxed) {
        return;
    }
    let template = "{msg} [{wide_bar}] {bytes}/{total_bytes} {eta}";
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::new(0).with_message(format!("Loading {what}"));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    while !done.load(Ordering::Relaxed) {
        let (read, total) = progress.get();
        bar.set_length(total);
        bar.set_position(read);
        std::thread::park_timeout(REDRAW);
    }
    bar.finish_and_clear();
}
