//! Executes a model under some schedule and writes down what every thread did.

use super::recorder::Recorder;
use super::run::Run;
use crate::control::{Bound, Control};
use crate::execution::{Choice, perform};
use crate::ir::{Loc, Program};
use crate::random::Random;
use crate::semantics::{Configuration, Failure, Semantics};
use moverlog_rules::Tid;

/// Who moves next.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Any step that is possible; the same seed makes the same choices.
    Random(u64),
    Given(Vec<Choice>),
}

/// How a run ends.
#[derive(Clone, Debug)]
pub enum End {
    /// No thread can move; these have not ended.
    Still(Vec<Tid>),
    Wrong(Tid, Loc, Failure),
    /// The given schedule goes no further.
    Schedule,
    /// Chance would go on.
    Steps,
    Bound(Bound),
}

/// A run of a model, the schedule that leads along it, and its end.
#[derive(Debug)]
pub struct Recording {
    pub run: Run,
    pub schedule: Vec<Choice>,
    pub end: End,
}

/// A step of a given schedule, counted from 1, that is not possible, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impossible {
    pub step: usize,
    pub why: String,
}

/// Runs the model until it ends or a thread goes wrong; chance stops after `steps` steps.
pub fn record(program: &Program, plan: &Plan, steps: usize, control: &Control<'_>) -> Result<Recording, Impossible> {
    let semantics = Semantics::within(program, control);
    let mut recorder = Recorder::new(program);
    let mut at = semantics.initial();
    let mut schedule = vec![];
    let end = loop {
        let Some(choice) = next(&semantics, &at, plan, schedule.len())? else { break still(&semantics, &at, plan) };
        if schedule.len() >= steps && matches!(plan, Plan::Random(_)) {
            break End::Steps;
        }
        if let Some(bound) = bound(&semantics, &at, choice.t, schedule.len(), control) {
            break End::Bound(bound);
        }
        let event = perform(&semantics, &at, choice).expect("the choice is among the steps");
        recorder.note(&semantics, &event);
        schedule.push(choice);
        if let Some(failure) = event.failure {
            break End::Wrong(choice.t, event.loc, failure);
        }
        at = event.after;
    };
    Ok(Recording { run: recorder.run, schedule, end })
}

fn bound(semantics: &Semantics<'_>, at: &Configuration, t: Tid, done: usize, control: &Control<'_>) -> Option<Bound> {
    control.tick(done);
    if control.stopped() {
        return control.hit();
    }
    let depth = semantics.depth(at.stacks[t.0 as usize - 1]);
    (depth > control.limits.max_stack).then_some(Bound::Stack)
}

fn still(semantics: &Semantics<'_>, at: &Configuration, plan: &Plan) -> End {
    let moves = |t: &Tid| !semantics.transitions_in(at, *t).steps.is_empty();
    if matches!(plan, Plan::Given(_)) && semantics.tids().any(|t| moves(&t)) {
        return End::Schedule;
    }
    End::Still(semantics.tids().filter(|t| semantics.is_left(at, *t)).collect())
}

/// The next step of the plan; nothing where it ends or nobody can move.
fn next(semantics: &Semantics<'_>, at: &Configuration, plan: &Plan, done: usize) -> Result<Option<Choice>, Impossible> {
    match plan {
        Plan::Given(schedule) => match schedule.get(done) {
            Some(choice) => possible(semantics, at, *choice)
                .map(|()| Some(*choice))
                .map_err(|why| Impossible { step: done + 1, why }),
            None => Ok(None),
        },
        Plan::Random(seed) => {
            let moves = |t: &Tid| !semantics.transitions_in(at, *t).steps.is_empty();
            let able: Vec<Tid> = semantics.tids().filter(moves).collect();
            if able.is_empty() {
                return Ok(None);
            }
            let drawn = |n, below| Random::after(*seed, n).below(below);
            let t = able[drawn(2 * done as u64, able.len())];
            let outcome = drawn(2 * done as u64 + 1, semantics.transitions_in(at, t).steps.len());
            Ok(Some(Choice { t, outcome }))
        }
    }
}

fn possible(semantics: &Semantics<'_>, at: &Configuration, choice: Choice) -> Result<(), String> {
    let (t, threads) = (choice.t.0, at.locals.len());
    if t == 0 || t as usize > threads {
        let last = if threads == 1 { String::new() } else { format!(" to {threads}") };
        return Err(format!("there is no thread {t}; threads are 1{last}"));
    }
    let l = at.locals[t as usize - 1];
    if semantics.has_ended(l) {
        return Err(format!("thread {t} has ended"));
    }
    let loc = semantics.loc(l).expect("a run ends where a thread goes wrong");
    let location = semantics.program.location(loc);
    match semantics.transitions_in(at, choice.t).steps.len() {
        0 => Err(format!("thread {t} is blocked at {} (line {}): {}", location.name, location.line, location.text)),
        1 if choice.outcome > 0 => {
            Err(format!("thread {t} has no choice at {} (line {})", location.name, location.line))
        }
        n if choice.outcome >= n => {
            Err(format!("thread {t} has {n} choices at {} (line {})", location.name, location.line))
        }
        _ => Ok(()),
    }
}
