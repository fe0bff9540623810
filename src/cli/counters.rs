//! Threads that are started without end: where those of a pool leave an answer open, any number of them is counted.

use super::Memory;
use super::args::CheckArgs;
use super::failure::Failure;
use super::inputs::LONGEST;
use super::timed::{Timed, timed};
use crate::driver::{self, Bound, Control, Engine, Verdict};

/// So many states take some seconds, and are the same on every machine.
const STATES: usize = 20_000;

/// The answer for any number of threads; what was said before, if it is not known, if something else leaves it open,
/// or if the flags ask for more than a verdict.
pub(super) fn decided<'m>(args: &CheckArgs, first: Timed<'m>, memory: Memory) -> Result<Timed<'m>, Failure> {
    let open = first.outcome.verdict == Verdict::Inconclusive && first.outcome.bound == Some(Bound::Threads);
    if !open || args.asks_for_more() {
        return Ok(first);
    }
    let (rest, model) = (args.common.rest(), first.model());
    let rest = if args.auto { rest } else { rest.within(LONGEST) };
    let work = |control: &Control<'_>| {
        let most = if args.auto { usize::MAX } else { STATES.min(control.limits.max_states) };
        Ok((driver::any_number(&model.program, &control.anew().with_states(most)), ()))
    };
    let (run, ()) = timed(model, Engine::interleaving(), &rest, memory, work)?;
    Ok(if run.outcome.verdict == Verdict::Inconclusive { first } else { run })
}
