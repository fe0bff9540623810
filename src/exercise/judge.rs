//! What an answer does, against what it has to do.

use super::{Exercise, Want};
use crate::control::Control;
use crate::driver::{self, Deadlock, Engine, MoverMode, Options, Outcome, Profile, Verdict, Wanted, inspect};
use crate::ir::{Loc, Location, Mover, Program};
use crate::movers::{Class, FalseClaim};
use crate::queries::{self, Termination};
use crate::semantics::{Configuration, Semantics};
use moverlog_rules::{State, Tid};

/// The label that says where a transaction commits.
const COMMIT: &str = "COMMIT";

/// Why an answer is not right. An outcome tells how it came to that.
#[derive(Debug)]
pub enum Fault {
    /// It is wrong and should be safe, or the other way round, or nothing is known.
    Verdict(Outcome),
    /// This thread can go wrong while every other one has not begun, or has ended.
    Alone(Tid),
    /// All threads wait for ever; what every interleaving says.
    Deadlock(Outcome, Option<Deadlock>),
    /// It is safe, but not everything is reached.
    Vacuous(Outcome),
    /// Claims that some steps refute.
    FalseClaims(Vec<FalseClaim>),
    /// What is claimed of a step, and what is true of it.
    Weak(Vec<(Loc, Option<Mover>, Mover)>),
    /// Where the label is, and where transactions commit.
    Commit { label: Option<Loc>, commits: Vec<Loc> },
    /// Where transactions begin inside of the procedure.
    Begins(Vec<Loc>),
    /// Some recursive frame is left outside a transaction, or there is none.
    Termination(Outcome, Termination),
}

impl Fault {
    /// A bound was hit before it was known.
    pub fn is_unknown(&self) -> bool {
        match self {
            Fault::Verdict(o) => o.verdict == Verdict::Inconclusive,
            Fault::Deadlock(_, found) => found.is_none(),
            Fault::Vacuous(o) => o.vacuity.as_ref().is_some_and(|v| v.bound.is_some()),
            Fault::Termination(o, found) => found.violation.is_none() && o.bound.is_some(),
            _ => false,
        }
    }
}

/// The first thing that an answer does not do, or else of which nothing is known; nothing if it is right.
pub fn judge(exercise: &Exercise, answer: &Program, control: &Control<'_>) -> Option<(Want, Fault)> {
    let judge = Judge { exercise, answer, control };
    let mut open = None;
    for want in exercise.wants() {
        match judge.fault(&want) {
            Some(fault) if fault.is_unknown() => open = open.or(Some((want, fault))),
            Some(fault) => return Some((want, fault)),
            None => {}
        }
    }
    open
}

struct Judge<'a> {
    exercise: &'a Exercise,
    answer: &'a Program,
    control: &'a Control<'a>,
}

impl Judge<'_> {
    fn fault(&self, want: &Want) -> Option<Fault> {
        match want {
            Want::Safe => self.verdict(Verdict::Safe),
            Want::WrongBetween => self.verdict(Verdict::Wrong).or_else(|| self.alone()),
            Want::NoDeadlock => self.deadlock(),
            Want::NoEarlyDeadlock => self.deadlock().filter(|fault| !fault.is_unknown()),
            Want::Reached => self.vacuous(),
            Want::Claims => self.claims(),
            Want::Commit(procedure) => self.commit(procedure),
            Want::OneTransaction(procedure) => self.begins(procedure),
            Want::Terminates => self.termination(),
        }
    }

    /// By locks, whatever is claimed.
    fn check(&self, rules: &str) -> Outcome {
        let engine = Engine::named(rules).expect("it is listed");
        let outcome = driver::check(self.answer, engine, &Options::default(), &self.control.anew());
        outcome.expect("no claim is asked about")
    }

    fn verdict(&self, wanted: Verdict) -> Option<Fault> {
        Some(self.check("summaries")).filter(|o| o.verdict != wanted).map(Fault::Verdict)
    }

    /// Looks at every state in which a thread goes wrong, of every interleaving.
    fn alone(&self) -> Option<Fault> {
        let mut alone = None;
        let engine = Engine::interleaving();
        let outcome = inspect(self.answer, engine, &Options::default(), &self.control.anew(), &mut |instance, _| {
            let states = (0..instance.state_count() as u32).map(State);
            alone = states.map(|s| instance.configuration(s)).find_map(|c| wrong_alone(instance.semantics, &c));
        });
        let outcome = outcome.expect("no claim is asked about");
        if outcome.bound.is_some() && alone.is_none() {
            return Some(Fault::Verdict(Outcome { verdict: Verdict::Inconclusive, ..outcome }));
        }
        alone.map(Fault::Alone)
    }

    fn deadlock(&self) -> Option<Fault> {
        let wanted = Wanted { deadlock: true, races: false };
        let found = driver::hazards(self.answer, wanted, &Options::default(), &self.control.anew());
        let (outcome, hazards) = found.expect("no claim is asked about");
        let none = hazards.deadlock.is_none() && outcome.bound.is_none();
        (!none).then_some(Fault::Deadlock(outcome, hazards.deadlock))
    }

    fn vacuous(&self) -> Option<Fault> {
        let mut outcome = self.check("summaries");
        if outcome.verdict != Verdict::Safe {
            return None;
        }
        let engine = Engine::named("summaries").expect("it is listed");
        let vacuity = driver::vacuity(self.answer, engine, &Options::default(), &self.control.anew(), &outcome);
        let all = vacuity.is_empty();
        outcome.vacuity = Some(vacuity);
        (!all).then_some(Fault::Vacuous(outcome))
    }

    /// Those that are false; or those that say less than the solution, which says all that is true.
    fn claims(&self) -> Option<Fault> {
        let options = Options { movers: MoverMode::Declared, ..Options::default() };
        let engine = Engine::named("reduction").expect("it is listed");
        if let Err(claims) = driver::check(self.answer, engine, &options, &self.control.anew()) {
            return Some(Fault::FalseClaims(claims));
        }
        let solved = self.exercise.solved().program;
        let pairs = self.answer.locations.iter().zip(&solved.locations).enumerate();
        let less = |(i, (given, right)): (usize, (&Location, &Location))| {
            let right = right.claimed.filter(|right| given.claimed != Some(*right))?;
            Some((Loc(i as u32), given.claimed, right))
        };
        let weak: Vec<_> = pairs.filter_map(less).collect();
        (!weak.is_empty()).then_some(Fault::Weak(weak))
    }

    fn commit(&self, procedure: &str) -> Option<Fault> {
        let commits = self.places(procedure, |_, p| p.phases.contains(&true) && p.moves.iter().any(|m| !m.right));
        let locations = &self.answer.locations;
        let label = locations.iter().position(|l| l.name == COMMIT).map(|i| Loc(i as u32));
        let right = label.is_some_and(|l| commits == [l]);
        (!right).then_some(Fault::Commit { label, commits })
    }

    fn begins(&self, procedure: &str) -> Option<Fault> {
        let begins = self.places(procedure, |l, p| {
            let entry = self.answer.procedures[self.answer.location(l).procedure as usize].entry;
            l != entry && p.classes.contains(&Class::Outside) && !p.moves.is_empty()
        });
        (!begins.is_empty()).then_some(Fault::Begins(begins))
    }

    /// Where this is so, in one procedure, by Ruleset 1.
    fn places(&self, procedure: &str, is_so: impl Fn(Loc, &Profile) -> bool) -> Vec<Loc> {
        let outcome = self.check("reduction");
        let of = |l: &Location| self.answer.procedures[l.procedure as usize].name == procedure;
        let all = self.answer.locations.iter().zip(&outcome.profiles).enumerate();
        let here = all.filter(|(_, (l, _))| of(l)).map(|(i, (_, p))| (Loc(i as u32), p));
        here.filter(|(l, p)| is_so(*l, p)).map(|(l, _)| l).collect()
    }

    fn termination(&self) -> Option<Fault> {
        let engine = Engine::named("summaries").expect("it is listed");
        let found = queries::termination(self.answer, engine, &Options::default(), &self.control.anew());
        let (outcome, found) = found.expect("no claim is asked about");
        let met = found.violation.is_none() && outcome.bound.is_none() && !found.recursive.is_empty();
        (!met).then_some(Fault::Termination(outcome, found))
    }
}

/// Who goes wrong there while every other thread has not begun, or has ended.
fn wrong_alone(semantics: &Semantics<'_>, c: &Configuration) -> Option<Tid> {
    let wrong = semantics.tids().find(|t| semantics.is_wrong(c.locals[t.0 as usize - 1]))?;
    let start = semantics.initial();
    let on_its_way = |t: Tid| {
        let at = t.0 as usize - 1;
        c.locals[at] != start.locals[at] && !semantics.has_ended(c.locals[at])
    };
    semantics.tids().all(|t| t == wrong || !on_its_way(t)).then_some(wrong)
}
