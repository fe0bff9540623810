//! Threads without names: where those of a pool leave an answer open, any number of them is counted, and where there are
//! many that do the same, as many as there are.

use super::args::CheckArgs;
use super::failure::Failure;
use super::inputs::{LONGER, LONGEST};
use super::timed::{Timed, timed};
use super::{Memory, compile};
use crate::driver::{self, Bound, Control, Engine, Outcome, Verdict};
use crate::ir::Program;
use crate::model::Model;
use std::cell::Cell;
use std::time::Duration;

/// So many states are counted before an invariant is looked for.
const FEWEST: usize = 500;

/// And so many behind it, which take some seconds and are the same on every machine.
const STATES: usize = 20_000;

/// An engine for which threads have names may take so many states first.
const NAMED: usize = 50_000;

/// And so many where threads count far, which take some seconds.
const FAR: usize = 200_000;

/// Threads that are started without end, which are counted once.
#[derive(Default)]
pub(super) struct Endless(Cell<bool>);

impl Endless {
    /// The answer for any number of threads; what was said before, if it is not known, if something else leaves it open,
    /// or if the flags ask for more than a verdict.
    pub(super) fn decided<'m>(&self, args: &CheckArgs, first: Timed<'m>, memory: Memory) -> Result<Timed<'m>, Failure> {
        let open = first.outcome.verdict == Verdict::Inconclusive && !args.asks_for_more();
        let endless = || driver::are_endless(&first.model().program, args.common.pool());
        match first.outcome.bound {
            Some(Bound::Threads) if open => self.counted(args, first, memory),
            Some(Bound::Inputs | Bound::Uninitialised) if open && endless() => self.counted(args, first, memory),
            _ => Ok(first),
        }
    }

    /// The answer by states without names, where there are too many others; what was said before, if it is not known.
    pub(super) fn unnamed<'m>(&self, args: &CheckArgs, first: Timed<'m>, memory: Memory) -> Result<Timed<'m>, Failure> {
        let program = &first.model().program;
        match driver::are_many(program) {
            true => counted(args, most(args), driver::without_regard_to_names, first, memory),
            false if driver::are_endless(program, args.common.pool()) => self.counted(args, first, memory),
            false => viewed(args, driver::all_by_views, first, memory),
        }
    }

    /// By counting, or by an invariant of each two threads.
    fn counted<'m>(&self, args: &CheckArgs, first: Timed<'m>, memory: Memory) -> Result<Timed<'m>, Failure> {
        if self.0.replace(true) {
            return Ok(first);
        }
        let first = counted(args, FEWEST, driver::any_number, first, memory)?;
        let first = if is_open(&first) { viewed(args, driver::any_number_by_views, first, memory)? } else { first };
        if is_open(&first) { counted(args, most(args), driver::any_number, first, memory) } else { Ok(first) }
    }
}

fn is_open(run: &Timed<'_>) -> bool {
    run.outcome.verdict == Verdict::Inconclusive
}

/// So many states are counted at most.
fn most(args: &CheckArgs) -> usize {
    if args.auto { usize::MAX } else { STATES }
}

/// The answer by an invariant of the program with all values from outside; what was said before, if there is none.
fn viewed<'m>(
    args: &CheckArgs,
    says: fn(&Program, &Control<'_>) -> Outcome,
    first: Timed<'m>,
    memory: Memory,
) -> Result<Timed<'m>, Failure> {
    let mut common = args.common.clone();
    if common.c.inputs().is_none() {
        common.c = common.c.with_all_inputs();
    }
    let Model { name, text, .. } = first.model();
    let Ok(model) = compile(name, text, &common.constants, &common) else { return Ok(first) };
    let all_inputs = |_: &Program, control: &Control<'_>| says(&model.program, control);
    within(args, LONGEST * LONGER, (most(args), all_inputs), first, memory)
}

/// The same flags and fewer states, where something else may be sooner: threads are started without end, or there are
/// many that do the same, and states without their names may be fewer; or threads count far, and what holds of each two
/// does not depend on how far.
pub(super) fn few(args: &CheckArgs, model: &Model) -> Option<CheckArgs> {
    let program = &model.program;
    let unnamed = || driver::are_many(program) || driver::are_endless(program, args.common.pool());
    let states = match args.asks_for_more() {
        true => None,
        false if unnamed() => Some(NAMED),
        false => (args.common.may_have_states(FAR) && driver::count_far(program)).then_some(FAR),
    };
    states.map(|states| CheckArgs { common: args.common.rest().with_states(states), ..args.clone() })
}

/// What is said of threads without names; what was said before, if that is nothing.
fn counted<'m>(
    args: &CheckArgs,
    states: usize,
    says: impl FnOnce(&Program, &Control<'_>) -> Outcome,
    first: Timed<'m>,
    memory: Memory,
) -> Result<Timed<'m>, Failure> {
    within(args, LONGEST, (states, says), first, memory)
}

/// The same, if it is said in this time.
fn within<'m>(
    args: &CheckArgs,
    longest: Duration,
    (states, says): (usize, impl FnOnce(&Program, &Control<'_>) -> Outcome),
    first: Timed<'m>,
    memory: Memory,
) -> Result<Timed<'m>, Failure> {
    let (rest, model) = (args.common.rest(), first.model());
    let rest = if args.auto { rest } else { rest.within(longest) };
    let work = |control: &Control<'_>| {
        let states = states.min(if args.auto { usize::MAX } else { control.limits.max_states });
        Ok((says(&model.program, &control.anew().with_states(states)), ()))
    };
    let (run, ()) = timed(model, Engine::interleaving(), &rest, memory, work)?;
    Ok(if is_open(&run) { first } else { run })
}
