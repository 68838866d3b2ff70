//! Few queries run at one time.
//!
//! Each may hold about half a gigabyte and keeps a processor busy for up to a minute, so their
//! number is what bounds the memory of all.

use std::thread;

use tokio::sync::{Semaphore, SemaphorePermit};

use super::PERIOD;

/// How many queries run at one time.
const MOST_RUNNING: usize = 2;

static TURNS: Semaphore = Semaphore::const_new(MOST_RUNNING);

/// Leave to run a query, until it is dropped.
#[derive(Debug)]
pub struct Turn {
    _permit: SemaphorePermit<'static>,
}

impl Turn {
    /// Blocks while two queries run; `None` once `is_cancelled` says that the caller waits no
    /// longer. Those who wait are served in no particular order.
    pub fn wait(is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        Self::wait_for(&TURNS, is_cancelled)
    }

    fn wait_for(turns: &'static Semaphore, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        loop {
            if is_cancelled() {
                return None;
            }
            if let Ok(permit) = turns.try_acquire() {
                return Some(Self { _permit: permit });
            }
            thread::sleep(PERIOD);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        cell::Cell,
        time::{Duration, Instant},
    };

    use super::*;

    #[test]
    fn a_third_query_waits_until_one_of_two_has_ended() {
        static TURNS: Semaphore = Semaphore::const_new(MOST_RUNNING);
        let first = Turn::wait_for(&TURNS, &|| false).expect("a turn");
        let second = Turn::wait_for(&TURNS, &|| false).expect("a turn");
        let looks = Cell::new(0);
        let gives_up = || looks.replace(looks.get() + 1) == 3;
        assert!(Turn::wait_for(&TURNS, &gives_up).is_none());
        assert_eq!(looks.get(), 4);
        let start = Instant::now();
        let third = thread::scope(|scope| {
            let waits = scope.spawn(|| Turn::wait_for(&TURNS, &|| false));
            thread::sleep(Duration::from_millis(50));
            drop(first);
            waits.join().expect("no panic")
        });
        assert!(third.is_some() && start.elapsed() >= Duration::from_millis(50));
        drop((second, third));
        assert_eq!(TURNS.available_permits(), MOST_RUNNING);
    }
}
