//! What contradicts a statement, shown: a state, an execution that leads there, and steps from it.

use crate::driver::{Transaction, tell};
use crate::execution::{self, Choice};
use crate::exploration::Instance;
use crate::movers::{Board, Order, Snapshot};
use crate::semantics::Configuration;
use moverlog_rules::Tid;

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

/// States from which a counterexample can be shown.
pub(super) trait World {
    /// In whose movers and classes executions are told.
    fn teller(&self) -> &Instance<'_>;

    fn configuration(&self, s: usize) -> Configuration;

    /// The states on the way, and who moved.
    fn way(&self, s: usize) -> Vec<(usize, Tid)>;

    fn standing(&self, s: usize) -> Vec<&'static str>;

    fn counterexample(&self, breach: Breach) -> Counterexample {
        let Breach { s, t, u, steps, says } = breach;
        let mut at = self.configuration(s);
        let choices = self.choices(&mut at, &steps).unwrap_or_default();
        self.with_steps((s, &choices), [t, u], says)
    }

    /// The steps between states, without those that change no more than where a thread stands.
    fn choices(&self, at: &mut Configuration, steps: &[(usize, Tid)]) -> Option<Vec<Choice>> {
        let mut choices = vec![];
        for (s, t) in steps {
            let next = self.configuration(*s);
            if next != *at {
                choices.push(execution::step_between(self.teller().semantics, at, *t, &next)?.choice);
                *at = next;
            }
        }
        Some(choices)
    }

    fn with_steps(&self, (s, choices): (usize, &[Choice]), threads: [Tid; 2], says: &'static str) -> Counterexample {
        let (teller, corner) = (self.teller(), &self.configuration(s));
        let semantics = teller.semantics;
        let schedule = self.choices(&mut semantics.initial(), &self.way(s));
        let story = schedule.as_ref().and_then(|way| Some(tell(teller, &execution::replay(semantics, way)?)));
        let board = Board { semantics, movers: teller.movers, corner };
        Counterexample {
            schedule: schedule.unwrap_or_default(),
            story,
            state: Snapshot::new(semantics, corner),
            standing: self.standing(s),
            steps: board.steps(choices).filter(|_| !choices.is_empty()),
            threads,
            says,
        }
    }
}
