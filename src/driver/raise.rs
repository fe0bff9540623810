//! `--auto`: one run after the other, each with the bound raised that the last one hit, until there is an answer or
//! a bound is hit that nothing raises: time, memory.
//!
//! Bounds grow by factors, so that all runs but the last take a small part of the time.

use super::confirm::check;
use super::engine::Engine;
use super::outcome::{Options, Outcome, Verdict};
use crate::control::{Bound, Control};
use crate::ir::Program;
use crate::movers::FalseClaim;
use std::time::{Duration, Instant};

const FIRST_STATES: usize = 10_000;
const MORE_STATES: usize = 10;
const FIRST_STACK: u32 = 8;
const MORE_STACK: u32 = 2;

/// What all runs have together, unless there is a deadline.
const TOTAL: Duration = Duration::from_secs(60);

/// One of the runs, and how it ended.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub max_states: usize,
    pub max_stack: u32,
    pub verdict: Verdict,
    pub bound: Option<Bound>,
    pub states: usize,
    pub seconds: f64,
}

impl Attempt {
    fn first() -> Attempt {
        let (max_states, max_stack) = (FIRST_STATES, FIRST_STACK);
        Attempt { max_states, max_stack, verdict: Verdict::Inconclusive, bound: None, states: 0, seconds: 0.0 }
    }

    /// The same bounds, but for the one that was hit; nothing if it was none of them, or there is an answer.
    fn raised(&self) -> Option<Attempt> {
        match (self.verdict, self.bound) {
            (Verdict::Inconclusive, Some(Bound::States)) => {
                Some(Attempt { max_states: self.max_states.checked_mul(MORE_STATES)?, ..self.clone() })
            }
            (Verdict::Inconclusive, Some(Bound::Stack)) => {
                Some(Attempt { max_stack: self.max_stack.checked_mul(MORE_STACK)?, ..self.clone() })
            }
            _ => None,
        }
    }
}

/// A deadline for all runs.
pub fn limited<'a>(control: &Control<'a>) -> Control<'a> {
    control.anew().with_deadline(TOTAL)
}

/// The best outcome, and the runs that led to it, each of them told when it is over.
/// The bounds on states and stacks that `control` has do not matter.
pub fn raise<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
    tell: &dyn Fn(&Attempt, Option<&Attempt>),
) -> Result<(Outcome, Vec<Attempt>), Vec<FalseClaim>> {
    let engine = engine.into();
    let (mut attempts, mut best, mut next) = (vec![], None, Some(Attempt::first()));
    while let Some(bounds) = next {
        let (outcome, attempt) = tried(program, engine, options, control, bounds)?;
        next = attempt.raised();
        tell(&attempt, next.as_ref());
        attempts.push(attempt);
        best = Some(better(best, outcome));
    }
    Ok((best.expect("one run is always tried"), attempts))
}

fn tried(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
    bounds: Attempt,
) -> Result<(Outcome, Attempt), Vec<FalseClaim>> {
    let start = Instant::now();
    let control = control.anew().with_states(bounds.max_states).with_stack(bounds.max_stack).to_be_raised();
    let outcome = check(program, engine, options, &control)?;
    let Outcome { verdict, bound, states, .. } = outcome;
    Ok((outcome, Attempt { verdict, bound, states, seconds: start.elapsed().as_secs_f64(), ..bounds }))
}

/// An answer, or else the run that stored most states. What ended the last run is why there is no answer, and why
/// stacks or data grow without end is kept.
fn better(best: Option<Outcome>, outcome: Outcome) -> Outcome {
    match best {
        Some(best) if outcome.verdict == Verdict::Inconclusive => {
            let (bound, met_at) = (outcome.bound, outcome.met_at.clone());
            let (more, less) = if best.states > outcome.states { (best, outcome) } else { (outcome, best) };
            let growing = if more.growing.is_empty() { less.growing } else { more.growing };
            Outcome { bound, met_at, endless: more.endless.or(less.endless), growing, ..more }
        }
        _ => outcome,
    }
}
