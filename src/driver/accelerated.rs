//! Checks of a program whose loops take [all rounds at once](crate::acceleration), or [any number of
//! them](crate::uncounted): where nobody goes wrong there, nobody does in the program itself.

use super::engine::Engine;
use super::outcome::{Options, Outcome, Verdict};
use super::sliced;
use crate::acceleration::{Accelerated, accelerated};
use crate::control::Control;
use crate::ir::{Loc, Program, Value};
use crate::movers::FalseClaim;
use crate::uncounted::{Uncounted, uncounted};
use std::time::Duration;

/// Loops that go round less often are left as they are.
const OFTEN: Value = 10;

/// So many states are looked at, of loops that take all rounds at once, and of those that take any number: if that is
/// not enough, those of the program itself are.
const STATES: [usize; 2] = [20_000, 100_000];

/// And so long where most programs are not found safe.
const TIME: Duration = Duration::from_secs(2);

/// What is safe, if it is.
type Found = Result<Option<Outcome>, Vec<FalseClaim>>;

/// Checks a program by others in which loops take all rounds at once, or any number of them, if that is asked for and
/// there are such; nothing if neither is found to be safe.
pub(super) fn check(program: &Program, engine: Engine, options: &Options, control: &Control<'_>) -> Found {
    if !wanted(program, engine, options) {
        return Ok(None);
    }
    let briefly = |states: usize| {
        let mut briefly = control.share(4).with_states(states.min(control.limits.max_states));
        briefly.limits.last = false;
        briefly
    };
    match all_at_once(program, engine, options, &briefly(STATES[0]))? {
        Some(outcome) => Ok(Some(outcome)),
        None => any_number(program, engine, options, &briefly(STATES[1]).within(TIME)),
    }
}

/// By the program without the data on which nothing depends.
fn all_at_once(program: &Program, engine: Engine, options: &Options, control: &Control<'_>) -> Found {
    let slice = if options.slice { sliced::thin(program) } else { None };
    let thin = slice.as_ref().map_or(program, |slice| &slice.program);
    let Some(Accelerated { program: made, loops }) = accelerated(thin, OFTEN) else { return Ok(None) };
    let outcome = sliced::check(&made, engine, options, control)?;
    let left_out = slice.as_ref().map(|slice| slice.left_out.clone()).or(outcome.left_out.clone());
    let outcome = Outcome { left_out, accelerated: loops, ..outcome };
    Ok((outcome.verdict == Verdict::Safe).then(|| told([thin, &made], outcome)))
}

/// What counts the rounds is data on which nothing depends any more.
fn any_number(program: &Program, engine: Engine, options: &Options, control: &Control<'_>) -> Found {
    let made = if options.slice { uncounted(program, OFTEN.unsigned_abs()) } else { None };
    let Some(Uncounted { program: made, heads }) = made else { return Ok(None) };
    let outcome = sliced::check(&made, engine, options, control)?;
    // Whoever leaves a loop too soon may keep a mutex, or others waiting.
    let (stuck, ends_holding) = Default::default();
    let outcome = Outcome { uncounted: heads, stuck, ends_holding, endless: None, ..outcome };
    Ok((outcome.verdict == Verdict::Safe).then(|| told([program, &made], outcome)))
}

/// Claims of movers are about the program as it is, and DYN's moving conditions are computed from its text. Processes
/// that explore together have one program.
fn wanted(program: &Program, engine: Engine, options: &Options) -> bool {
    let depends = options.goes_by_text();
    #[cfg(feature = "workers")]
    let depends = depends || options.cluster.is_some();
    let reduces = engine.reduces() && !matches!(engine, Engine::Blocks(..));
    options.acceleration && reduces && !depends && !sliced::is_long(program)
}

/// What was found at the locations of the program.
fn told([program, made]: [&Program; 2], mut outcome: Outcome) -> Outcome {
    let known = |loc: &Loc| (loc.0 as usize) < program.locations.len();
    let same = |loc: &Loc| known(loc) && made.location(*loc).op == program.location(*loc).op;
    // Executions of it are none of the program.
    outcome.removals = vec![];
    outcome.stuck.retain(|(_, loc)| same(loc));
    [&mut outcome.visits.stood, &mut outcome.visits.moved]
        .into_iter()
        .for_each(|all| all.retain(|(_, loc)| known(loc)));
    [&mut outcome.lfs, &mut outcome.chosen].into_iter().for_each(|all| all.retain(known));
    outcome.profiles.truncate(program.locations.len());
    outcome
}
