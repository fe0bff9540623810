//! Threads that are started in a loop: where those of a pool leave an answer open, there are more of them.

use super::args::CheckArgs;
use super::compile;
use super::failure::Failure;
use super::inputs::LONGEST;
use super::timed::Timed;
use crate::driver::{Bound, Verdict};
use crate::model::Model;
use std::cell::OnceCell;

/// Twice as many threads so often.
const ROUNDS: usize = 3;

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

    /// What is found where more threads may be started, if their number is all that leaves it open and there are then
    /// enough of them; else what was found before.
    pub(super) fn enough<'m, A>(
        &'m self,
        args: &CheckArgs,
        first: (Timed<'m>, A),
        is_open: impl Fn(&Timed<'m>, &A) -> bool,
        ask: impl Fn(&CheckArgs, &'m Model) -> Result<(Timed<'m>, A), Failure>,
    ) -> Result<(Timed<'m>, A), Failure> {
        let more = |(run, also): &(Timed<'m>, A)| run.outcome.bound == Some(Bound::Threads) && is_open(run, also);
        if args.common.threads.is_some() || args.asks_again() || !more(&first) {
            return Ok(first);
        }
        for (round, place) in self.models.iter().enumerate() {
            let args = larger(args, round, self.states);
            let Model { name, text, .. } = first.0.model();
            // There may be no room for so many.
            let Ok(model) = compile(name, text, &args.common.constants, &args.common) else { break };
            let run = ask(&args, place.get_or_init(|| (self.marked)(model)))?;
            if !more(&run) {
                return Ok(if is_open(&run.0, &run.1) { first } else { run });
            }
        }
        Ok(first)
    }
}

/// Whether a run says nothing yet.
pub(super) fn is_open<A>(run: &Timed<'_>, _: &A) -> bool {
    run.outcome.verdict == Verdict::Inconclusive
}

/// The same flags with twice as many threads as the round before.
fn larger(args: &CheckArgs, round: usize, most: usize) -> CheckArgs {
    let rest = args.common.rest();
    let rest = if args.auto { rest } else { rest.within(LONGEST).with_states(most) };
    CheckArgs { common: rest.with_pool(args.common.pool() << (round + 1)), ..args.clone() }
}
