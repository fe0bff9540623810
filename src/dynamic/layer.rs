//! What one of several workers does of an exploration by blocks, and what all have met, put together.

use super::exploration::{Exploration, store, word};
use crate::exploration::{Others, Step, Visits};
use crate::ir::Cell;
use crate::semantics::LocalStore;
use moverlog_rules::{Instrumented, State, Tid, ends};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What was met on the way.
#[derive(Default)]
pub struct Met {
    /// Nodes: the global store, the local one as rows of states have it, the stack and the copy of a location.
    pub nodes: Vec<[u32; 4]>,
    pub visits: Visits,
    pub ended_holding: BTreeSet<(Tid, Cell)>,
}

impl Exploration<'_> {
    /// Runs the rules on these states. How each was found of the states that were new, in the order of their numbers:
    /// the blocks begin at places of `states`.
    pub fn expand(&self, states: Rc<[State]>, others: Rc<dyn Others>, run: fn(&dyn Instrumented)) -> Vec<Step> {
        self.layer.expand(self.stored(), states, others, || run(self))
    }

    /// What it has met.
    pub fn met(&self) -> Met {
        let nodes = self.nodes.borrow();
        let row = |n| {
            let row = nodes.get(n);
            [row[0], word(LocalStore(row[1])), row[2], row[3]]
        };
        let nodes = (0..nodes.len() as u32).map(row).collect();
        Met { nodes, visits: self.visits(), ended_holding: self.ended_holding() }
    }

    /// As if that had been met here.
    pub fn take_in(&self, met: Met) {
        for [g, l, stack, at] in met.nodes {
            self.nodes.borrow_mut().intern(&[g, store(l).0, stack, at]);
        }
        let visits = &mut *self.visits.borrow_mut();
        visits.stood.extend(met.visits.stood);
        visits.moved.extend(met.visits.moved);
        self.ended_holding.borrow_mut().extend(met.ended_holding);
    }
}

impl<'a> Exploration<'a> {
    /// An exploration that has the states on a way alone, and the last of them.
    pub fn along(&self, way: &[Step]) -> Exploration<'a> {
        let along = Exploration::new(self.analysis, self.reduction, self.control);
        let start = along.initial();
        way.iter().try_fold(start, |s, step| along.took(s, *step));
        along
    }

    fn took(&self, s: State, step: Step) -> Option<State> {
        let t = step.thread();
        let n = *ends(self, t, s).get(step.outcome() as usize)?;
        Some(self.set(s, t, n))
    }
}
