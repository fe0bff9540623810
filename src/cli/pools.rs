//! Threads that are started in a loop, and objects that are allocated in one: where those of a pool leave an answer open,
//! there are more of them.

use super::args::{CheckArgs, Common};
use super::compile;
use super::failure::Failure;
use super::inputs::LONGEST;
use super::timed::Timed;
use crate::driver::{Bound, Verdict};
use crate::model::Model;
use std::cell::OnceCell;

/// There are more so often.
const ROUNDS: usize = 3;

/// So many times as many threads, or objects.
const THREADS: usize = 2;
const OBJECTS: u32 = 4;

/// A model with larger and larger pools.
pub(super) struct Pools<'a> {
    models: [OnceCell<Model>; ROUNDS],
    /// As it is asked about.
    marked: &'a dyn Fn(Model) -> Model,
    /// No more states than these, which are the same on every machine.
    states: usize,
}

impl<'a> Pools<'a> {
    pub(super) fn new(marked: &'a dyn Fn(Model) -> Model, states: usize) -> Self {
        Pools { models: Default::default(), marked, states }
    }

    /// What is found where more threads may be started, or objects allocated, if their number is all that leaves it open
    /// and there are then enough of them; else what was found before.
    pub(super) fn enough<'m, A>(
        &'m self,
        args: &CheckArgs,
        first: (Timed<'m>, A),
        is_open: impl Fn(&Timed<'m>, &A) -> bool,
        ask: impl Fn(&CheckArgs, &'m Model) -> Result<(Timed<'m>, A), Failure>,
    ) -> Result<(Timed<'m>, A), Failure> {
        let more = |(run, also): &(Timed<'m>, A)| run.outcome.bound.filter(|_| is_open(run, also));
        let (mut common, mut bound) = (args.common.clone(), more(&first));
        for place in self.models.iter().filter(|_| !args.asks_again()) {
            let Some(larger) = bound.and_then(|bound| larger(args, common, bound)) else { break };
            common = larger;
            let Model { name, text, .. } = first.0.model();
            // There may be no room for so many.
            let Ok(model) = compile(name, text, &common.constants, &common) else { break };
            let run = ask(&self.briefly(args, &common), place.get_or_init(|| (self.marked)(model)))?;
            if !is_open(&run.0, &run.1) {
                return Ok(run);
            }
            bound = more(&run);
        }
        Ok(first)
    }

    /// These flags, within bounds on time and states unless they are to be raised.
    fn briefly(&self, args: &CheckArgs, common: &Common) -> CheckArgs {
        let rest = common.rest();
        let rest = if args.auto { rest } else { rest.within(LONGEST).with_states(self.states) };
        CheckArgs { common: rest, ..args.clone() }
    }
}

/// Whether a run says nothing yet.
pub(super) fn is_open<A>(run: &Timed<'_>, _: &A) -> bool {
    run.outcome.verdict == Verdict::Inconclusive
}

/// The same flags with more of what there was too little of, if the user does not say how many there are.
fn larger(asked: &CheckArgs, mut common: Common, bound: Bound) -> Option<Common> {
    match bound {
        Bound::Threads if asked.common.threads.is_none() => {
            let threads = common.pool() * THREADS;
            Some(common.with_pool(threads))
        }
        Bound::Heap if !asked.common.c.says_heap() => {
            common.c = common.c.with_larger_heap(OBJECTS);
            Some(common)
        }
        _ => None,
    }
}
