//! What a transaction makes of what its thread sees. That depends on the variables that it reads alone,
//! and is worked out once for all views that agree there.

use super::ctp::{Ctp, VariableId};
use super::environment::{Environment, Layout, Outcome, View, perform};
use super::interval::Interval;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// How many results a transaction keeps.
const KEPT: usize = 64;

/// Transitions of a thread, one after the other.
pub struct Transaction {
    thread: usize,
    transitions: Range<usize>,
    /// The slots of the variables in its expressions.
    reads: Vec<usize>,
    /// Those, and the slots that it stores to: all others stay as they are.
    touched: Vec<usize>,
    /// For each variable of the thread its place in `touched`.
    locals: Vec<Option<usize>>,
    /// By what was read, what is left in `touched`; nothing if the thread does not come to the end.
    results: FxHashMap<Vec<Interval>, Option<Rc<[Interval]>>>,
}

/// What evaluations need, and leave behind for the next one.
pub struct Scratch {
    read: Vec<Interval>,
    env: Environment,
    outcome: Outcome,
}

impl Scratch {
    pub fn new(ctp: &Ctp) -> Scratch {
        let env = Environment(vec![Interval::TOP; ctp.variables.len()]);
        Scratch { read: vec![], env, outcome: Outcome::default() }
    }
}

impl Transaction {
    /// The transitions of a thread from one control state to another; a step after its last one does nothing.
    pub fn new(ctp: &Ctp, layout: &Layout, thread: usize, begin: usize, end: usize) -> Transaction {
        let slice = &ctp.threads[thread].transitions;
        let transitions = begin..end.min(slice.len());
        let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
        for t in &slice[transitions.clone()] {
            let mut read = |v: VariableId| _ = reads.insert(layout.slot(v));
            t.expressions().for_each(|e| e.for_each_variable(&mut read));
            t.constants.iter().for_each(|(v, _)| read(*v));
            writes.extend(t.targets().map(|v| layout.slot(v)));
        }
        let touched: Vec<usize> = reads.union(&writes).copied().collect();
        let locals = layout.locals_of(thread).map(|slot| touched.binary_search(&slot).ok()).collect();
        let reads = reads.into_iter().collect();
        Transaction { thread, transitions, reads, touched, locals, results: FxHashMap::default() }
    }

    /// What is left in the slots that it touches, if the thread comes to the end. Calls `note` with every transition
    /// and its outcome, unless it has done so before.
    pub fn perform(
        &mut self,
        ctp: &Ctp,
        layout: &Layout,
        view: &View,
        scratch: &mut Scratch,
        note: &mut impl FnMut(usize, &Outcome),
    ) -> Option<Rc<[Interval]>> {
        scratch.read.clear();
        scratch.read.extend(self.reads.iter().map(|slot| view.at(*slot)));
        if let Some(known) = self.results.get(&scratch.read) {
            return known.clone();
        }
        self.reads.iter().zip(&scratch.read).for_each(|(slot, i)| scratch.env.0[*slot] = *i);
        let slice = &ctp.threads[self.thread].transitions;
        let at_end = self.transitions.clone().all(|at| {
            perform(ctp, layout, &slice[at], &mut scratch.env, &mut scratch.outcome);
            note(at, &scratch.outcome);
            scratch.outcome.goes_on
        });
        let left = at_end.then(|| self.touched.iter().map(|slot| scratch.env.0[*slot]).collect());
        if self.results.len() == KEPT {
            self.results.clear();
        }
        self.results.insert(scratch.read.clone(), left.clone());
        left
    }

    /// What the thread knows by itself after it.
    pub fn locals_after<'a>(
        &'a self,
        before: &'a [Interval],
        touched: &'a [Interval],
    ) -> impl Iterator<Item = Interval> + Clone + 'a {
        self.locals.iter().zip(before).map(|(at, before)| at.map_or(*before, |at| touched[at]))
    }

    /// The environment after it.
    pub fn after(&self, mut before: Environment, touched: &[Interval]) -> Environment {
        self.touched.iter().zip(touched).for_each(|(slot, i)| before.0[*slot] = *i);
        before
    }
}
