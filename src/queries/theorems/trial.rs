//! Instances of one statement, counted, and the first that contradicts it.

use super::shown::{Breach, Counterexample, World};

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

    /// Nothing is tried where what the statement asks for does not hold.
    pub(super) fn provided(self, holds: bool) -> Self {
        if holds { self } else { Trial::new(self.of) }
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
