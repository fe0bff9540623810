//! Which exploration a page is about: that of the rules by themselves as long as it comes to an end, or else the smaller
//! one of `check`.

use super::views::{Views, views};
use crate::control::{Bound, Control};
use crate::driver::{self, Engine, Options, Outcome, Verdict};
use crate::ir::Program;
use crate::movers::FalseClaim;

/// So many states are explored by the rules alone, where a smaller exploration may answer after them.
const STATES: usize = 100_000;

/// A program, and what is asked of its check.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub program: &'a Program,
    pub options: &'a Options,
}

/// A check with what a page shows of it.
pub struct Shown {
    pub outcome: Outcome,
    pub views: Views,
    /// The bound that the rules met by themselves, if what is shown is the smaller exploration.
    pub met: Option<Bound>,
}

/// Checks `plain`, and `reduced` in its place if that one meets a bound before it has an answer. A quick one looks at
/// nothing but the trace.
pub fn shown(
    engine: Engine<'_>,
    plain: Asked<'_>,
    reduced: Option<Asked<'_>>,
    control: &Control<'_>,
    quick: bool,
) -> Result<Shown, Vec<FalseClaim>> {
    let Some(reduced) = reduced else { return explored(engine, plain, control, quick) };
    let fewer = control.share(2).with_states(control.limits.max_states.min(STATES));
    let alone = explored(engine, plain, &fewer, quick)?;
    match alone.outcome.cut().filter(|_| alone.outcome.verdict == Verdict::Inconclusive) {
        None => Ok(alone),
        met => Ok(Shown { met, ..explored(engine, reduced, &control.anew(), true)? }),
    }
}

fn explored(
    engine: Engine<'_>,
    Asked { program, options }: Asked<'_>,
    control: &Control<'_>,
    quick: bool,
) -> Result<Shown, Vec<FalseClaim>> {
    let mut outcome = driver::check(program, engine, options, control)?;
    if outcome.verdict == Verdict::Safe {
        outcome.vacuity = Some(driver::vacuity(program, engine, options, control, &outcome));
    }
    let views = match quick {
        true => Views::of_path(program, &outcome),
        false => views(program, engine, options, control, &outcome)?,
    };
    Ok(Shown { outcome, views, met: None })
}
