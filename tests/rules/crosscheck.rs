//! Interleaving and Ruleset 1 in three voices: ascent, the same rules typed again in crepe, and a
//! breadth-first search written by hand. All three ask the same questions of the program.
//!
//! In crepe a variable bound by `for` is not known to be bound by the atoms after it, which then
//! match anything: every `for y0 in .., let y = y0` below is there for that.

#![allow(non_snake_case, reason = "relations carry the papers' names")]

use crate::instructions::random::{Random, random_program};
use crate::instructions::{Ins, Ins::*, Var, build, listing, program, run::*};
use moverlog::driver::{Instance, Limits, Partition};
use moverlog::ir::{Loc, Program, Value};
use moverlog::movers::{Class, Movers};
use moverlog::semantics::Semantics;
use moverlog_rules::{Frame, Node, Program as Oracle, State, Tid};
use std::cell::Cell;
use std::collections::{BTreeSet, HashSet, VecDeque};

thread_local! {
    /// The program that the crepe rules explore: crepe's rules can capture nothing.
    static PROGRAM: Cell<Option<&'static dyn Oracle>> = const { Cell::new(None) };
    static REDUCED: Cell<bool> = const { Cell::new(false) };
}

fn p() -> &'static dyn Oracle {
    PROGRAM.get().expect("a program has been set")
}

fn may_run(t: Tid, s: State) -> bool {
    !REDUCED.get() || p().others_outside(t, s)
}

/// (t, n) for every thread that may run in `s`.
fn scheduled(s: State) -> Vec<(Tid, Node)> {
    let tids = (1..=p().thread_count()).map(Tid);
    tids.filter(|t| may_run(*t, s)).map(|t| (t, p().node(t, s))).collect()
}

#[allow(clippy::iter_over_hash_type, reason = "crepe keeps facts in hash sets; only sets are compared")]
mod rules {
    use super::*;

    crepe::crepe! {
        @input
        struct Initial(State);

        @output
        struct Sigma(State);

        // t may run in s, at node n.
        struct Scheduled(State, Tid, Node);

        // f is on top of t's stack in s.
        struct Top(State, Tid, Frame);

        Scheduled(s, t, n) <- Sigma(s), for (t0, n0) in scheduled(s), let t = t0, let n = n0;
        Top(s, t, f) <- Scheduled(s, t, _), let Some(f0) = p().top(t, s), let f = f0;

        // (INIT), (STEP), (PUSH), (POP)
        Sigma(s) <- Initial(s);
        Sigma(s2) <- Scheduled(s, t, n), for n0 in p().u(t, n), let n2 = n0, let s2 = p().set(s, t, n2);
        Sigma(s2) <- Scheduled(s, t, n), for (n0, f0) in p().u_plus(t, n), let Some(s2) = p().push(s, t, n0, f0);
        Sigma(s2) <- Scheduled(s, t, n), Top(s, t, f), for n0 in p().u_minus(t, n, f), let s2 = p().pop(s, t, n0);
    }

    pub(super) fn solve() -> HashSet<State> {
        let mut rules = Crepe::new();
        rules.extend([Initial(p().initial())]);
        let (sigma,) = rules.run();
        sigma.into_iter().map(|Sigma(s)| s).collect()
    }
}

/// The states reached, each expanded once, nearest first.
fn breadth_first() -> HashSet<State> {
    let initial = p().initial();
    let (mut seen, mut queue) = (HashSet::from([initial]), VecDeque::from([initial]));
    while let Some(s) = queue.pop_front() {
        for (t, n) in scheduled(s) {
            let mut next: Vec<State> = p().u(t, n).map(|n2| p().set(s, t, n2)).collect();
            next.extend(p().u_plus(t, n).filter_map(|(n2, f)| p().push(s, t, n2, f)));
            let popped = |f| p().u_minus(t, n, f).map(|n2| p().pop(s, t, n2)).collect::<Vec<_>>();
            next.extend(p().top(t, s).map(popped).unwrap_or_default());
            queue.extend(next.into_iter().filter(|s2| seen.insert(*s2)));
        }
    }
    seen
}

fn ascent() -> HashSet<State> {
    let solution = (ruleset(if REDUCED.get() { "reduction" } else { "interleaving" }).solve)(p());
    (0..solution.relations[0].1 as u32).map(State).collect()
}

/// A state in terms that no engine's numbering can change: cells; for each thread its location,
/// registers and class; for each frame what it saves.
type Decoded = (Vec<Value>, Vec<(Option<Loc>, Vec<Value>, Class)>, Vec<Vec<Vec<Value>>>);

fn decode(instance: &Instance<'_>, s: State) -> Decoded {
    let (semantics, configuration) = (instance.semantics, instance.configuration(s));
    let local = |(t, l)| (semantics.loc(l), semantics.registers(l), instance.class(t, s));
    let locals = (1..).map(Tid).zip(configuration.locals).map(local).collect();
    let frames = |mut stack| {
        let mut saved = vec![];
        while let Some((tail, f)) = semantics.top(stack) {
            saved.push(semantics.saved_registers(f));
            stack = tail;
        }
        saved
    };
    (semantics.globals(configuration.global), locals, configuration.stacks.into_iter().map(frames).collect())
}

/// What one engine reaches under the movers and the partition that the driver ends with. State
/// numbers depend on the order of questions, so each engine has an instance of its own, which
/// lives on: crepe's rules can only see what is static.
fn reached(program: &Program, reduced: bool, engine: fn() -> HashSet<State>) -> Option<BTreeSet<Decoded>> {
    let program: &'static Program = Box::leak(Box::new(program.clone()));
    let semantics: &'static Semantics<'static> = Box::leak(Box::new(Semantics::new(program)));
    let movers: &'static Movers = Box::leak(Box::new(interleaving(semantics, 20_000)?.1));
    let control = Box::leak(Box::new(bounded(Limits::default().max_states)));
    let partition = match reduced {
        true => Partition { lfs: run(program, "reduction").lfs, ..Partition::default() },
        false => without_phases(),
    };
    let instance: &'static Instance<'static> =
        Box::leak(Box::new(Instance::new(semantics, movers, partition, control)));
    PROGRAM.set(Some(instance));
    REDUCED.set(reduced);
    let states = engine();
    assert_eq!(states.len(), instance.state_count(), "what is interned is reached");
    let decoded: BTreeSet<Decoded> = {
        let mut sorted: Vec<State> = states.into_iter().collect();
        sorted.sort();
        sorted.into_iter().map(|s| decode(instance, s)).collect()
    };
    Some(decoded)
}

fn agree(p: &Program) {
    for reduced in [false, true] {
        let Some(first) = reached(p, reduced, ascent) else { return };
        for (name, engine) in [("crepe", rules::solve as fn() -> _), ("by hand", breadth_first)] {
            let other = reached(p, reduced, engine).expect("it is small for everybody");
            assert!(first == other, "ascent and {name} differ, reduced: {reduced}\n{}", listing(p));
        }
    }
}

#[test]
fn figures() {
    let t2 = vec![AssertNot(0, 1)];
    let figure1 = vec![Set(0, 1), Skip, Skip, Goto(2)];
    agree(&program(&[0], &[], &[figure1, t2.clone()]));
    let figure2 = vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3)];
    agree(&program(&[0], &[], &[figure2, t2.clone()]));
    let figure3 =
        [vec![Acq(0), Set(2, 1), Set(1, 1), Rel(0), Goto(4)], vec![Acq(0), AssertNot(1, 1), Rel(0)], vec![Set(2, 2)]];
    agree(&program(&[0, 0, 0], &[0], &figure3));
    let figure9 = vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3), Skip, Goto(5)];
    agree(&program(&[0], &[], &[figure9, t2]));
}

#[test]
fn counters() {
    let round = vec![Acq(0), Rd(1), Inc(1, 1, 100), SetR(0), Rel(0), Skip];
    for (n, k) in [(2, 3), (3, 3), (2, 5)] {
        agree(&program(&[0, 0], &[0], &vec![vec![round.clone(); k].concat(); n]));
    }
}

/// Calls and returns included.
#[test]
fn random_programs() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        agree(&random_program(&mut random));
    }
}

#[test]
fn calls() {
    let code: Vec<Ins> = vec![Acq(0), Call(0), Rel(0), Call(0)];
    let increment = vec![Rd(1), Inc(1, 1, 3), SetR(0)];
    agree(&build(&[Var::Mutex, Var::Data(0)], &[code.clone(), code], &[increment]));
}
