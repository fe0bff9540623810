//! Lock inference (FQ 6) on FQ's example, on the errata's programs and on seeded random ones.
//!
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

use crate::instructions::flanagan_qadeer::flanagan_qadeer;
use crate::instructions::random::{Random, random_program};
use crate::instructions::{Ins::*, assign, atomic, c, cell, eq, listing, program, run::*, x};
use crate::support::setting;
use moverlog::derivation::RulesFile;
use moverlog::driver::{self, Instance, MoverMode, Options, Outcome, Partition, Phases, Verdict};
use moverlog::ir::{self, Cell, Program};
use moverlog::movers::{Class, Movers, Moves, Protection};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{Node, Program as _, Tid};
use std::collections::{BTreeSet, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

const SOUND: [&str; 3] = ["locks", "locks-incremental", "stoller-cohen"];

/// Movers and partition with which inference by these rules ends.
fn settled_by(p: &Program, rules: &str) -> (Movers, Partition) {
    let options = Options::default();
    let found = driver::settled(&Semantics::new(p), ruleset(rules), &options, &unbounded());
    found.expect("nothing is claimed").expect("it is small")
}

fn protecting_sets(outcome: &Outcome) -> Vec<Vec<Cell>> {
    outcome.protecting.clone().expect("locks were inferred")
}

#[test]
fn the_example_of_flanagan_and_qadeer() {
    let (x, y, mx, my, count) = (0, 1, Cell(2), Cell(3), 4);
    for rules in SOUND {
        let sets = protecting_sets(&run(&flanagan_qadeer(2, false), rules));
        assert_eq!((&sets[x], &sets[y], &sets[count]), (&vec![mx], &vec![my], &vec![]), "{rules}");
    }
}

/// How often a method of FQ's example gets outside a transaction on its way; it is chosen by number.
fn transactions_per_call(rules: &str, method: usize) -> usize {
    let p = flanagan_qadeer(3, false);
    let (movers, partition) = settled_by(&p, rules);
    let (semantics, control) = (Semantics::new(&p), unbounded());
    let instance = Instance::new(&semantics, &movers, partition, &control);
    let start = instance.node(Tid(1), instance.initial());
    let mut at = instance.u(Tid(1), start).nth(method).expect("there are three methods");
    let mut ends = 0;
    while instance.node_loc(at) != instance.node_loc(start) {
        at = instance.u(Tid(1), at).next().expect("nobody else moves");
        ends += usize::from(instance.is_outside(Tid(1), at));
    }
    ends
}

/// FQ 7: each method is one transaction; with left movers alone it is one for each step that is no
/// left mover.
#[test]
fn transactions_per_call_of_the_example() {
    assert_eq!([0, 1, 2].map(|m| transactions_per_call("locks", m)), [1, 1, 1]);
    assert_eq!([0, 1, 2].map(|m| transactions_per_call("stoller-cohen", m)), [2, 2, 3]);
}

/// FQ 4.2: `read` is in its pre-commit phase up to the assertion, line 5.
#[test]
fn phases_of_read() {
    let p = flanagan_qadeer(3, false);
    let (movers, partition) = settled_by(&p, "locks");
    let (semantics, control) = (Semantics::new(&p), unbounded());
    let instance = Instance::new(&semantics, &movers, partition, &control);
    let mut at: Node = instance.node(Tid(1), instance.initial());
    at = instance.u(Tid(1), at).nth(2).expect("`read` is the third method");
    let mut phases = vec![];
    for _ in 0..7 {
        phases.push(instance.phase(at));
        at = instance.u(Tid(1), at).next().expect("nobody else moves");
    }
    assert_eq!(phases, [true, true, true, true, true, false, false]);
}

/// `models/errata/fx07_access_enabledness.mover`: 15 states with the repaired (access), 6 as printed.
#[test]
fn an_access_that_blocks_is_an_access() {
    let t1 = vec![Assume(0, 1), Set(0, 0)];
    let t2 = vec![Acq(1), Set(0, 1), AssertNot(0, 0), Set(0, 0), Rel(1)];
    let p = program(&[0, 0], &[1], &[t1, t2]);
    for rules in SOUND {
        assert_eq!(run(&p, rules).verdict, Verdict::Wrong, "{rules}");
    }
    assert_eq!(run(&p, "locks").states, 15);
    let literal = run(&p, "locks-literal");
    assert_eq!((literal.states, literal.verdict), (6, Verdict::Inconclusive), "the error is lost");
}

/// O11: Q holds S(M_final); both go wrong where the program does; M_final is what accesses show.
fn examine(p: &Program) -> Option<Verdict> {
    let semantics = Semantics::new(p);
    let (all, locksets) = interleaving(&semantics, 2000)?;
    let wrong = !wrong_threads(&semantics, &all).is_empty();
    let verdict = if wrong { Verdict::Wrong } else { Verdict::Safe };
    let Movers::Protection(seen) = &locksets else { unreachable!("locksets are observed") };
    for rules in SOUND {
        let outcome = run(p, rules);
        assert_eq!(outcome.verdict, verdict, "{rules}");
        assert_eq!(run_with(p, rules, MoverMode::Lockset, false).verdict, verdict, "{rules}, initial phase false");
        // One error is enough for a reduction: accesses behind others may stay unseen.
        for (c, set) in protecting_sets(&outcome).iter().enumerate().filter(|_| !wrong) {
            let inferred = matches!(p.global_of(Cell(c as u32)).protection, ir::Protection::Inferred);
            let held = seen.protecting_set(Cell(c as u32));
            assert!(!inferred || set == held, "{rules}: locks held at every access to x{c}: {set:?}, {held:?}");
        }
    }
    incremental(p, &semantics, &all);
    Some(verdict)
}

/// The paper's algorithm with one order of rules and its own phases: S(M_final) is part of Q, and Q of what is reachable.
fn incremental(p: &Program, semantics: &Semantics<'_>, all: &[Configuration]) {
    let inference = ruleset("locks-incremental").inference;
    let (mut assumed, mut kept, control) = (Protection::inferred_by(p, inference), None, unbounded());
    let printed = Partition { phases: Some(Phases::Printed), ..Partition::default() };
    let partition = Partition { inference, ..printed.clone() };
    let (q, last) = loop {
        let movers = Movers::Protection(assumed.clone());
        let instance = Instance::new(semantics, &movers, partition.clone(), &control);
        kept.iter().for_each(|k| instance.resume(k));
        let removed = (ruleset("locks-incremental").solve)(&instance).removed;
        if removed.is_empty() && !instance.broke_an_assumption() {
            break (states(&instance).map(|s| phased(&instance, s)).collect::<HashSet<_>>(), movers);
        }
        kept = Some(instance.keep());
        assumed = instance.observed().expect("locksets are observed");
        removed.iter().for_each(|(z, m)| assumed.remove(Cell(z.0), Cell(m.0)));
    };
    let goes_wrong = !wrong_threads(semantics, all).is_empty();
    assert!(goes_wrong || q == by_rounds(p, semantics), "Q is what the printed rules reach in this order");
    let s = Instance::new(semantics, &last, printed, &control);
    (ruleset("reduction").solve)(&s);
    assert!(states(&s).all(|state| q.contains(&phased(&s, state))), "S(M_final) is part of Q");
    let all: HashSet<&Configuration> = all.iter().collect();
    assert!(q.iter().all(|(c, _)| all.contains(c)), "every state of Q is reached by some interleaving");
}

#[test]
fn random_programs_agree_with_their_interleavings() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 1000), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let mut wrong = 0;
    for i in 0..count {
        let p = random_program(&mut random);
        match catch_unwind(AssertUnwindSafe(|| examine(&p))) {
            Ok(verdict) => wrong += u64::from(verdict == Some(Verdict::Wrong)),
            Err(_) => panic!("program {i} of seed {seed} disagrees with its interleavings\n{}", listing(&p)),
        }
    }
    assert!((count / 10..count * 9 / 10).contains(&wrong), "seed {seed}: {wrong} of {count} go wrong");
}

/// `rules/examples/fq6.rules`, which is interpreted.
#[test]
fn the_rules_of_fq_6_agree_with_interleavings() {
    let text = std::fs::read_to_string("rules/examples/fq6.rules").expect("it is an example");
    let keeping = text.replace("inference: ", "inference: keeps states, ");
    let options = Options { movers: MoverMode::Lockset, initial_phase: false, ..Options::default() };
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    for text in [text, keeping] {
        let rules: &'static RulesFile = Box::leak(Box::new(RulesFile::load("fq6", &text).expect("it is read")));
        for _ in 0..setting("MOVERLOG_PROGRAMS", 1000) / 10 {
            let p = random_program(&mut random);
            let semantics = Semantics::new(&p);
            let Some((all, _)) = interleaving(&semantics, 2000) else { continue };
            let wrong = !wrong_threads(&semantics, &all).is_empty();
            let outcome = driver::check(&p, driver::Engine::File(rules), &options, &unbounded()).expect("no claims");
            assert_eq!(outcome.verdict, if wrong { Verdict::Wrong } else { Verdict::Safe }, "{}", listing(&p));
        }
    }
}

/// One rule of FQ 6 applied once.
enum Firing {
    Reach(Phased),
    /// What the access shows, all of its locks at once.
    Learn(Protection),
}

impl Firing {
    fn reached(self) -> Option<Phased> {
        match self {
            Firing::Reach(state) => Some(state),
            Firing::Learn(_) => None,
        }
    }
}

/// The premise of all rules: for all u != t. (s, ls) in N(u).
fn others_outside(instance: &Instance<'_>, (c, phases): &Phased, t: Tid) -> bool {
    let local = |u: Tid| c.locals[u.0 as usize - 1];
    let moves = |u: Tid| instance.moves_of(u, c.global, local(u), &instance.semantics.transitions_in(c, u));
    let class = |u: Tid| instance.classify(u, local(u), phases[u.0 as usize - 1], &moves(u));
    instance.semantics.tids().all(|u| u == t || class(u) == Class::Outside)
}

/// What (step), (acquire), (release) and (access) can do with one state and one thread.
fn firings(instance: &Instance<'_>, assumed: &Protection, state: &Phased, t: Tid) -> Vec<Firing> {
    let (semantics, (c, phases)) = (instance.semantics, state);
    let transitions = |u: Tid| semantics.transitions_in(c, u);
    if !others_outside(instance, state, t) {
        return vec![];
    }
    let mut learnt = assumed.clone();
    learnt.observe(semantics, t, c.global, &transitions(t));
    let lost = |z: &Cell| learnt.inferred_locks(*z).len() < assumed.inferred_locks(*z).len();
    if transitions(t).accesses.held.keys().any(lost) {
        return vec![Firing::Learn(learnt)];
    }
    let moves = instance.moves_of(t, c.global, c.locals[t.0 as usize - 1], &transitions(t));
    let reach = |(step, moves): (&_, &moverlog::movers::Moves)| {
        let mut phases = phases.clone();
        phases[t.0 as usize - 1] = moves.next_phase(phases[t.0 as usize - 1]);
        Firing::Reach((semantics.after(c, t, step), phases))
    };
    transitions(t).steps.iter().zip(&moves).map(reach).collect()
}

/// As the printed algorithm starts: Q = {(s0, ls0)} and Mz = MutexVar.
fn printed_start(p: &Program, semantics: &Semantics<'_>) -> (Vec<Phased>, Protection) {
    let start = (semantics.initial(), vec![true; p.threads.len()]);
    (vec![start], Protection::inferred_by(p, ruleset("locks-incremental").inference))
}

/// Takes from `next` the locks that were assumed and are not in `learnt`.
fn take(next: &mut Protection, assumed: &Protection, learnt: &Protection, cells: usize) {
    for z in (0..cells as u32).map(Cell) {
        let lost = assumed.inferred_locks(z).iter().filter(|m| !learnt.inferred_locks(z).contains(m));
        lost.for_each(|m| next.remove(z, *m));
    }
}

/// Q when (access) is applied once nothing else can be, to all that it applies to.
fn by_rounds(p: &Program, semantics: &Semantics<'_>) -> HashSet<Phased> {
    let control = unbounded();
    let (mut q, mut assumed) = printed_start(p, semantics);
    loop {
        let movers = Movers::Protection(assumed.clone());
        let instance = Instance::new(semantics, &movers, Partition::default(), &control);
        let mut known: HashSet<Phased> = q.iter().cloned().collect();
        let (mut next, mut at) = (assumed.clone(), 0);
        while let Some(s) = q.get(at).cloned() {
            for t in semantics.tids().filter(|t| others_outside(&instance, &s, *t)) {
                let mut fired = firings(&instance, &assumed, &s, t);
                if let Some(Firing::Learn(learnt)) = fired.first() {
                    take(&mut next, &assumed, learnt, p.cells.len());
                } else {
                    next.observe(semantics, t, s.0.global, &semantics.transitions_in(&s.0, t));
                }
                let reached = fired.drain(..).filter_map(Firing::reached);
                q.extend(reached.filter(|new| known.insert(new.clone())));
            }
            at += 1;
        }
        if next.agrees_with(&assumed) {
            return known;
        }
        assumed = next;
    }
}

/// The size of Q when rules are applied in a random order, and (access) at once.
fn shuffled(p: &Program, random: &mut Random) -> usize {
    let (semantics, control) = (Semantics::new(p), unbounded());
    let (mut q, mut assumed) = printed_start(p, &semantics);
    loop {
        let movers = Movers::Protection(assumed.clone());
        let instance = Instance::new(&semantics, &movers, Partition::default(), &control);
        let each = q.iter().flat_map(|s| semantics.tids().map(move |t| (s, t)));
        let all = each.flat_map(|(s, t)| firings(&instance, &assumed, s, t));
        let mut new: Vec<Firing> = all.filter(|f| !matches!(f, Firing::Reach(s) if q.contains(s))).collect();
        if new.is_empty() {
            return q.len();
        }
        match new.swap_remove(random.below(new.len())) {
            Firing::Reach(s) => q.push(s),
            Firing::Learn(learnt) => assumed = learnt,
        }
    }
}

/// `models/errata/fx08_inference_order.mover`: Q depends on the order of the rules, S(M_final) does not.
#[test]
fn the_order_of_rules_shows_in_q() {
    let p = program(&[0, 0], &[1], &[vec![Acq(1), Wr(0)], vec![Nd(vec![1]), Set(0, 0)]]);
    let mut random = Random::new(8);
    let sizes: BTreeSet<usize> = (0..50).map(|_| shuffled(&p, &mut random)).collect();
    assert_eq!(sizes, [8, 9].into());
    assert_eq!(run(&p, "locks").states, 8);
    assert_eq!(run(&p, "locks-incremental").states, 9, "(access) comes last");
}

/// A lock kept in a plain variable is no lock to inference; the greatest movers see what it protects.
#[test]
fn locks_in_plain_variables_are_for_greatest_movers() {
    let (held, data) = (0, 1);
    let section = |me| {
        let free = ir::Action::Assume(eq(x(held), c(0)));
        let take = atomic([free, assign(cell(held), c(me))]);
        vec![take, Set(data, me), AssertNot(data, 3 - me), Set(held, 0)]
    };
    let p = program(&[0, 0], &[], &[section(1), section(2)]);
    let moves = |movers| run_with(&p, "reduction", movers, true).profiles[1].moves.clone();
    assert_eq!(protecting_sets(&run(&p, "locks"))[data as usize], []);
    assert_eq!(moves(MoverMode::Lockset), [Moves::NON].into());
    assert_eq!(moves(MoverMode::Greatest), [Moves::BOTH].into(), "nobody else is in the section");
}
