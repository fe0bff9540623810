//! Checks of a program whose loops take [all rounds at once](crate::acceleration): where nobody goes wrong there, nobody
//! does in the program itself.

use super::engine::Engine;
use super::outcome::{Options, Outcome, Verdict};
use super::sliced;
use crate::acceleration::{Accelerated, accelerated};
use crate::control::Control;
use crate::ir::{Loc, Program, Value};
use crate::movers::FalseClaim;

/// Loops that go round less often are left as they are.
const OFTEN: Value = 10;

/// So many states are looked at: if that is not enough, those of the program itself are.
const STATES: usize = 20_000;

/// Checks a program by one whose loops take all rounds at once, if that is asked for and there are such; nothing if that
/// does not find it safe.
pub(super) fn check(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<Outcome>, Vec<FalseClaim>> {
    let slice = if options.slice { sliced::thin(program) } else { None };
    let thin = slice.as_ref().map_or(program, |slice| &slice.program);
    let Some(made) = wanted(thin, engine, options) else { return Ok(None) };
    let mut briefly = control.share(4).with_states(STATES.min(control.limits.max_states));
    briefly.limits.last = false;
    let outcome = sliced::check(&made.program, engine, options, &briefly)?;
    let left_out = slice.as_ref().map(|slice| slice.left_out.clone()).or(outcome.left_out.clone());
    Ok((outcome.verdict == Verdict::Safe).then(|| told(thin, made, Outcome { left_out, ..outcome })))
}

/// Claims of movers are about the program as it is, and DYN's moving conditions are computed from its text. Processes
/// that explore together have one program.
fn wanted(program: &Program, engine: Engine, options: &Options) -> Option<Accelerated> {
    let depends = options.goes_by_text();
    #[cfg(feature = "workers")]
    let depends = depends || options.cluster.is_some();
    let reduces = engine.reduces() && !matches!(engine, Engine::Blocks(..));
    let applies = options.acceleration && reduces && !depends && !sliced::is_long(program);
    applies.then(|| accelerated(program, OFTEN)).flatten()
}

/// What was found at the locations of the program.
fn told(program: &Program, made: Accelerated, outcome: Outcome) -> Outcome {
    let known = |loc: &Loc| (loc.0 as usize) < program.locations.len();
    let same = |loc: &Loc| known(loc) && made.program.location(*loc).op == program.location(*loc).op;
    // Executions of it are none of the program.
    let mut outcome = Outcome { accelerated: made.loops, removals: vec![], ..outcome };
    outcome.stuck.retain(|(_, loc)| same(loc));
    [&mut outcome.visits.stood, &mut outcome.visits.moved]
        .into_iter()
        .for_each(|all| all.retain(|(_, loc)| known(loc)));
    [&mut outcome.lfs, &mut outcome.chosen].into_iter().for_each(|all| all.retain(known));
    outcome.profiles.truncate(program.locations.len());
    outcome
}
