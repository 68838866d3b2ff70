//! How much the engine holds, and whether it should end.
//!
//! The engine looks at its token where it reads triples, not where it multiplies rows that it has.
//! But every row is made of terms, so their copies tell what it does. One query runs on one thread.

use std::{
    cell::{Cell, RefCell},
    panic::resume_unwind,
};

use spareval::CancellationToken;

use super::Cut;

/// What unwinds the engine.
pub(super) struct Stopped;

/// How many copies pass between two looks at the token.
const STRIDE: usize = 256;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static MOST_LIVE: Cell<usize> = const { Cell::new(usize::MAX) };
    static STEPS: Cell<usize> = const { Cell::new(0) };
    static STOPPED_BY: Cell<Option<Cut>> = const { Cell::new(None) };
    static TOKEN: RefCell<Option<CancellationToken>> = const { RefCell::new(None) };
}

/// Starts to watch a query on this thread.
pub(super) fn start(token: &CancellationToken, most_live: usize) {
    LIVE.set(0);
    MOST_LIVE.set(most_live);
    STOPPED_BY.set(None);
    TOKEN.set(Some(token.clone()));
}

/// Stops watching; says what ended the query, if something here did.
pub(super) fn finish() -> Option<Cut> {
    TOKEN.set(None);
    MOST_LIVE.set(usize::MAX);
    STOPPED_BY.get()
}

/// Counts a term that the engine holds now. Does not return when the query should end.
#[inline]
pub(super) fn add() {
    let live = LIVE.get() + 1;
    LIVE.set(live);
    if live > MOST_LIVE.get() {
        stop(Cut::Memory);
    }
    step();
}

/// Counts a term that it holds no longer.
#[inline]
pub(super) fn remove() {
    // Terms of the last query may be dropped late.
    LIVE.set(LIVE.get().saturating_sub(1));
}

/// Counts a piece of work. Does not return when the query should end.
#[inline]
pub(super) fn step() {
    let steps = STEPS.get().wrapping_add(1);
    STEPS.set(steps);
    if steps.is_multiple_of(STRIDE) && is_cancelled() {
        resume_unwind(Box::new(Stopped));
    }
}

/// Ends the query because it holds or answers too much. Does not return while one is watched.
pub(super) fn stop(cut: Cut) {
    if TOKEN.with_borrow(Option::is_some) && !std::thread::panicking() {
        STOPPED_BY.set(Some(cut));
        resume_unwind(Box::new(Stopped));
    }
}

fn is_cancelled() -> bool {
    !std::thread::panicking()
        && TOKEN.with_borrow(|token| token.as_ref().is_some_and(CancellationToken::is_cancelled))
}
