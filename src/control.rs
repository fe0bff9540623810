//! The bounds of a run. They are tested wherever work is done: once one is hit no state has a
//! successor any more and the fixpoint closes by itself, with what was found so far.

mod bound;

pub use bound::Bound;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// States that are stored.
    pub states: usize,
    /// Those of them that nobody has moved from yet, if that is known.
    pub frontier: Option<usize>,
}

/// What a run may use.
///
/// ```
/// use moverlog::control::{Control, Limits};
///
/// let control = Control::from(Limits { max_states: 1000, ..Limits::default() });
/// assert!(control.goes_on() && control.full(1000).is_some());
/// assert_eq!(Control::default().limits.max_stack, 100);
/// ```
#[derive(Clone)]
pub struct Limits {
    /// States that are stored.
    pub max_states: usize,
    /// Frames on one thread's stack.
    pub max_stack: u32,
    /// From the beginning of the run.
    pub timeout: Option<Duration>,
    /// Bytes, as `memory` counts them.
    pub max_memory: Option<usize>,
    /// How many bytes are in use.
    pub memory: fn() -> usize,
    /// The process ends soon after the run: what a run that was cut has built is left to the system.
    pub last: bool,
    /// Raised by whoever wants the run to end.
    pub cancel: Arc<AtomicBool>,
    /// The bound that has ended the part of the run that is elsewhere, and so ends it here.
    pub halt: Arc<OnceLock<Bound>>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_states: 10_000_000,
            max_stack: 100,
            timeout: None,
            max_memory: None,
            memory: || 0,
            last: false,
            cancel: Arc::default(),
            halt: Arc::default(),
        }
    }
}

/// The bounds during one run, and which was hit.
pub struct Control<'a> {
    /// The bounds.
    pub limits: Limits,
    deadline: Option<Instant>,
    /// Called now and then with the number of states stored so far.
    progress: &'a dyn Fn(Reached),
    hit: Cell<Option<Bound>>,
    /// Where the program met it, in words.
    place: RefCell<Option<String>>,
    /// Where the search stops because it has found an error.
    enough: Cell<usize>,
    complete: Cell<bool>,
    /// All explorations are of no use if they stop after an error.
    thorough: Cell<bool>,
    /// Units of work since the run began.
    worked: Cell<u32>,
    /// Where the bound on states is hit another run follows.
    raised: bool,
}

/// What holds for a run, for other threads to work under.
#[derive(Clone)]
pub struct Terms {
    /// The bounds.
    pub limits: Limits,
    deadline: Option<Instant>,
}

impl From<Terms> for Control<'static> {
    fn from(Terms { limits, deadline }: Terms) -> Self {
        Control { deadline, ..Control::from(limits) }
    }
}

/// The clock is looked at once in so many units of work, each well under a millisecond.
const LOOKS_AFTER: u32 = 64;

/// How many states are stored for the counts once there is an error, unless it took more to find it.
const STATES_WITH_ERROR: usize = 100_000;

/// See [`Control::ending`]; as measured with three million path edges, which take one and a half, and with five million.
const SECONDS_A_GIGABYTE: f64 = 2.5;

/// See [`Control::most_nodes`].
const FEWEST_NODES: usize = 10_000;

/// How many facts rules from a file may derive for each state that the bound allows, of which at least
/// [`FEWEST_NODES`] are taken to be allowed.
const FACTS_PER_STATE: usize = 100;

impl From<Limits> for Control<'static> {
    /// Within these limits, and nobody told of the progress.
    fn from(limits: Limits) -> Self {
        Control::new(limits, &|_| {})
    }
}

impl Default for Control<'static> {
    /// Within the limits that hold unless something else is said.
    fn default() -> Self {
        Limits::default().into()
    }
}

impl<'a> Control<'a> {
    /// The time runs from now on.
    pub fn new(limits: Limits, progress: &'a dyn Fn(Reached)) -> Self {
        let deadline = limits.timeout.and_then(|t| Instant::now().checked_add(t));
        Control {
            limits,
            deadline,
            progress,
            hit: Cell::new(None),
            place: RefCell::new(None),
            enough: Cell::new(usize::MAX),
            complete: Cell::new(false),
            thorough: Cell::new(false),
            worked: Cell::new(0),
            raised: false,
        }
    }

    /// For a further run under the same bounds, none of them hit, and the same deadline.
    pub fn anew(&self) -> Control<'a> {
        Control { deadline: self.deadline, ..Control::new(self.limits.clone(), self.progress) }
    }

    /// As `anew`, with one of so many parts of the time that is left.
    pub fn share(&self, parts: usize) -> Control<'a> {
        let now = Instant::now();
        let part = self.deadline.map(|d| now + d.saturating_duration_since(now) / parts.max(1) as u32);
        Control { deadline: part, ..self.anew() }
    }

    /// As `anew`, with two thirds of the time that is left.
    pub fn most(&self) -> Control<'a> {
        let now = Instant::now();
        let part = self.deadline.map(|d| now + d.saturating_duration_since(now) * 2 / 3);
        Control { deadline: part, ..self.anew() }
    }

    /// The same bounds and deadline.
    pub fn terms(&self) -> Terms {
        Terms { limits: self.limits.clone(), deadline: self.deadline }
    }

    /// With another bound on states.
    pub fn with_states(mut self, max_states: usize) -> Self {
        self.limits.max_states = max_states;
        self
    }

    /// With another bound on stacks.
    pub fn with_stack(mut self, max_stack: u32) -> Self {
        self.limits.max_stack = max_stack;
        self
    }

    /// For a run that another one follows, if this one hits the bound on states.
    pub fn to_be_raised(mut self) -> Self {
        self.raised = true;
        self
    }

    /// Until its deadline, and no longer than this.
    pub fn within(self, time: Duration) -> Self {
        let deadline = self.deadline.into_iter().chain(Instant::now().checked_add(time)).min();
        Control { deadline, ..self }
    }

    /// With a deadline, if there is none.
    pub fn with_deadline(self, time: Duration) -> Self {
        let deadline = self.deadline.or_else(|| Instant::now().checked_add(time));
        Control { deadline, ..self }
    }

    /// The first bound that was hit.
    pub fn hit(&self) -> Option<Bound> {
        self.hit.get()
    }

    /// Records that a bound was hit: the first of those that cut most.
    ///
    /// ```
    /// use moverlog::control::{Bound, Control};
    ///
    /// let control = Control::default();
    /// for bound in [Bound::Stack, Bound::Threads, Bound::Stack, Bound::Heap] {
    ///     control.record(bound);
    /// }
    /// control.begin(false);
    /// assert_eq!(control.hit(), Some(Bound::Threads));
    /// ```
    pub fn record(&self, bound: Bound) {
        if self.hit.get().is_none_or(|old| old.cuts() < bound.cuts()) {
            self.hit.set(Some(bound));
        }
    }

    /// The same of one that the program meets at a place.
    pub fn record_at(&self, bound: Bound, place: impl FnOnce() -> String) {
        if self.hit.get().is_none_or(|old| old.cuts() < bound.cuts()) {
            self.place.replace(Some(place()));
        }
        self.record(bound);
    }

    /// Where the program met the bound that was hit, if it is one of the program.
    pub fn place(&self) -> Option<String> {
        self.hit.get().filter(|bound| bound.is_of_the_program()).and_then(|_| self.place.borrow().clone())
    }

    /// Whether a bound has ended the run.
    pub fn stopped(&self) -> bool {
        self.hit.get().is_some_and(Bound::ends_the_run)
    }

    /// What a run builds, to be freed with it, which takes long where there is much of it.
    pub fn own<T>(&self, built: T) -> Owned<'_, 'a, T> {
        Owned { built: Some(built), control: self }
    }

    /// Whether what a run that was cut has built need not be freed.
    pub fn leaves_memory(&self) -> bool {
        let goes_on = self.raised && self.hit() == Some(Bound::States);
        self.limits.last && self.stopped() && !goes_on
    }

    /// A new exploration under the same deadline: forgets that stacks were cut before. `complete`: it is
    /// of no use if it stops after an error.
    pub fn begin(&self, complete: bool) {
        self.complete.set(complete || self.thorough.get());
        if self.hit.get() == Some(Bound::Stack) {
            self.hit.set(None);
        }
        self.enough.set(usize::MAX);
        self.check();
    }

    /// From now on no exploration stops after an error.
    pub fn be_thorough(&self) {
        self.thorough.set(true);
    }

    /// The bound that a further state would break.
    pub fn full(&self, states: usize) -> Option<Bound> {
        if states >= self.limits.max_states {
            return Some(Bound::States);
        }
        (states >= self.enough.get()).then_some(Bound::Error)
    }

    /// From now on the search serves the counts alone: it goes on to at most twice as many states.
    pub fn found_error(&self, states: usize) {
        if !self.complete.get() {
            self.enough.set(Control::enough_with_error(states));
        }
    }

    /// How many states are enough where the first error is in the last of so many.
    pub fn enough_with_error(states: usize) -> usize {
        STATES_WITH_ERROR.max(2 * states)
    }

    /// Whether the exploration need not go on to its end once there is an error.
    pub fn stops_after_error(&self) -> bool {
        !self.complete.get()
    }

    /// Called for every new state.
    pub fn tick(&self, states: usize) {
        self.tick_with(states, None);
    }

    /// The same where it is known how many states have been expanded.
    pub fn tick_with(&self, states: usize, expanded: Option<usize>) {
        if states.is_multiple_of(256) {
            (self.progress)(Reached { states, frontier: expanded.map(|n| states.saturating_sub(n)) });
        }
        self.goes_on();
    }

    /// Called for every unit of work; false once a bound has ended the run.
    #[inline]
    pub fn goes_on(&self) -> bool {
        self.has_worked(1);
        !self.stopped()
    }

    /// So many units of work have been done at once.
    #[inline]
    pub fn has_worked(&self, units: usize) {
        let before = self.worked.get();
        self.worked.set(before.wrapping_add(units as u32));
        if self.worked.get() / LOOKS_AFTER != before / LOOKS_AFTER {
            self.check();
        }
    }

    /// However small the bound on states: so many nodes per thread are always allowed, which may lie
    /// between a few states where data grow inside one transaction.
    pub fn most_nodes(&self, threads: u32) -> usize {
        self.limits.max_states.max(FEWEST_NODES).saturating_mul(threads as usize + 1)
    }

    /// Whether rules that have derived so many facts go on: they may derive numbers without end of a few states.
    pub fn affords_facts(&self, facts: usize) -> bool {
        if facts >= self.limits.max_states.max(FEWEST_NODES).saturating_mul(FACTS_PER_STATE) {
            self.record(Bound::Facts);
        }
        self.goes_on()
    }

    /// Whether there is memory for something of so many bytes; if not, that bound is hit.
    pub fn affords(&self, bytes: usize) -> bool {
        if self.limits.max_memory.is_some_and(|max| (self.limits.memory)().saturating_add(bytes) > max) {
            self.record(Bound::Memory);
        }
        self.check()
    }

    /// How long it takes about to end the run, so that it is over in time: rules go through what they derived last, and
    /// put it where the rest is. At most a quarter of the time.
    fn ending(&self) -> Duration {
        let most = self.limits.timeout.unwrap_or_default() / 4;
        Duration::from_nanos((self.limits.memory)() as u64).mul_f64(SECONDS_A_GIGABYTE).min(most)
    }

    /// Tests the bounds that do not depend on the number of states; false once one has ended the run.
    pub fn check(&self) -> bool {
        if self.limits.cancel.load(Ordering::Relaxed) {
            self.record(Bound::Interrupted);
        }
        if self.deadline.is_some_and(|d| Instant::now() + self.ending() >= d) {
            self.record(Bound::Time);
        }
        if self.limits.max_memory.is_some_and(|max| (self.limits.memory)() >= max) {
            self.record(Bound::Memory);
        }
        if let Some(bound) = self.limits.halt.get() {
            self.record(*bound);
        }
        !self.stopped()
    }
}

/// Freed when it is dropped, unless a bound was hit and the process is about to end.
pub struct Owned<'c, 'a, T> {
    built: Option<T>,
    control: &'c Control<'a>,
}

impl<T> Deref for Owned<'_, '_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.built.as_ref().expect("it is there until it is dropped")
    }
}

impl<T> Drop for Owned<'_, '_, T> {
    fn drop(&mut self) {
        if self.control.leaves_memory() {
            std::mem::forget(self.built.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_with_much_in_memory_ends_before_its_time() {
        let within =
            |seconds, memory| Limits { timeout: Some(Duration::from_secs(seconds)), memory, ..Limits::default() };
        let ending = |memory| Control::from(within(8, memory)).ending().as_millis();
        assert_eq!([ending(|| 0), ending(|| 400_000_000), ending(|| usize::MAX)], [0, 1000, 2000]);
    }
}
