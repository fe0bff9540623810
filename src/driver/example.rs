//! A run of a program that is safe: of some that end, the one that visits the most statements.

use super::engine::Engine;
use super::outcome::Options;
use super::settled;
use super::story::{Transaction, tell};
use super::walk::Dice;
use crate::control::Control;
use crate::execution::{Choice, fewest_switches, replay};
use crate::exploration::Instance;
use crate::ir::{Loc, Op, Program};
use crate::movers::FalseClaim;
use crate::semantics::{Configuration, Effect, Semantics};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// So many runs are tried, each so far.
const RUNS: usize = 200;
const STEPS: usize = 2000;

/// Where a run ends. Earlier ones are better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RunsTo {
    /// All threads have come to their ends.
    Ends,
    /// No thread can move, and some have not ended.
    Waits,
    /// It goes on, and was left where it came to no statement that it had not visited before.
    GoesOn,
}

/// A run, as it was replayed.
#[derive(Debug)]
pub struct Example {
    /// In as few turns as it has.
    pub story: Vec<Transaction>,
    /// The statements that it visits, and all of them.
    pub statements: (usize, usize),
    /// Where it ends.
    pub end: RunsTo,
}

/// Told in the movers on which the verdict rests, or in those of `reduction` where the engine has others. Nothing if there
/// was no time for a run.
pub fn example(
    program: &Program,
    engine: Engine<'_>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<Example>, Vec<FalseClaim>> {
    let options = Options { slice: false, groups: false, spinlocks: false, ..options.clone() };
    let (before, control) = (control.anew(), control.anew());
    let semantics = Semantics::within(program, &control);
    let own = if engine.reduces() { settled(&semantics, engine, &options, &before)? } else { None };
    let told_by = match (own, Engine::named("reduction")) {
        (None, Some(reduction)) => settled(&semantics, reduction, &options, &before)?,
        (own, _) => own,
    };
    let (Some((movers, partition)), Some(run)) = (told_by, best(&semantics, &control)) else { return Ok(None) };
    let teller = Instance::new(&semantics, &movers, partition, &control);
    let events = replay(&semantics, &run.schedule).expect("every printed run can be replayed");
    let ordered = replay(&semantics, &fewest_switches(&events)).expect("every printed run can be replayed");
    let all = statements(program, (0..program.locations.len() as u32).map(Loc));
    Ok(Some(Example { story: tell(&teller, &ordered), statements: (run.visited, all), end: run.end }))
}

/// A run on its way.
struct Run {
    schedule: Vec<Choice>,
    visited: usize,
    end: RunsTo,
}

/// Runs in which all threads end come first, then those with more statements, then the shorter ones.
fn best(semantics: &Semantics<'_>, control: &Control<'_>) -> Option<Run> {
    let mut dice = Dice::default();
    let runs = (0..RUNS).map_while(|_| control.check().then(|| run(semantics, &mut dice)));
    runs.flatten().min_by_key(|run| (run.end, Reverse(run.visited), run.schedule.len()))
}

/// Nothing if it goes wrong.
fn run(semantics: &Semantics<'_>, dice: &mut Dice) -> Option<Run> {
    let (mut at, mut schedule, mut seen) = (semantics.initial(), vec![], BTreeSet::new());
    let (mut news, mut end) = (0, RunsTo::GoesOn);
    while schedule.len() < STEPS {
        let choices = choices(semantics, &at);
        if choices.is_empty() {
            end = if all_ended(semantics, &at) { RunsTo::Ends } else { RunsTo::Waits };
            break;
        }
        let choice = choices[dice.below(choices.len())];
        let step = &semantics.transitions_in(&at, choice.t).steps[choice.outcome];
        if matches!(step.effect, Effect::Wrong(_)) {
            return None;
        }
        let loc = semantics.loc(at.locals[choice.t.0 as usize - 1]);
        at = semantics.after(&at, choice.t, step);
        schedule.push(choice);
        news = if loc.is_some_and(|loc| seen.insert(loc)) { schedule.len() } else { news };
    }
    schedule.truncate(if end == RunsTo::GoesOn { news } else { STEPS });
    Some(Run { schedule, visited: statements(semantics.program, seen.into_iter()), end })
}

fn choices(semantics: &Semantics<'_>, at: &Configuration) -> Vec<Choice> {
    let of = |t| (0..semantics.transitions_in(at, t).steps.len()).map(move |outcome| Choice { t, outcome });
    semantics.tids().flat_map(of).collect()
}

fn all_ended(semantics: &Semantics<'_>, at: &Configuration) -> bool {
    let is_end = |loc: Loc| matches!(semantics.program.location(loc).op, Op::End);
    at.locals.iter().all(|l| semantics.loc(*l).is_some_and(is_end))
}

/// How many of these are statements, and not the ends of procedures.
fn statements(program: &Program, places: impl Iterator<Item = Loc>) -> usize {
    places.filter(|loc| !matches!(program.location(*loc).op, Op::End)).count()
}
