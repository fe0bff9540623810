//! A check; and what every interleaving says of a model that rules from a file find safe, for whoever writes rules may
//! claim too much.

use super::check::inspect;
use super::outcome::{Confirmation, Options, Outcome, Verdict};
use super::{Bound, Control, Engine, accelerated, names, sliced};
use crate::derivation::RulesFile;
use crate::ir::Program;
use crate::movers::FalseClaim;
use std::time::Duration;

/// How many interleavings are looked at, and how long.
const STATES: usize = 20_000;
const TIME: Duration = Duration::from_secs(2);

/// Checks `program`; an error if a mover claim in the source is false.
pub fn check<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    let engine = engine.into();
    let outcome = match accelerated::check(program, engine, options, control)? {
        Some(outcome) => outcome,
        None => as_it_goes(program, engine, options, control)?,
    };
    Ok(match engine.file() {
        Some(file) => confirmed(program, file, options, control, outcome),
        None => outcome,
    })
}

fn as_it_goes(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    match names::check(program, engine, options, control)? {
        Some(outcome) => Ok(outcome),
        None => sliced::check(program, engine, options, control),
    }
}

/// A `safe` that does not stand becomes inconclusive. Where it cannot be compared it stands on the file's claim, unless
/// the file answers questions itself: then nobody has tried the conditions under which its rules are sound.
fn confirmed(
    program: &Program,
    file: &RulesFile,
    options: &Options,
    control: &Control<'_>,
    outcome: Outcome,
) -> Outcome {
    if outcome.verdict != Verdict::Safe {
        return outcome;
    }
    let confirmation = confirm(program, options, &control.share(2).with_states(STATES).with_deadline(TIME));
    let stands = match &confirmation {
        Confirmation::Agrees(_) => true,
        Confirmation::Refutes(_) => false,
        Confirmation::Open => !file.answers(),
    };
    let (verdict, bound) = if stands { (Verdict::Safe, None) } else { (Verdict::Inconclusive, Some(Bound::Claim)) };
    Outcome { verdict, bound, confirmation: Some(confirmation), ..outcome }
}

fn confirm(program: &Program, options: &Options, control: &Control<'_>) -> Confirmation {
    let all = inspect(program, Engine::interleaving(), options, control, &mut |_, _| ());
    match all {
        Ok(Outcome { verdict: Verdict::Safe, states, .. }) => Confirmation::Agrees(states),
        Ok(Outcome { failed: Some(failed), .. }) => Confirmation::Refutes(Box::new(failed)),
        _ => Confirmation::Open,
    }
}
