//! Instances of one statement, counted, and the first that contradicts it.

use super::world::World;
use crate::driver::Transaction;
use crate::execution::Choice;
use crate::movers::{Order, Snapshot};
use moverlog_rules::Tid;

/// A statement of a paper, and what came of it.
#[derive(Debug)]
pub struct Theorem {
    pub name: &'static str,
    pub statement: &'static str,
    /// Nothing if a bound was hit.
    pub tried: Option<Tried>,
}

/// So many instances were tried.
#[derive(Debug)]
pub struct Tried {
    pub count: usize,
    /// What was tried: `states`, `pairs`.
    pub of: &'static str,
    pub violations: usize,
    pub first: Option<Counterexample>,
}

impl Tried {
    /// Two parts of one statement.
    pub(super) fn and(self, more: Tried) -> Tried {
        let (count, violations) = (self.count + more.count, self.violations + more.violations);
        Tried { count, violations, first: self.first.or(more.first), ..self }
    }
}

/// A state of the exploration that a statement speaks of, and what contradicts it there.
#[derive(Debug)]
pub struct Counterexample {
    pub schedule: Vec<Choice>,
    /// Nothing if no execution leads there, as rules from a file may.
    pub story: Option<Vec<Transaction>>,
    pub state: Snapshot,
    /// Where each thread stands in its transaction; empty where nobody asks.
    pub standing: Vec<&'static str>,
    /// Steps from the state that the statement speaks of.
    pub steps: Option<Order>,
    /// Whom it is about: `{t}` and `{u}` of what it says.
    pub threads: [Tid; 2],
    pub says: &'static str,
}

/// An instance that contradicts a statement: in a state, with the states that steps lead to from there.
pub(super) struct Breach {
    pub(super) s: usize,
    pub(super) t: Tid,
    pub(super) u: Tid,
    pub(super) steps: Vec<(usize, Tid)>,
    pub(super) says: &'static str,
}

impl Breach {
    /// About one thread.
    pub(super) fn of(s: usize, t: Tid, says: &'static str) -> Self {
        Breach { s, t, u: t, steps: vec![], says }
    }
}

/// Counts what is tried; `B` is what is kept of the first violation.
pub(super) struct Trial<B = Breach> {
    of: &'static str,
    count: usize,
    violations: usize,
    pub(super) first: Option<B>,
}

impl<B> Trial<B> {
    pub(super) fn new(of: &'static str) -> Self {
        Trial { of, count: 0, violations: 0, first: None }
    }

    pub(super) fn tried(&mut self, holds: bool, breach: impl FnOnce() -> B) {
        self.count += 1;
        self.violations += usize::from(!holds);
        if !holds && self.first.is_none() {
            self.first = Some(breach());
        }
    }

    pub(super) fn tally(self, show: impl FnOnce(B) -> Counterexample) -> Tried {
        let Trial { of, count, violations, first } = self;
        Tried { count, of, violations, first: first.map(show) }
    }
}

impl Trial {
    pub(super) fn shown(self, world: &dyn World) -> Tried {
        self.tally(|breach| world.counterexample(breach))
    }
}
