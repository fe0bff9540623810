//! Rulesets 2 and 3 in two voices: ascent, and the same rules typed again in crepe, in all four
//! readings, with C3' and the hypothesis of Theorem 3; every relation is compared.
//!
//! In crepe a variable bound by `for` is not known to be bound by the atoms after it, which then
//! match anything: every `for y0 in .., let y = y0` below is there for that.

#![allow(non_snake_case, reason = "relations carry the papers' names")]

use crate::corpus::{models, read};
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::Random;
use crate::instructions::{listing, run::*};
use moverlog::driver::{Control, Instance, Limits, Partition};
use moverlog::ir::Program;
use moverlog::movers::Movers;
use moverlog::semantics::{LocalStore, Semantics};
use moverlog_rules::{Frame, Global, Node, Program as Oracle, Solution, State, Tid};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, PartialEq)]
enum Reading {
    Recommended,
    Post,
    SelfLoops,
    Literal,
}

use Reading::*;

const READINGS: [(&str, Reading); 4] =
    [("summaries", Recommended), ("summaries-post", Post), ("summaries-f1", SelfLoops), ("summaries-literal", Literal)];

thread_local! {
    /// What the crepe rules explore, and how they read the premises: crepe's rules can capture nothing.
    static PROGRAM: Cell<Option<&'static dyn Oracle>> = const { Cell::new(None) };
    static READING: Cell<Reading> = const { Cell::new(Recommended) };
}

fn p() -> &'static dyn Oracle {
    PROGRAM.get().expect("a program has been set")
}

/// (t, n) for every thread that may move in `s`.
fn movable(s: State) -> Vec<(Tid, Node)> {
    let tids = (1..=p().thread_count()).map(Tid);
    tids.filter(|t| p().others_outside(*t, s)).map(|t| (t, p().node(t, s))).collect()
}

/// Whether an edge by (CFL START) is told from others.
fn starts_fresh() -> bool {
    matches!(READING.get(), Recommended | Post)
}

/// "not N(t, g2, l2)" in the five rules that go on from an edge.
fn goes_on(t: Tid, n1: Node, n2: Node, fresh: bool) -> bool {
    let exempt = match READING.get() {
        Recommended | Post => fresh,
        SelfLoops => n1 == n2,
        Literal => false,
    };
    exempt || !p().is_outside(t, n2)
}

/// Whether a caller may go on behind a callee that is entered at `e`.
fn spanned(t: Tid, e: Node) -> bool {
    READING.get() != Post || !p().is_outside(t, e)
}

#[allow(clippy::iter_over_hash_type, reason = "crepe keeps facts in hash sets; only sets are compared")]
mod rules {
    use super::*;

    crepe::crepe! {
        @input
        pub struct Initial(pub State);

        @output
        pub struct Omega(pub State);
        @output
        pub struct PathEdge(pub Tid, pub Node, pub Node, pub bool);
        @output
        pub struct Sum(pub Tid, pub Node, pub Node);
        @output
        pub struct SumPlus(pub Tid, pub Node, pub Node, pub Frame);
        @output
        pub struct SumMinus(pub Tid, pub Node, pub Frame, pub Node);
        @output
        pub struct Mark(pub Tid, pub Node);
        @output
        pub struct Call(pub Tid, pub Node, pub Node, pub Frame);
        @output
        pub struct Endless(pub Tid, pub Node, pub Node);
        @output
        pub struct Recursive(pub Tid, pub Frame);
        @output
        pub struct NonTransactional(pub Tid, pub Frame, pub Node, pub Node);

        struct Scheduled(State, Tid, Node);
        struct Top(State, Tid, Frame);
        struct Wanted(Tid, Node, Frame);
        struct Live(Tid, Node, Node);
        struct Completes(Tid, Node, Node);
        struct Under(Tid, Frame, Node);

        // Level I: (INIT), (STEP), (PUSH), (POP), (CFL START)
        Omega(s) <- Initial(s);
        Scheduled(s, t, n) <- Omega(s), for (t0, n0) in movable(s), let t = t0, let n = n0;
        Top(s, t, f) <- Scheduled(s, t, _), let Some(f0) = p().top(t, s), let f = f0;
        Omega(s2) <- Scheduled(s, t, n), Sum(t, n, n2), let s2 = p().set(s, t, n2);
        Omega(s2) <- Scheduled(s, t, n), SumPlus(t, n, n2, f), let Some(s2) = p().push(s, t, n2, f);
        Omega(s2) <- Scheduled(s, t, n), Top(s, t, f), SumMinus(t, n, f, n2), let s2 = p().pop(s, t, n2);
        PathEdge(t, n, n, fresh) <- Scheduled(_, t, n), let fresh = starts_fresh();

        // Frames through which a return is asked for.
        Wanted(t, n, f) <- Scheduled(s, t, n), Top(s, t, f);
        Wanted(t, e, f) <- Call(t, _, e, f);

        // Level II: (CFL STEP), (CFL PUSH), (CFL POP), (CFL SUM-), (CFL SUM), (CFL SUM+)
        Live(t, n1, n2) <- PathEdge(t, n1, n2, fresh), (goes_on(t, n1, n2, fresh));
        PathEdge(t, n1, n3, false) <- Live(t, n1, n2), for n0 in p().u(t, n2), let n3 = n0;
        Call(t, n1, e, f) <- Live(t, n1, n2), for (e0, f0) in p().u_plus(t, n2), let e = e0, let f = f0;
        PathEdge(t, e, e, false) <- Call(t, _, e, _);
        PathEdge(t, n1, n3, false) <- Call(t, n1, e, f), (spanned(t, e)), SumMinus(t, e, f, n3);
        SumMinus(t, n1, f, n3) <- Live(t, n1, n2), Wanted(t, n1, f), for n0 in p().u_minus(t, n2, f), let n3 = n0;
        Sum(t, n1, n2) <- PathEdge(t, n1, n2, fresh), (!fresh), (p().is_outside(t, n2));
        Mark(t, n1) <- Sum(t, n1, _);
        SumPlus(t, n1, e, f) <- Call(t, n1, e, f), Mark(t, e);
        Mark(t, n1) <- SumPlus(t, n1, _, _);

        // C3'
        Completes(t, n1, n2) <- Sum(t, n1, n2);
        Completes(t, n1, n2) <-
            Live(t, n1, n2), Wanted(t, n1, f), for n0 in p().u_minus(t, n2, f), let n3 = n0, SumMinus(t, n1, f, n3);
        Completes(t, n1, n2) <-
            Live(t, n1, n2), for (e0, f0) in p().u_plus(t, n2), let e = e0, let f = f0, SumPlus(t, n1, e, f);
        Completes(t, n1, n2) <- Live(t, n1, n2), for n0 in p().u(t, n2), let n3 = n0, Completes(t, n1, n3);
        Completes(t, n1, n2) <-
            Live(t, n1, n2), for (e0, f0) in p().u_plus(t, n2), let e = e0, let f = f0, (spanned(t, e)),
            SumMinus(t, e, f, n3), Completes(t, n1, n3);
        Endless(t, n1, n2) <- PathEdge(t, n1, n2, _), (p().is_left(t, n2)), !Completes(t, n1, n2);

        // Theorem 3
        Under(t, f, e) <- Call(t, _, e, f);
        Under(t, f, n) <- Scheduled(s, t, n), for f0 in p().frames(t, s), let f = f0;
        Under(t, f, e) <- Under(t, f, n), Call(t, n, e, _);
        Recursive(t, f) <- Under(t, f, n), Call(t, n, _, f);
        NonTransactional(t, f, n1, n2) <-
            Recursive(t, f), Under(t, f, n1), PathEdge(t, n1, n2, _), (p().is_outside(t, n2));
    }

    /// Every relation, each fact in terms of `name`.
    pub(super) fn solve(name: &Names<'_>) -> Facts {
        let mut rules = Crepe::new();
        rules.extend([Initial(p().initial())]);
        let (omega, edges, sum, plus, minus, mark, call, endless, recursive, outside) = rules.run();
        let mut facts = Facts::new();
        facts.insert("Omega", omega.iter().map(|Omega(s)| name.state(*s)).collect());
        let edge = |x: &PathEdge| [vec![x.0.0, u32::from(x.3)], name.node(x.1), name.node(x.2)].concat();
        facts.insert("PathEdge", edges.iter().map(edge).collect());
        facts.insert("Sum", sum.iter().map(|x| name.pair(x.0, x.1, x.2)).collect());
        facts.insert("SumPlus", plus.iter().map(|x| name.with_frame(x.0, x.1, x.2, x.3)).collect());
        facts.insert("SumMinus", minus.iter().map(|x| name.with_frame(x.0, x.1, x.3, x.2)).collect());
        facts.insert("Mark", mark.iter().map(|x| name.pair(x.0, x.1, x.1)).collect());
        facts.insert("Call", call.iter().map(|x| name.with_frame(x.0, x.1, x.2, x.3)).collect());
        facts.insert("Endless", endless.iter().map(|x| name.pair(x.0, x.1, x.2)).collect());
        facts.insert("Recursive", recursive.iter().map(|x| name.frame(x.0, x.1)).collect());
        facts.insert("NonTransactional", outside.iter().map(|x| name.with_frame(x.0, x.2, x.3, x.1)).collect());
        facts
    }
}

/// By relation, every fact in terms that no engine's numbering can change.
type Facts = BTreeMap<&'static str, BTreeSet<Vec<u32>>>;

/// Nodes, frames and states by the values they stand for.
struct Names<'a>(&'a Instance<'a>);

impl Names<'_> {
    fn local(&self, l: LocalStore) -> Vec<u32> {
        let semantics = self.0.semantics;
        let loc = semantics.loc(l).map_or(u32::MAX, |loc| loc.0);
        let head = [loc, u32::from(semantics.is_outermost(l))];
        head.into_iter().chain(semantics.registers(l).into_iter().map(|v| v as u32)).collect()
    }

    fn global(&self, g: Global) -> Vec<u32> {
        self.0.semantics.globals(g).into_iter().map(|v| v as u32).collect()
    }

    fn node(&self, n: Node) -> Vec<u32> {
        let (g, l, phase) = self.0.stores(n);
        [vec![u32::from(phase)], self.global(g), self.local(l)].concat()
    }

    fn saved(&self, f: Frame) -> Vec<u32> {
        let semantics = self.0.semantics;
        let registers = semantics.saved_registers(f).into_iter().map(|v| v as u32);
        [semantics.return_location(f).0].into_iter().chain(registers).collect()
    }

    fn frame(&self, t: Tid, f: Frame) -> Vec<u32> {
        [vec![t.0], self.saved(f)].concat()
    }

    fn pair(&self, t: Tid, n1: Node, n2: Node) -> Vec<u32> {
        [vec![t.0], self.node(n1), self.node(n2)].concat()
    }

    fn with_frame(&self, t: Tid, n1: Node, n2: Node, f: Frame) -> Vec<u32> {
        [self.pair(t, n1, n2), self.saved(f)].concat()
    }

    fn state(&self, s: State) -> Vec<u32> {
        let (semantics, (configuration, phases)) = (self.0.semantics, phased(self.0, s));
        let mut row = self.global(configuration.global);
        let each = configuration.locals.iter().zip(&configuration.stacks).zip(phases);
        for ((l, stack), phase) in each {
            row.extend(self.local(*l));
            row.push(u32::from(phase));
            let mut stack = *stack;
            row.push(semantics.depth(stack));
            while let Some((tail, f)) = semantics.top(stack) {
                row.extend(self.saved(f));
                stack = tail;
            }
        }
        row
    }
}

fn ascent(name: &Names<'_>, solution: Solution) -> Facts {
    let found = solution.summaries.expect("it summarizes");
    let mut facts = Facts::new();
    facts.insert("Omega", states(name.0).map(|s| name.state(s)).collect());
    let edge = |x: &(Tid, Node, Node, bool)| [vec![x.0.0, u32::from(x.3)], name.node(x.1), name.node(x.2)].concat();
    facts.insert("PathEdge", found.path_edges.iter().map(edge).collect());
    facts.insert("Sum", found.sum.iter().map(|x| name.pair(x.0, x.1, x.2)).collect());
    facts.insert("SumPlus", found.sum_plus.iter().map(|x| name.with_frame(x.0, x.1, x.2, x.3)).collect());
    facts.insert("SumMinus", found.sum_minus.iter().map(|x| name.with_frame(x.0, x.1, x.3, x.2)).collect());
    facts.insert("Mark", found.mark.iter().map(|x| name.pair(x.0, x.1, x.1)).collect());
    facts.insert("Call", found.call.iter().map(|x| name.with_frame(x.0, x.1, x.2, x.3)).collect());
    facts.insert("Endless", found.endless.iter().map(|x| name.pair(x.0, x.1, x.2)).collect());
    facts.insert("Recursive", found.recursive.iter().map(|x| name.frame(x.0, x.1)).collect());
    let outside = |x: &(Tid, Frame, Node, Node)| name.with_frame(x.0, x.2, x.3, x.1);
    facts.insert("NonTransactional", found.non_transactional.iter().map(outside).collect());
    for (relation, size) in solution.relations {
        assert_eq!(facts[relation.as_ref()].len(), size, "facts of {relation} differ in what they stand for");
    }
    facts
}

/// Stores and movers that live on: crepe's rules can only see what is static.
struct Subject {
    program: Program,
    semantics: &'static Semantics<'static>,
    movers: &'static Movers,
    partition: Partition,
    limits: Limits,
}

impl Subject {
    fn new(program: &Program, limits: Limits) -> Option<Self> {
        let leaked: &'static Program = Box::leak(Box::new(program.clone()));
        let semantics: &'static Semantics<'static> = Box::leak(Box::new(Semantics::new(leaked)));
        let (movers, partition) = settled(program, "summaries", &limits)?;
        Some(Subject { program: program.clone(), semantics, movers: Box::leak(Box::new(movers)), partition, limits })
    }

    /// An instance for one engine, since numbers depend on the order of questions.
    fn instance(&self, partition: &Partition) -> &'static Instance<'static> {
        let control: &'static Control<'static> = Box::leak(Box::new(Control::from(self.limits.clone())));
        Box::leak(Box::new(Instance::new(self.semantics, self.movers, partition.clone(), control)))
    }

    /// How many facts all readings have together.
    fn agree(&self, partition: &Partition) -> usize {
        let mut total = 0;
        for (rules, reading) in READINGS {
            let name = Names(self.instance(partition));
            let by_ascent = ascent(&name, (ruleset(rules).solve)(name.0));
            let name = Names(self.instance(partition));
            PROGRAM.set(Some(name.0));
            READING.set(reading);
            let by_crepe = rules::solve(&name);
            for (relation, facts) in &by_ascent {
                let same = *facts == by_crepe[relation];
                assert!(same, "{rules}: ascent and crepe differ in {relation}\n{}", listing(&self.program));
                total += facts.len();
            }
        }
        total
    }
}

/// Under the partition of the driver, and without any repair of C3'. Nothing if there are too many states.
fn agree(program: &Program, limits: Limits) -> Option<usize> {
    let subject = Subject::new(program, limits)?;
    let plain = Partition::default();
    let repaired = (!subject.partition.lfs.is_empty()).then(|| subject.agree(&subject.partition));
    Some(subject.agree(&plain) + repaired.unwrap_or(0))
}

#[test]
fn every_small_model() {
    let paths = models();
    let mut compared = 0;
    for path in &paths {
        let model = read(path, &[]);
        let limits = Limits { max_states: 20_000, max_stack: 4, ..Limits::default() };
        compared += usize::from(agree(&model.program, limits).is_some());
    }
    assert!(compared * 10 > paths.len() * 9, "{compared} of {} models are small", paths.len());
}

#[test]
fn random_programs() {
    let mut random = Random::new(11);
    let mut total = 0;
    for i in 0..400 {
        let p = random_procedures(&mut random, i % 2 == 0);
        let limits = Limits { max_states: 1500, max_stack: 3, ..Limits::default() };
        total += agree(&p, limits).unwrap_or(0);
    }
    assert!(total > 50_000, "{total} facts");
}
