//! What a `safe` does not speak of: threads that never get past a statement, and assertions and statements to
//! which no thread ever comes.
//!
//! Where a thread stood or moved on the way to a verdict, it does so in the program. The converse does not follow
//! for a reduction, whose theorem is about threads that go wrong and about nothing else. So in a copy of the
//! program a thread goes wrong wherever the engine saw none, and the same engine is asked again: if the
//! copy is safe, then no thread gets there, as surely as the verdict itself holds; otherwise the error
//! names a place that can be reached after all, and the others are tried without it. Up to the first of these
//! places the copy does what the program does, which is safe, so an error in it can be nothing else.
//! Copies are checked without claims of movers, which need not hold of them.

use super::confirm;
use super::engine::Engine;
use super::outcome::{MoverMode, Options, Outcome, Vacuity, Verdict};
use crate::control::{Bound, Control};
use crate::counters;
use crate::ir::{Action, Binary, Expr, Fault, Loc, Location, Op, Program, Statement};
use crate::symmetry;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// What is not said or done in vain by the safe run that `outcome` tells of, by the same engine.
pub fn vacuity<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
    outcome: &Outcome,
) -> Vacuity {
    let engine = engine.into();
    let mut doubts = Vacuity::doubts(program, outcome);
    let options = Options { movers: MoverMode::Lockset, ..options.clone() };
    let sees_all = matches!(engine, Engine::Rules(_)) && !engine.reduces();
    while !sees_all && !doubts.is_empty() {
        let copy = doubts.errors_in(program);
        let found = confirm::check(&copy, engine, &options, &control.anew()).expect("no movers are claimed");
        match (found.verdict, &found.failed) {
            (Verdict::Wrong, Some(failed)) if doubts.resolve(program, &copy, (failed.thread, failed.loc)) => {}
            (Verdict::Safe, _) => break,
            _ => return Vacuity { bound: found.bound.or(Some(Bound::Error)), ..Vacuity::default() },
        }
    }
    doubts
}

impl Vacuity {
    pub fn is_empty(&self) -> bool {
        self.bound.is_none() && self.blocked.is_empty() && self.unreached.is_empty() && self.untested.is_empty()
    }

    /// Assertions that nothing tests.
    pub fn assertions(&self, program: &Program) -> Vec<Loc> {
        let asserts = |l: &&Loc| asserts(&program.location(**l).op);
        self.unreached.iter().filter(asserts).chain(&self.untested).copied().collect()
    }

    /// Whether something is asserted there that may hold.
    pub fn asserts_at(program: &Program, loc: Loc) -> bool {
        asserts(&program.location(loc).op)
    }

    /// Threads that never move.
    pub fn idle(&self, program: &Program) -> Vec<Tid> {
        self.blocked.iter().filter(|(t, loc)| entry(program, *t) == *loc).map(|(t, _)| *t).collect()
    }

    /// Whether the verdict says less than it seems to: an assertion is never reached, a thread never moves, or
    /// that is not known. An assertion that cannot hold is there to be out of reach.
    pub fn is_vacuous(&self, program: &Program) -> bool {
        self.bound.is_some() || !self.assertions(program).is_empty() || !self.idle(program).is_empty()
    }

    /// What the engine did not see.
    fn doubts(program: &Program, outcome: &Outcome) -> Vacuity {
        let visits = &outcome.visits;
        let reached: BTreeSet<Loc> = visits.stood.iter().map(|(_, loc)| *loc).collect();
        let passed: BTreeSet<Loc> = visits.moved.iter().map(|(_, loc)| *loc).collect();
        let all = || (0..program.locations.len() as u32).map(Loc);
        let blocked = visits.stood.difference(&visits.moved).filter(|(_, l)| may_block(&program.location(*l).op));
        let blocked = blocked.filter(|at| !is_spare(program, outcome, **at));
        let hides =
            |l: &Loc| matches!(&program.location(*l).op, Op::Atomic { .. }) && asserts(&program.location(*l).op);
        Vacuity {
            bound: None,
            blocked: blocked.copied().collect(),
            unreached: all().filter(|l| !reached.contains(l) && is_said(program.location(*l))).collect(),
            untested: all().filter(|l| reached.contains(l) && !passed.contains(l) && hides(l)).collect(),
        }
    }

    /// A copy of the program in which a thread goes wrong that comes where there is doubt.
    fn errors_in(&self, program: &Program) -> Program {
        let mut copy = program.clone();
        copy.locations.iter_mut().for_each(|l| l.claimed = None);
        for loc in &self.unreached {
            copy.locations[loc.0 as usize].op = Op::Do { action: Action::Assert(Expr::Const(0)), next: *loc };
        }
        for loc in &self.untested {
            if let Op::Atomic { body, .. } = &mut copy.locations[loc.0 as usize].op {
                body.iter_mut().for_each(refute);
            }
        }
        let places: BTreeSet<Loc> = self.blocked.iter().map(|(_, loc)| *loc).collect();
        places.into_iter().for_each(|loc| self.error_behind(&mut copy, loc));
        if !copy.interchangeable.is_empty() {
            copy.interchangeable = symmetry::groups(&copy);
        }
        copy
    }

    /// Behind a location at which threads are to be blocked, they go wrong.
    fn error_behind(&self, copy: &mut Program, loc: Loc) {
        let behind = Loc(copy.locations.len() as u32);
        let (Op::Do { next, .. } | Op::Atomic { next, .. }) = &mut copy.locations[loc.0 as usize].op else { return };
        let after = std::mem::replace(next, behind);
        let others = self.blocked.iter().filter(|(_, l)| *l == loc).map(|(t, _)| is_not(*t));
        let and = |a: Expr, b: Expr| Expr::Binary(Binary::And, Box::new(a), Box::new(b));
        let op = Op::Do { action: Action::Assert(others.fold(Expr::Const(1), and)), next: after };
        let Location { in_scope, .. } = copy.location(after).clone();
        copy.locations.push(Location { op, in_scope, ..copy.location(loc).clone() });
    }

    /// Drops what an error in the copy shows to be in reach; false if it shows nothing.
    fn resolve(&mut self, program: &Program, copy: &Program, (t, at): (Tid, Loc)) -> bool {
        let before = |l: &Loc| copy.location(*l).op.targets() == [at];
        match at.0 as usize >= program.locations.len() {
            true => {
                let here: Vec<Loc> = self.blocked.iter().map(|(_, l)| *l).filter(before).collect();
                here.iter().any(|l| self.blocked.remove(&(t, *l)))
            }
            false => self.unreached.remove(&at) || self.untested.remove(&at),
        }
    }
}

/// Whether a thread waits to be started, and another one of its pool was: there are more than are needed.
fn is_spare(program: &Program, outcome: &Outcome, (t, loc): (Tid, Loc)) -> bool {
    let was_started = |u: &Tid| outcome.visits.moved.contains(&(*u, loc));
    entry(program, t) == loc && counters::pool_of(program, t).iter().any(was_started)
}

fn entry(program: &Program, t: Tid) -> Loc {
    program.procedures[program.threads[t.0 as usize - 1].procedure as usize].entry
}

fn is_not(t: Tid) -> Expr {
    Expr::Binary(Binary::Ne, Box::new(Expr::Tid), Box::new(Expr::Const(t.0 as i32)))
}

/// Whether a statement of the source is meant, and one that may be reached: `assert(false)` says that it is not, and
/// where a bound would be met there is none.
fn is_said(location: &Location) -> bool {
    let refuted = matches!(&location.op, Op::Do { action: Action::Assert(Expr::Const(0)), .. });
    let beyond = matches!(&location.op, Op::Do { action: Action::Fail(Fault::Limit(_)), .. });
    !matches!(location.op, Op::End) && location.text != "}" && !refuted && !beyond
}

/// Of the others each has a successor wherever a thread is, or it has ended; an exit is the end.
fn may_block(op: &Op) -> bool {
    matches!(op, Op::Do { .. } | Op::Atomic { .. }) && !matches!(op, Op::Do { action: Action::Exit, .. })
}

/// Whether something is asserted that may hold.
fn asserts(op: &Op) -> bool {
    match op {
        Op::Do { action, .. } => is_assertion(action),
        Op::Atomic { body, .. } => body.iter().any(asserts_within),
        _ => false,
    }
}

fn is_assertion(action: &Action) -> bool {
    matches!(action, Action::Assert(e) if *e != Expr::Const(0))
}

fn asserts_within(statement: &Statement) -> bool {
    match statement {
        Statement::Action(action) => is_assertion(action),
        Statement::If { then, otherwise, .. } => then.iter().chain(otherwise).any(asserts_within),
        Statement::Choose(branches) => branches.iter().flatten().any(asserts_within),
    }
}

/// Makes every assertion fail.
fn refute(statement: &mut Statement) {
    match statement {
        Statement::Action(Action::Assert(e)) => *e = Expr::Const(0),
        Statement::Action(_) => {}
        Statement::If { then, otherwise, .. } => then.iter_mut().chain(otherwise).for_each(refute),
        Statement::Choose(branches) => branches.iter_mut().flatten().for_each(refute),
    }
}
