//! What scheduled threads access, and when an exploration that broke an assumption is given up.

use super::Instance;
use crate::movers::{Movers, Protection};
use moverlog_rules::{Node, Tid};
use std::cell::{Cell, RefCell};

pub(super) struct Watch {
    /// What the scheduled threads accessed.
    observed: RefCell<Option<Protection>>,
    /// Once an assumption is broken: at how many states the exploration is given up.
    until: Cell<usize>,
    /// Whether an execution is being told of what was explored: no bound ends that, and nothing is observed.
    telling: Cell<bool>,
}

impl Watch {
    pub(super) fn new(movers: &Movers) -> Self {
        let observed = match movers {
            Movers::Protection(p) => Some(p.clone()),
            Movers::Table(_) => None,
        };
        Watch { observed: RefCell::new(observed), until: Cell::new(usize::MAX), telling: Cell::new(false) }
    }
}

impl Instance<'_> {
    /// Whether no bound was hit, and the exploration was not given up because it broke an assumption.
    pub fn is_complete(&self) -> bool {
        !self.stopped() && self.control.hit().is_none()
    }

    /// Whether the exploration ended early because it broke an assumption.
    pub fn was_given_up(&self) -> bool {
        self.state_count() >= self.watch.until.get()
    }

    /// Ends the exploration, as if it had broken an assumption.
    pub fn give_up(&self) {
        self.watch.until.set(0);
    }

    /// What scheduled threads accessed, on top of what was assumed.
    pub fn observed(&self) -> Option<Protection> {
        self.watch.observed.borrow().clone()
    }

    /// The same, whatever the order in which accesses were met: what is noted of one may depend on those before.
    pub fn observed_in_any_order(&self) -> Option<Protection> {
        let mut seen = self.observed()?;
        loop {
            let before = seen.clone();
            for (n, t, _) in self.scheduled() {
                let (g, l, _) = self.stores(n);
                seen.observe(self.semantics, t, g, &self.semantics.transitions(t, g, l));
            }
            if seen.agrees_with(&before) {
                return Some(seen);
            }
        }
    }

    /// Whether an access has broken an assumption of the movers in use.
    pub fn broke_an_assumption(&self) -> bool {
        match (self.movers, &*self.watch.observed.borrow()) {
            (Movers::Protection(assumed), Some(seen)) => !assumed.agrees_with(seen),
            _ => false,
        }
    }

    /// Whether an access was met that tells something new of how variables are used, where movers depend on that.
    pub fn met_news(&self) -> bool {
        self.watch.until.get() != usize::MAX
    }

    pub(super) fn stopped(&self) -> bool {
        !self.is_telling() && (self.control.stopped() || self.was_given_up())
    }

    pub(super) fn is_telling(&self) -> bool {
        self.watch.telling.get()
    }

    /// Questions are answered though a bound has ended the exploration, and leave no trace in it.
    pub(crate) fn told<A>(&self, tell: impl FnOnce() -> A) -> A {
        let before = self.watch.telling.replace(true);
        let told = tell();
        self.watch.telling.set(before);
        told
    }

    /// Notes what `t` accesses at `n`. Once an assumption is broken the run will be repeated under
    /// better ones. It goes on as long as it meets more of them, and ends where half of its states
    /// have shown none: each cell of an array may lose its locks at an access of its own. Where states are
    /// kept for the next round it ends after the first, for those that it adds stay.
    pub(super) fn observe(&self, t: Tid, n: Node) {
        let (g, l, _) = self.stores(n);
        let transitions = self.semantics.transitions(t, g, l);
        let unnoticed = self.partition.inference.is_some_and(|i| !i.blocked_accesses) && transitions.steps.is_empty();
        let news = match self.watch.observed.borrow_mut().as_mut().filter(|_| !unnoticed) {
            Some(seen) => seen.observe(self.semantics, t, g, &transitions),
            None => false,
        };
        let first = self.watch.until.get() == usize::MAX;
        let keeps_states = self.partition.inference.is_some_and(|i| i.keeps_states);
        if news && self.partition.phases.is_some() && (first || !keeps_states && !self.stopped()) {
            self.watch.until.set(2 * self.state_count() + 1000);
        }
    }
}
