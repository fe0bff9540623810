//! How many questions are worked on at once, and which one a newer one takes the place of.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many questions may wait for a seat.
const WAITING: usize = 24;

/// A cancelled question that waits leaves after at most so long.
const LOOKS: Duration = Duration::from_millis(50);

/// Seats for questions that take long.
pub(super) struct Seats {
    taken: Mutex<Taken>,
    left: Condvar,
    most: usize,
}

#[derive(Default)]
struct Taken {
    working: usize,
    waiting: usize,
    number: u64,
    /// Who waits or works: for whom, and how it is told to end.
    asked: BTreeMap<u64, (String, Arc<AtomicBool>)>,
}

/// Why a question is not worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unseated {
    TooMany,
    Cancelled,
}

/// A place at which a question is worked on, free again when it is dropped.
pub(super) struct Seat<'s> {
    seats: &'s Seats,
    number: u64,
}

impl Seats {
    pub(super) fn new(most: usize) -> Self {
        Seats { taken: Mutex::default(), left: Condvar::new(), most: most.max(1) }
    }

    /// Whoever panicked has left the numbers as they are: all changes are made at once.
    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat, once there is one. What the same asker wanted before is cancelled; one without a name has none.
    pub(super) fn take(&self, asker: &str, cancel: &Arc<AtomicBool>) -> Result<Seat<'_>, Unseated> {
        let mut taken = self.lock();
        let older = taken.asked.values().filter(|(who, _)| !who.is_empty() && who == asker);
        older.for_each(|(_, cancel)| cancel.store(true, Ordering::Relaxed));
        if taken.waiting >= WAITING {
            return Err(Unseated::TooMany);
        }
        taken.number += 1;
        let number = taken.number;
        taken.asked.insert(number, (asker.to_string(), cancel.clone()));
        taken.waiting += 1;
        while taken.working >= self.most && !cancel.load(Ordering::Relaxed) {
            taken = self.left.wait_timeout(taken, LOOKS).unwrap_or_else(PoisonError::into_inner).0;
        }
        taken.waiting -= 1;
        if cancel.load(Ordering::Relaxed) {
            taken.asked.remove(&number);
            return Err(Unseated::Cancelled);
        }
        taken.working += 1;
        Ok(Seat { seats: self, number })
    }

    /// Ends everything that is under way.
    pub(super) fn clear(&self) {
        self.lock().asked.values().for_each(|(_, cancel)| cancel.store(true, Ordering::Relaxed));
    }

    /// How many work and wait.
    pub(super) fn count(&self) -> (usize, usize) {
        let taken = self.lock();
        (taken.working, taken.waiting)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut taken = self.seats.lock();
        taken.working -= 1;
        taken.asked.remove(&self.number);
        drop(taken);
        self.seats.left.notify_one();
    }
}
