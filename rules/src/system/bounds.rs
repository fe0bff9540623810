//! What a check may use, and whether it goes on.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a check may use.
///
/// ```
/// use moverlog_rules::Bounds;
/// use std::time::Duration;
///
/// let bounds = Bounds { time: Some(Duration::from_secs(10)), ..Bounds::default() };
/// assert_eq!(bounds.states, 1_000_000);
/// ```
#[derive(Clone, Debug)]
pub struct Bounds {
    /// States that the ruleset stores.
    pub states: usize,
    /// Frames on one thread's stack.
    pub stack: u32,
    /// States of the unreduced program on which letters are tried. If it has more, nothing is safe
    /// under a ruleset that reduces.
    pub tried: usize,
    /// For all of the check, letters and other conditions included; no bound unless something else is said.
    pub time: Option<Duration>,
    /// Raised by whoever wants the check to end.
    pub cancelled: Arc<AtomicBool>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { states: 1_000_000, stack: 100, tried: 1_000_000, time: None, cancelled: Arc::default() }
    }
}

/// The bound that has ended an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    States,
    Time,
    Cancelled,
}

/// The bounds during one exploration, and which has ended it.
#[derive(Clone)]
pub(super) struct Budget {
    pub(super) bounds: Bounds,
    deadline: Option<Instant>,
    /// Units of work so far.
    worked: Cell<u32>,
    ended: Cell<Option<Ended>>,
}

/// The clock is looked at once in so many units of work: steps that are asked for, or compared.
const LOOKS_AFTER: u32 = 16;

/// For the way to an error, where the time is over.
const GRACE: Duration = Duration::from_millis(100);

impl Budget {
    pub(super) fn new(bounds: Bounds) -> Self {
        let deadline = bounds.time.and_then(|time| Instant::now().checked_add(time));
        let budget = Budget { bounds, deadline, worked: Cell::new(0), ended: Cell::new(None) };
        budget.look();
        budget
    }

    /// For a further exploration of so many states, with the same deadline.
    pub(super) fn anew(&self, states: usize) -> Self {
        let bounds = Bounds { states, ..self.bounds.clone() };
        Budget { deadline: self.deadline, ..Budget::new(bounds) }
    }

    /// To tell of an error that was found: a little more time, if there is none.
    pub(super) fn grace(&self) -> Self {
        match self.ended.get() {
            Some(Ended::Time | Ended::Cancelled) => {
                Budget::new(Bounds { time: Some(GRACE), cancelled: Arc::default(), ..self.bounds.clone() })
            }
            _ => self.anew(self.bounds.states),
        }
    }

    pub(super) fn end(&self, by: Ended) {
        self.ended.set(self.ended.get().or(Some(by)));
    }

    pub(super) fn ended(&self) -> Option<Ended> {
        self.ended.get()
    }

    /// Called for every unit of work; false once a bound has ended it.
    pub(super) fn goes_on(&self) -> bool {
        self.worked.set(self.worked.get().wrapping_add(1));
        if self.worked.get().is_multiple_of(LOOKS_AFTER) {
            self.look();
        }
        self.ended.get().is_none()
    }

    fn look(&self) {
        if self.bounds.cancelled.load(Ordering::Relaxed) {
            self.end(Ended::Cancelled);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            self.end(Ended::Time);
        }
    }
}
