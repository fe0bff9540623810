//! Deadlocks: a reachable state in which no thread can move, none has gone wrong, and some were started and have not
//! ended.
//!
//! For every thread that is left it says what the thread waits for.

use super::witness::{Way, states, way_to};
use crate::execution::{At, Shown};
use crate::exploration::Instance;
use crate::ir::*;
use crate::semantics::{Configuration, Semantics, Slot};
use moverlog_rules::Tid;

#[derive(Debug)]
pub struct Deadlock {
    /// The threads that have not ended.
    pub waiting: Vec<Waiting>,
    pub way: Way,
}

/// A thread that cannot move and has not ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub thread: Tid,
    pub loc: Loc,
    pub waits_for: WaitsFor,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaitsFor {
    /// A mutex that is held.
    Mutex { mutex: Cell, holder: Tid },
    /// To be notified: the thread is in the wait set of the mutex.
    Notify { mutex: Cell },
    /// To hold the mutex that it releases, waits on or notifies.
    Holding { mutex: Cell, holder: Option<Tid> },
    /// A condition, with the values that it depends on.
    Condition { values: Vec<(String, Shown)> },
}

/// The first deadlock among the states of an exploration.
pub(super) fn deadlock(instance: &Instance<'_>, teller: &Instance<'_>, in_time: &dyn Fn() -> bool) -> Option<Deadlock> {
    let semantics = instance.semantics;
    let mut looked_at = states(instance).take_while(|_| in_time());
    let s = looked_at.find(|s| is_deadlock(semantics, &instance.configuration(*s)))?;
    let c = instance.configuration(s);
    Some(Deadlock { waiting: waiting(semantics, &c), way: way_to(instance, s, teller) })
}

pub(super) fn is_deadlock(semantics: &Semantics<'_>, c: &Configuration) -> bool {
    let blocked = |t| semantics.transitions_in(c, t).steps.is_empty();
    let wrong = |l: &_| semantics.is_wrong(*l);
    let left = |t| semantics.is_left(c, t);
    let stands = semantics.tids().all(blocked) && !c.locals.iter().any(wrong) && semantics.tids().any(left);
    stands && !is_over(semantics, c)
}

/// Whether the program has ended, or what follows is not known.
fn is_over(semantics: &Semantics<'_>, c: &Configuration) -> bool {
    let op = |l: &_| semantics.loc(*l).map(|loc| &semantics.program.location(loc).op);
    let ends = |op: &Op| matches!(op, Op::Do { action: Action::Exit | Action::Fail(_), .. });
    let over = |t| semantics.is_cut(c, t) || semantics.ends_inside(c, t);
    c.locals.iter().filter_map(op).any(ends) || semantics.tids().any(over)
}

pub(super) fn waiting(semantics: &Semantics<'_>, c: &Configuration) -> Vec<Waiting> {
    let left = semantics.tids().zip(&c.locals).filter(|(t, _)| semantics.is_left(c, *t));
    let one = |(thread, l): (Tid, &_)| {
        let loc = semantics.loc(*l)?;
        Some(Waiting { thread, loc, waits_for: At { semantics, c, t: thread }.waits_for(loc) })
    };
    left.filter_map(one).collect()
}

impl At<'_> {
    fn waits_for(&self, loc: Loc) -> WaitsFor {
        match &self.semantics.program.location(loc).op {
            Op::Do { action: Action::Assume(e), .. } => self.condition(&[e]),
            Op::Do { action: Action::ChooseRange { lo, hi, .. }, .. } => self.condition(&[lo, hi]),
            Op::Do { action: Action::Acquire(m), .. } => self.free(self.owner(m)),
            Op::Do { action: Action::WaitAcquire { mutex: m, .. }, .. } => self.wakes(m),
            Op::Do { action: Action::Release(m) | Action::Notify(m) | Action::NotifyAll(m), .. }
            | Op::Do { action: Action::WaitRelease { mutex: m, .. }, .. } => self.holding(self.owner(m)),
            // An atomic block.
            _ => WaitsFor::Condition { values: self.everything_read() },
        }
    }

    /// The owner cell of a mutex.
    fn owner(&self, m: &Mutex) -> Cell {
        match self.slot(&m.place) {
            Some(Slot::Cell(owner)) => owner,
            _ => unreachable!("mutexes are global, and a thread that has gone wrong is not blocked"),
        }
    }

    fn free(&self, mutex: Cell) -> WaitsFor {
        match self.holder(mutex) {
            Some(holder) => WaitsFor::Mutex { mutex, holder },
            None => unreachable!("a free mutex blocks nobody"),
        }
    }

    fn wakes(&self, m: &Mutex) -> WaitsFor {
        let mutex = self.owner(m);
        let wait_set = self.semantics.cell(self.c.global, Cell(mutex.0 + 1 + u32::from(m.reentrant)));
        if wait_set & 1 << (self.t.0 - 1) != 0 { WaitsFor::Notify { mutex } } else { self.free(mutex) }
    }

    fn holding(&self, mutex: Cell) -> WaitsFor {
        WaitsFor::Holding { mutex, holder: self.holder(mutex) }
    }

    fn holder(&self, mutex: Cell) -> Option<Tid> {
        Some(Tid(self.semantics.cell(self.c.global, mutex) as u32)).filter(|t| t.0 > 0)
    }

    fn condition(&self, expressions: &[&Expr]) -> WaitsFor {
        WaitsFor::Condition { values: self.values(expressions) }
    }
}
