//! Threads without names: where those of a pool leave an answer open, any number of them is counted, and where there are
//! many that do the same, as many as there are.

use super::Memory;
use super::args::CheckArgs;
use super::failure::Failure;
use super::inputs::LONGEST;
use super::timed::{Timed, timed};
use crate::driver::{self, Bound, Control, Engine, Outcome, Verdict};
use crate::ir::Program;
use crate::model::Model;

/// So many states take some seconds, and are the same on every machine.
const STATES: usize = 20_000;

/// An engine for which threads have names may take so many states first.
const NAMED: usize = 50_000;

/// The answer for any number of threads; what was said before, if it is not known, if something else leaves it open,
/// or if the flags ask for more than a verdict.
pub(super) fn decided<'m>(args: &CheckArgs, first: Timed<'m>, memory: Memory) -> Result<Timed<'m>, Failure> {
    let open = first.outcome.verdict == Verdict::Inconclusive && first.outcome.bound == Some(Bound::Threads);
    if !open || args.asks_for_more() {
        return Ok(first);
    }
    counted(args, driver::any_number, first, memory)
}

/// The same flags where there are many threads that do the same, and states without their names may be fewer.
pub(super) fn few(args: &CheckArgs, model: &Model) -> Option<CheckArgs> {
    let many = !args.asks_for_more() && driver::are_many(&model.program);
    many.then(|| CheckArgs { common: args.common.rest().with_states(NAMED), ..args.clone() })
}

/// The answer by states without names, if there are too many others and it is one; else nothing.
pub(super) fn unnamed<'m>(args: &CheckArgs, first: Timed<'m>, memory: Memory) -> Result<Option<Timed<'m>>, Failure> {
    let run = counted(args, driver::without_regard_to_names, first, memory)?;
    Ok((run.outcome.verdict != Verdict::Inconclusive).then_some(run))
}

/// What is said of threads without names; what was said before, if that is nothing.
fn counted<'m>(
    args: &CheckArgs,
    says: impl Fn(&Program, &Control<'_>) -> Outcome,
    first: Timed<'m>,
    memory: Memory,
) -> Result<Timed<'m>, Failure> {
    let (rest, model) = (args.common.rest(), first.model());
    let rest = if args.auto { rest } else { rest.within(LONGEST) };
    let work = |control: &Control<'_>| {
        let most = if args.auto { usize::MAX } else { STATES.min(control.limits.max_states) };
        Ok((says(&model.program, &control.anew().with_states(most)), ()))
    };
    let (run, ()) = timed(model, Engine::interleaving(), &rest, memory, work)?;
    Ok(if run.outcome.verdict == Verdict::Inconclusive { first } else { run })
}
