//! Movers, side conditions and verdicts on seeded random programs, against every interleaving.
//!
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

use crate::corpus;
use crate::instructions::random::{Random, claim_movers, random_program};
use crate::instructions::run::*;
use crate::instructions::{Ins::*, atomic, c, cell, eq, listing, mutex, program, x};
use crate::support::setting;
use moverlog::driver::{Instance, MoverMode, Outcome, Partition, Verdict};
use moverlog::ir::{self, Action, Loc, Program};
use moverlog::movers::{Class, Condition, Movers, Moves, Protection, Reachable, greatest, refute, two_properties};
use moverlog::semantics::{Configuration, LocalStore, Semantics, Step};
use moverlog_rules::{Global, Program as _, State, Tid};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Node = (Tid, Global, LocalStore);
type Table = FxHashMap<Node, Vec<Moves>>;

#[test]
fn random_programs_agree_with_their_interleavings() {
    let seed = setting("MOVERLOG_SEED", 1);
    let mut random = Random::new(seed);
    let (mut wrong, mut safe, mut endless, mut claims) = (0, 0, 0, 0);
    let count = setting("MOVERLOG_PROGRAMS", 2000);
    for i in 0..count {
        let p = random_program(&mut random);
        let mut claimed = p.clone();
        claim_movers(&mut random, &mut claimed);
        let examined = || examine(&p).map(|verdict| (verdict, claims_are_safe(&claimed, verdict)));
        match catch_unwind(AssertUnwindSafe(examined)) {
            Ok(Some((verdict, accepted))) => {
                wrong += u64::from(verdict == Verdict::Wrong);
                safe += u64::from(verdict == Verdict::Safe);
                claims += u64::from(accepted);
            }
            Ok(None) => endless += 1,
            Err(_) => panic!("program {i} of seed {seed} disagrees with its interleavings\n{}", listing(&p)),
        }
    }
    let summary = format!("seed {seed}: {wrong} wrong, {safe} safe, {endless} too large, {claims} with true claims");
    let enough = |n: u64| n * 10 > count;
    assert!(enough(wrong) && enough(safe) && enough(claims) && endless * 20 < count, "too few of a kind: {summary}");
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        std::fs::write(file, summary).expect("the summary can be written");
    }
}

/// T1's step commutes with T2's. Claimed at one of the stores before and after T2's step and not at
/// the other, it breaks property 2, 1, 3 or 4 of CPC 3.
#[test]
fn a_step_of_another_thread_leaves_classes_alone() {
    let p = program(&[0, 0], &[], &[vec![Set(0, 1)], vec![Set(1, 1)]]);
    let semantics = Semantics::new(&p);
    let (all, _) = interleaving(&semantics, 100).expect("it is small");
    let reachable = Reachable::new(all.into_iter());
    for (right, claimed_at) in [(true, 1), (true, 0), (false, 1), (false, 0)] {
        let claimed = Moves { right, left: !right };
        let moves = |&(t, g, l): &(Tid, Global, LocalStore)| {
            let here = t == Tid(1) && semantics.globals(g)[1] == claimed_at;
            let class = if here { claimed } else { Moves::NON };
            ((t, g, l), vec![class; semantics.transitions(t, g, l).steps.len()])
        };
        let claims = refute(&semantics, &reachable, &reachable.nodes().iter().map(moves).collect());
        let blamed: Vec<_> = claims.iter().map(|claim| (claim.t, claim.loc, claim.right)).collect();
        assert_eq!(blamed, [(Tid(1), Loc(0), right)], "claimed where x1 is {claimed_at}");
    }
}

/// Claims are refuted, or they change no verdict. Whether they were accepted.
fn claims_are_safe(claimed: &Program, verdict: Verdict) -> bool {
    let outcomes = [true, false].map(|phase| try_run(claimed, "reduction", MoverMode::Declared, phase));
    let accepted = outcomes[0].is_some();
    for outcome in outcomes.into_iter().flatten() {
        let claims: Vec<_> = claimed.locations.iter().map(|l| l.claimed).collect();
        assert_eq!(outcome.verdict, verdict, "claiming {claims:?}");
    }
    accepted
}

/// Movers depend on nothing that `agrees_with` does not look at: an exploration that ends in agreement has seen every
/// access that moved under its assumptions, those that nobody had seen before among them.
#[test]
fn what_agrees_moves_alike() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    let (mut agreed, mut moved) = (0, 0);
    for _ in 0..500 {
        let p = random_program(&mut random);
        let semantics = Semantics::new(&p);
        let Some((all, _)) = interleaving(&semantics, 300) else { continue };
        let mut nodes = Reachable::new(all.into_iter()).nodes().to_vec();
        for _ in 0..20 {
            let n = nodes.len();
            (0..n).for_each(|i| nodes.swap(i, random.below(n)));
            let (some, rest) = nodes.split_at(random.below(n));
            let seen = observed(&semantics, Protection::ordered(&p), some);
            let seen = observed(&semantics, seen, some);
            let more = observed(&semantics, seen.clone(), &rest[..rest.len() / 4]);
            if seen.agrees_with(&more) {
                let movers = [seen, more].map(|p| moves_at(&semantics, &Movers::Protection(p), &nodes));
                assert!(movers[0] == movers[1], "{}", listing(&p));
                agreed += 1;
                moved += u64::from(movers[0].iter().flatten().any(|m| m.left));
            }
        }
    }
    assert!(agreed > 1000 && moved > 500, "{agreed} {moved}");
}

fn observed(semantics: &Semantics<'_>, mut protection: Protection, nodes: &[Node]) -> Protection {
    for &(t, g, l) in nodes {
        protection.observe(semantics, t, g, &semantics.transitions(t, g, l));
    }
    protection
}

fn moves_at(semantics: &Semantics<'_>, movers: &Movers, nodes: &[Node]) -> Vec<Vec<Moves>> {
    nodes.iter().map(|&(t, g, l)| movers.moves(semantics, (t, g, l), &semantics.transitions(t, g, l))).collect()
}

/// On every model that is small enough.
#[test]
fn greatest_movers_contain_those_of_locksets_on_models() {
    let (paths, mut compared) = (corpus::models(), 0);
    for path in &paths {
        let program = corpus::read(path, &[]).program;
        let semantics = Semantics::new(&program);
        let Some((all, locksets)) = interleaving(&semantics, 3000) else { continue };
        let reachable = Reachable::new(all.into_iter());
        locksets_are_movers(&semantics, &reachable, &locksets, &greatest(&semantics, &reachable));
        compared += 1;
    }
    assert!(compared * 2 > paths.len(), "{compared} of {} models are small", paths.len());
}

fn holds(p: &Program, verdict: Verdict) {
    assert_eq!(examine(p), Some(verdict), "{}", listing(p));
}

/// T2 may store 1 or what it finds. Where it finds 1 both outcomes are the same; classed apart from
/// each other, T1's steps led T2 into L(2) and out of it, and the error was lost.
#[test]
fn outcomes_of_one_action_move_together() {
    let (x0, m) = (0, 1);
    let either = Action::Choose { place: cell(x0), values: vec![x(x0), c(1)] };
    let t1 = vec![Acq(m), Set(x0, 1), Set(x0, 0), Rel(m)];
    let t2 = vec![Acq(m), AssertNot(x0, 1), Rel(m), Assume(x0, 1), Do(either), Goto(0)];
    holds(&program(&[0, 0], &[m], &[t1, t2]), Verdict::Wrong);
}

/// x0 is of thread 1 alone, and exclusive where x1 is 1. Thread 2 changes x1, and with it whether an access to
/// x0 goes wrong: that no predicate can be trusted any more must count as a broken assumption.
#[test]
fn a_predicate_that_fails_matters_to_the_only_thread() {
    let t1 = vec![Set(1, 1), Inc(0, 1, 2), Skip, Set(0, 1), Set(1, 1)];
    let mut p = program(&[0, 0], &[], &[t1, vec![Wr(1)]]);
    p.globals[0].protection = ir::Protection::Exclusive(eq(x(1), ir::Expr::Tid), "x1 == tid".into());
    holds(&p, Verdict::Safe);
}

/// The outcome that goes wrong gives the lock back, the other keeps it; nobody has claimed anything.
#[test]
fn lockset_movers_are_not_refuted() {
    let (x0, m) = (0, 1);
    let either = Action::Choose { place: cell(x0), values: vec![c(0), c(1)] };
    let body = [Action::Acquire(mutex(m)), either, Action::Assert(eq(x(x0), c(0)))];
    let t2 = vec![atomic(body)];
    holds(&program(&[0, 0], &[m], &[vec![Goto(0)], t2]), Verdict::Wrong);
}

/// What is asked of flags, and a program each that goes wrong: where it is not asked, the error is missed.
#[test]
fn every_condition_of_flags_is_needed() {
    let (x, f, a) = (0, 1, 2);
    let of_a_third =
        [vec![Set(a, 1), Set(x, 1), AssertNot(x, 2)], vec![Assume(f, 1), Set(x, 2)], vec![Assume(a, 1), Set(f, 1)]];
    let taken_back = [vec![Assume(f, 1), Set(x, 1), AssertNot(x, 2)], vec![Set(f, 1), Set(f, 0), Set(x, 2)]];
    let moving = [vec![Set(a, 1), Set(x, 1), Set(x, 0), Set(f, 1), Assume(f, 1)], vec![Assume(a, 1), AssertNot(x, 1)]];
    let (own, once, still) = (Condition::Own, Condition::Once, Condition::Still);
    for (codes, condition) in [(&of_a_third[..], own), (&taken_back, once), (&moving, still)] {
        let p = program(&[0, 0, 0], &[], codes);
        holds(&p, Verdict::Wrong);
        assert!(finds_an_error(&p, Protection::ordered(&p)), "{condition:?}");
        assert!(!finds_an_error(&p, Protection::ordered_without(&p, condition)), "{condition:?} is not needed");
    }
}

/// While m is free, T2 may write x and does nothing but go wrong for that; once T1 has m, it passes by. T1's acquire
/// counts as a right mover and does not commute with that step: the error came first, and is found.
#[test]
fn who_may_access_goes_wrong_first() {
    let text = "mutex m; int x exclusive(tid == 1); void T1() { acquire(m); } \
                void T2() { atomic { if (*) { acquire(m); x = 0; } } } P = { T1() } || { T2() }";
    let program = moverlog::model::load("perhaps.mover", text, &[]).0.expect("it is well-formed").program;
    for engine in ["interleaving", "reduction", "summaries", "cpc", "stoller-cohen", "dynamic"] {
        let checker = moverlog::prelude::Checker::new(&program).rules(engine).expect("it is known");
        assert_eq!(checker.run().expect("no claims").verdict, Verdict::Wrong, "{engine}");
    }
}

/// To wait for one's turn moves right where others store nothing but what it waits for.
#[test]
fn nobody_else_takes_a_turn_back() {
    let load = |text| moverlog::model::load("turn.mover", text, &[]).0.expect("it is well-formed").program;
    let taken_back = load(include_str!("../../models/repro/turn_taken_back.mover"));
    assert!(finds_an_error(&taken_back, Protection::ordered(&taken_back)));
    assert!(!finds_an_error(&taken_back, Protection::ordered_without(&taken_back, Condition::Turn)));
    let dekker = load(include_str!("../../models/classic/dekker.mover"));
    let states = |mode| {
        let checker = moverlog::prelude::Checker::new(&dekker).rules("summaries").expect("it is known");
        checker.movers(mode).run().expect("no claims").states
    };
    assert_eq!([states(MoverMode::Ordered), states(MoverMode::Lockset)], [126, 146]);
}

/// To start a thread moves left, and what is asked for that: where it is not asked, the error is missed.
#[test]
fn every_condition_of_starts_is_needed() {
    let third = include_str!("../../models/repro/start_seen_by_a_third.mover");
    let made_up = include_str!("../../models/repro/join_made_up.mover");
    let pointed_to = include_str!("../../models/repro/join_pointed_to.mover");
    let by_started = include_str!("../../models/repro/join_pointed_to_by_started.mover");
    let given = include_str!("../../models/repro/join_given.mover");
    let wraps = include_str!("../../models/repro/join_wraps.mover");
    let in_parameter = include_str!("../../models/repro/join_wraps_in_parameter.mover");
    let ids = [made_up, pointed_to, by_started, given, wraps, in_parameter].map(|text| (text, Condition::Given));
    for (text, condition) in [(third, Condition::Line)].into_iter().chain(ids) {
        let program = moverlog::model::load("starts.mover", text, &[]).0.expect("it is well-formed").program;
        assert!(finds_an_error(&program, Protection::ordered(&program)), "{condition:?}");
        assert!(!finds_an_error(&program, Protection::ordered_without(&program, condition)), "{condition:?}");
    }
}

/// Behind its commit an access is seen with fewer flags than may be set by then: that a thread is done with a variable
/// is told by its own flags alone.
#[test]
fn what_lies_behind_a_commit_may_be_late() {
    let text = include_str!("../../models/repro/flag_behind_commit.mover");
    let model = moverlog::model::load("flag_behind_commit.mover", text, &[]).0.expect("it is well-formed");
    for engine in ["reduction", "summaries", "cpc", "stoller-cohen"] {
        let checker = moverlog::prelude::Checker::new(&model.program).rules(engine).expect("it is known");
        let outcome = checker.movers(MoverMode::Ordered).run().expect("no claims");
        assert_eq!(outcome.verdict, Verdict::Wrong, "{engine}");
    }
}

/// Whether the reduction finds one in the last round from these assumptions.
fn finds_an_error(p: &Program, mut assumed: Protection) -> bool {
    let semantics = Semantics::new(p);
    loop {
        let (movers, control) = (Movers::Protection(assumed), unbounded());
        let instance = explore("reduction", &semantics, &movers, Partition::default(), &control);
        if !instance.broke_an_assumption() {
            return instance.first_wrong().is_some();
        }
        assumed = instance.observed().expect("locksets are observed");
    }
}

/// Everything that must hold of one program; its verdict, or nothing if it has too many states.
fn examine(p: &Program) -> Option<Verdict> {
    let semantics = Semantics::new(p);
    let (all, locksets) = interleaving(&semantics, 3000)?;
    let verdict = match wrong_threads(&semantics, &all).is_empty() {
        true => Verdict::Safe,
        false => Verdict::Wrong,
    };
    let outcome = run(p, "interleaving");
    assert_eq!((outcome.verdict, outcome.states), (verdict, all.len()), "interleaving");
    let reachable = Reachable::new(all.iter().cloned());
    let all: HashSet<Configuration> = all.into_iter().collect();
    let largest = greatest(&semantics, &reachable);
    locksets_are_movers(&semantics, &reachable, &locksets, &largest);
    let ordered = Movers::Protection(Protection::ordered(p).over(&semantics, &reachable));
    locksets_are_movers(&semantics, &reachable, &ordered, &largest);
    for mode in [MoverMode::Lockset, MoverMode::Ordered, MoverMode::Declared, MoverMode::Greatest] {
        for initial_phase in [true, false] {
            let outcome = run_with(p, "reduction", mode, initial_phase);
            assert_eq!(outcome.verdict, verdict, "{mode:?}, initial phase {initial_phase}");
            let movers = match mode {
                MoverMode::Greatest => &Movers::Table(largest.clone()),
                MoverMode::Ordered => &ordered,
                _ => &locksets,
            };
            // One error is enough for a reduction: what would say more of the order of accesses may stay unseen.
            let exact = mode != MoverMode::Ordered || verdict == Verdict::Safe;
            side_conditions(&semantics, &all, (movers, exact), &outcome, initial_phase);
            if mode == MoverMode::Lockset {
                inferred_by_reduction_alone(&semantics, &outcome, initial_phase);
            }
        }
    }
    Some(verdict)
}

/// Movers from locksets have properties 1 to 4, so the greatest movers contain them.
fn locksets_are_movers(semantics: &Semantics<'_>, reachable: &Reachable, locksets: &Movers, largest: &Table) {
    let moves = moves_at(semantics, locksets, reachable.nodes());
    let table: Table = reachable.nodes().iter().copied().zip(moves).collect();
    for node in reachable.nodes() {
        let (moves, most) = (&table[node], &largest[node]);
        let contained = |(a, b): (&Moves, &Moves)| a.right <= b.right && a.left <= b.left;
        assert!(moves.iter().zip(most).all(contained), "{node:?}: {moves:?} in {most:?}");
    }
    assert_eq!(refute(semantics, reachable, &table), [], "lockset movers");
    assert_eq!(refute(semantics, reachable, largest), [], "greatest movers");
}

/// Explores once more under the movers and the partition that the driver ended with.
fn side_conditions(
    semantics: &Semantics<'_>,
    all: &HashSet<Configuration>,
    (movers, exact): (&Movers, bool),
    outcome: &Outcome,
    initial_phase: bool,
) {
    let partition = Partition { initial_phase, lfs: outcome.lfs.clone(), ..Partition::default() };
    let control = unbounded();
    let instance = explore("reduction", semantics, movers, partition, &control);
    let states_are_those = |instance: &Instance<'_>| !exact || instance.state_count() == outcome.states;
    assert!(states_are_those(&instance), "the driver ended with these movers");
    assert!(!instance.broke_an_assumption(), "some lock is not held at every reachable access");
    for s in states(&instance) {
        assert!(all.contains(&instance.configuration(s)), "{s:?} is reached by some interleaving");
        let inside = semantics.tids().filter(|t| instance.class(*t, s) != Class::Outside).count();
        assert!(inside <= 1, "transactions do not overlap in {s:?}");
        others_keep_their_class(&instance, s);
    }
    assert!(transactions_can_end(&instance), "C3");
    assert!(states_are_those(&instance), "looking at steps adds no states");
}

/// From the strongest assumptions, dropping those that scheduled threads break, one arrives where
/// the driver does, which has a head start from a few executions; unless C3 needs repair on the way.
fn inferred_by_reduction_alone(semantics: &Semantics<'_>, outcome: &Outcome, initial_phase: bool) {
    let partition = Partition { initial_phase, lfs: outcome.lfs.clone(), ..Partition::default() };
    let mut assumed = Protection::initial(semantics.program);
    loop {
        let (movers, control) = (Movers::Protection(assumed), unbounded());
        let instance = explore("reduction", semantics, &movers, partition.clone(), &control);
        if !instance.broke_an_assumption() {
            if !transactions_can_end(&instance) {
                break;
            }
            let wrong = outcome.verdict == Verdict::Wrong;
            assert_eq!(instance.first_wrong().is_some(), wrong);
            // One error is enough for a reduction: accesses behind others may stay unseen.
            assert!(wrong || instance.state_count() == outcome.states, "the same locks are inferred");
            break;
        }
        assumed = instance.observed().expect("locksets are observed");
    }
}

/// C4, where `t` may move: its steps lead no other thread into or out of a transaction.
fn others_keep_their_class(instance: &Instance<'_>, s: State) {
    for t in instance.semantics.tids().filter(|t| instance.others_outside(*t, s)) {
        for s2 in instance.steps_of(t, s) {
            for u in instance.semantics.tids().filter(|u| *u != t) {
                assert_eq!(instance.class(u, s), instance.class(u, s2), "C4: {t:?} steps {s:?} to {s2:?}, {u:?}");
            }
        }
    }
}

fn transactions_can_end(instance: &Instance<'_>) -> bool {
    instance.semantics.tids().all(|t| stuck(instance, t).is_empty())
}

/// The states in L(t) from which `t` alone cannot reach N(t): none, says C3.
fn stuck(instance: &Instance<'_>, t: Tid) -> HashSet<State> {
    let in_l = |s: &State| instance.class(t, *s) == Class::Left;
    let mut stuck: HashSet<State> = states(instance).filter(in_l).collect();
    loop {
        let can = |s: &State| instance.steps_of(t, *s).iter().any(|s2| !stuck.contains(s2));
        let ending: Vec<State> = stuck.iter().copied().filter(can).collect();
        if ending.is_empty() {
            return stuck;
        }
        ending.iter().for_each(|s| assert!(stuck.remove(s)));
    }
}

/// QRR's two properties letter by letter, "iff" clauses included, on all pairs of reachable nodes.
#[test]
fn two_properties_are_those_that_qrr_prints() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    let (mut right, mut left, mut disabled) = (0, 0, 0);
    for _ in 0..300 {
        let p = random_program(&mut random);
        let semantics = Semantics::new(&p);
        let Some((all, _)) = interleaving(&semantics, 500) else { continue };
        let reachable = Reachable::new(all.iter().cloned());
        let table = two_properties(&semantics, &reachable);
        for ((g, t, l, u, l2), _) in reachable.pairs() {
            let (t, u) = ((*t, *l), (*u, *l2));
            assert!(first_property(&semantics, &table, *g, t, u), "1 at {g:?} {t:?} {u:?}\n{}", listing(&p));
            assert!(second_property(&semantics, &table, *g, t, u), "2 at {g:?} {t:?} {u:?}\n{}", listing(&p));
        }
        right += table.values().flatten().filter(|m| m.right).count();
        left += table.values().flatten().filter(|m| m.left).count();
        disabled += refute(&semantics, &reachable, &table).len();
    }
    assert!(right > 100 && left > 100 && disabled > 0, "{right} {left} {disabled}");
}

type Place = (Tid, LocalStore);

/// The steps of a thread: where they lead, and their movers.
fn classed(semantics: &Semantics<'_>, table: &Table, g: Global, (t, l): Place) -> Vec<(Step, Moves)> {
    let steps = semantics.transitions(t, g, l).steps.clone();
    let moves = table.get(&(t, g, l)).cloned().unwrap_or(vec![Moves::NON; steps.len()]);
    steps.into_iter().zip(moves).collect()
}

/// RM(t, g1, l1, g2, l2) and T(u, g2, l3, g3, l4).
fn first_property(semantics: &Semantics<'_>, table: &Table, g1: Global, t: Place, u: Place) -> bool {
    let steps = |g, place| classed(semantics, table, g, place);
    steps(g1, t).iter().filter(|(_, m)| m.right).all(|(mine, _)| {
        steps(mine.global, u).iter().all(|(theirs, after)| {
            steps(g1, u).iter().any(|(first, before)| {
                let then = steps(first.global, t);
                let same = |(s, m): &(Step, Moves)| m.right && s.effect == mine.effect && s.global == theirs.global;
                first.effect == theirs.effect && before == after && then.iter().any(same)
            })
        })
    })
}

/// T(u, g1, l1, g2, l2) and LM(t, g2, l3, g3, l4).
fn second_property(semantics: &Semantics<'_>, table: &Table, g1: Global, t: Place, u: Place) -> bool {
    let steps = |g, place| classed(semantics, table, g, place);
    steps(g1, u).iter().all(|(theirs, before)| {
        steps(theirs.global, t).iter().filter(|(_, m)| m.left).all(|(mine, _)| {
            steps(g1, t).iter().filter(|(first, m)| m.left && first.effect == mine.effect).any(|(first, _)| {
                let then = steps(first.global, u);
                then.iter().any(|(s, after)| s.effect == theirs.effect && s.global == mine.global && before == after)
            })
        })
    })
}
