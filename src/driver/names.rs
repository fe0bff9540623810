//! Checks of a program with names in the place of values from outside, told in the program itself.

use super::engine::Engine;
use super::outcome::{Options, Outcome, Verdict};
use super::retell::{Likeness, Telling};
use super::sliced;
use crate::control::Control;
use crate::ir::{Cell, Loc, Program, Value, names::is_name};
use crate::movers::FalseClaim;
use crate::names::{named, valued};
use crate::semantics::FailureKind;

/// So many states are looked at with names: if that is not enough, those with values are.
const STATES: usize = 100_000;

/// Checks a program by one with names, if that is asked for and values from outside are compared with each other; nothing
/// if that does not decide.
pub(super) fn check(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<Outcome>, Vec<FalseClaim>> {
    let Some(made) = wanted(program, engine, options) else { return Ok(None) };
    let outcome = by(&made, engine, options, control)?;
    Ok(match outcome.verdict {
        Verdict::Safe => told([&made, program], outcome, control),
        Verdict::Wrong => wrong(program, engine, options, control, &outcome)?,
        Verdict::Inconclusive => None,
    })
}

/// Claims of movers are about the program as it is, and DYN's moving conditions are computed from its text. Processes
/// that explore together have one program.
fn wanted(program: &Program, engine: Engine, options: &Options) -> Option<Program> {
    let depends = options.goes_by_text();
    #[cfg(feature = "workers")]
    let depends = depends || options.cluster.is_some();
    let applies = options.names && !matches!(engine, Engine::Blocks(..)) && !depends && !sliced::is_long(program);
    applies.then(|| named(program)).flatten()
}

fn by(made: &Program, engine: Engine, options: &Options, control: &Control<'_>) -> Result<Outcome, Vec<FalseClaim>> {
    // Locks are found by what is known of numbers, which names are not.
    let options = Options { spinlocks: false, ..options.clone() };
    let mut control = control.share(2).with_states(STATES.min(control.limits.max_states));
    control.limits.last = false;
    sliced::check(made, engine, &options, &control)
}

/// Where somebody goes wrong with names, the program with values by which that is likely.
fn wrong(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
    named: &Outcome,
) -> Result<Option<Outcome>, Vec<FalseClaim>> {
    for values in named.failed.iter().flat_map(|f| different(f.failure.kind)) {
        let Some(made) = valued(program, &values) else { continue };
        let outcome = by(&made, engine, options, control)?;
        if outcome.verdict == Verdict::Wrong
            && let Some(told) = told([&made, program], outcome, control)
        {
            return Ok(Some(told));
        }
    }
    Ok(None)
}

/// Values by which two names that are compared are different ones: 1 of the one or the other, 0 of all others. Where
/// something else is wrong it does not matter which they are.
fn different(failure: FailureKind) -> Vec<Vec<(Value, Value)>> {
    let FailureKind::Names(a, b) = failure else { return vec![vec![]] };
    [a, b].into_iter().filter(|name| is_name(*name)).map(|name| vec![(name, 1)]).collect()
}

fn told(programs: [&Program; 2], outcome: Outcome, control: &Control<'_>) -> Option<Outcome> {
    let safe = outcome.verdict == Verdict::Safe;
    let told = Telling::new(programs, &Same, &control.anew()).outcome(outcome)?;
    Some(Outcome { names: safe, ..told })
}

/// Both programs have the same values.
struct Same;

impl Likeness for Same {
    fn agrees_on(&self, _cell: Cell, thin: Value, full: Value) -> bool {
        thin == full
    }

    fn knows(&self, _loc: Loc, _register: usize) -> bool {
        true
    }
}
