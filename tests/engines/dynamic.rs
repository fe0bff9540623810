//! DYN's reductions: the numbers of its figures, its printed rules, and random programs against
//! interleaving.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::corpus;
use crate::instructions;
use crate::instructions::frames::random_frames;
use crate::instructions::pointers::random_pointers;
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::{Random, random_program};
use crate::instructions::run::{bounded, run};
use crate::instructions::{Ins, assign, cell, listing, program, x};
use crate::support::setting;
use moverlog::driver::{Engine, Options, Outcome, Verdict, check, try_moving};
use moverlog::dynamic::{Analysis, Direction, Exploration, Heuristics, Other, others};
use moverlog::execution::{Choice, perform};
use moverlog::ir::Program;
use moverlog::movers::Fault;
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{Action, Copy, Graph, Location, REDUCTIONS, Reduction, State, Tid};
use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn reduction(name: &str) -> &'static Reduction {
    REDUCTIONS.iter().find(|r| r.name == name).expect("the reduction is listed")
}

/// The heuristics that are tried: all, none beyond reachability, and each by itself.
fn heuristics() -> Vec<Heuristics> {
    let none = Heuristics::NONE;
    let single =
        [Heuristics { pointer: true, ..none }, Heuristics { atomic: true, ..none }, Heuristics { locks: true, ..none }];
    [Heuristics::ALL, none].into_iter().chain(single).collect()
}

fn outcome(p: &Program, name: &str, heuristics: Heuristics, states: usize) -> Outcome {
    let options = Options::default();
    let engine = Engine::from(reduction(name)).with_heuristics(heuristics);
    check(p, engine, &options, &bounded(states)).expect("nothing is claimed")
}

fn external(p: &Program, name: &str, heuristics: Heuristics) -> usize {
    outcome(p, name, heuristics, usize::MAX).states
}

/// Every configuration that steps of the program lead to; nothing if there are too many.
fn reachable(semantics: &Semantics<'_>, most: usize) -> Option<Vec<Configuration>> {
    let mut seen = HashSet::from([semantics.initial()]);
    let mut all = vec![semantics.initial()];
    let mut next = 0;
    while next < all.len() {
        let at = all[next].clone();
        next += 1;
        for (_, after) in successors(semantics, &at) {
            if after.stacks.iter().any(|s| semantics.depth(*s) > 3) || all.len() > most {
                return None;
            }
            if seen.insert(after.clone()) {
                all.push(after);
            }
        }
    }
    Some(all)
}

fn successors(semantics: &Semantics<'_>, at: &Configuration) -> Vec<(Tid, Configuration)> {
    semantics.tids().flat_map(|t| steps(semantics, at, t).into_iter().map(move |c| (t, c))).collect()
}

fn steps(semantics: &Semantics<'_>, at: &Configuration, t: Tid) -> Vec<Configuration> {
    let outcomes = 0..semantics.transitions_in(at, t).steps.len();
    outcomes.filter_map(|outcome| Some(perform(semantics, at, Choice { t, outcome })?.after)).collect()
}

fn goes_wrong(semantics: &Semantics<'_>, c: &Configuration) -> bool {
    c.locals.iter().any(|l| semantics.is_wrong(*l))
}

/// `r = x; if (r == 1) goto R; cas(x, 0, 1); R: r = x;` with the last read k times.
fn lazy_initialisation(k: usize) -> Program {
    let is_one = instructions::eq(instructions::r(), instructions::c(1));
    let mut worker = vec![Ins::Rd(0), Ins::If(is_one, 3), Ins::Cas(0, 0, 1)];
    worker.extend(vec![Ins::Rd(0); k]);
    program(&[0], &[], &[worker.clone(), worker])
}

#[test]
fn lazy_initialisation_has_the_published_counts() {
    let published = [(1, 14, 20, 33), (2, 20, 31, 48), (4, 32, 59, 84), (8, 56, 139, 180)];
    for (k, dynamic, fixed, full) in published {
        let p = lazy_initialisation(k);
        assert_eq!(external(&p, "dynamic", Heuristics::NONE), dynamic, "reachability alone, k = {k}");
        assert_eq!(external(&p, "dynamic-both", Heuristics::NONE), dynamic, "both movers, k = {k}");
        assert_eq!(external(&p, "dynamic-table2", Heuristics::NONE), dynamic, "Table 2, k = {k}");
        assert_eq!(external(&p, "phase", Heuristics::ALL), fixed, "static movers, k = {k}");
        assert_eq!(external(&p, "nored", Heuristics::ALL), full, "every interleaving, k = {k}");
        assert_eq!(run(&p, "interleaving").states, full, "the oracle, k = {k}");
        // Once the variable is set no cas writes it: that is the monotonic atomic heuristic.
        let atomic = Heuristics { atomic: true, ..Heuristics::NONE };
        assert!(external(&p, "dynamic", atomic) < dynamic, "reads of a variable that is set, k = {k}");
    }
}

/// x = 0; y = 2 || y = 1; x = y.
fn figure8() -> Program {
    program(&[0, 0], &[], &[vec![Ins::Set(0, 0), Ins::Set(1, 2)], vec![Ins::Set(1, 1), Ins::Do(assign(cell(0), x(1)))]])
}

#[test]
fn figure_8_has_14_states_of_which_no_reduction_loses_the_last() {
    let p = figure8();
    let semantics = Semantics::new(&p);
    let all = reachable(&semantics, 100).expect("it is small");
    assert_eq!(all.len(), 14);
    let last = |c: &Configuration| successors(&semantics, c).is_empty();
    let values = |c: &Configuration| semantics.globals(c.global);
    let finals: HashSet<Vec<i32>> = all.iter().filter(|c| last(c)).map(values).collect();
    assert_eq!(finals, HashSet::from([vec![0, 2], vec![1, 1], vec![1, 2], vec![2, 2]]));
    for name in ["dynamic", "dynamic-table2", "dynamic-both", "phase", "static", "nored"] {
        let control = bounded(100);
        let analysis = Analysis::new(&semantics, Heuristics::ALL);
        let exploration = Exploration::new(&analysis, reduction(name), &control);
        moverlog_rules::reduce(&exploration);
        let reached: HashSet<Vec<i32>> = visited(&exploration).iter().filter(|c| last(c)).map(values).collect();
        assert_eq!(reached, finals, "{name}");
    }
}

/// The configurations of all states, and of all nodes inside blocks.
fn visited(exploration: &Exploration<'_>) -> HashSet<Configuration> {
    let mut all = HashSet::new();
    for s in (0..exploration.state_count() as u32).map(State) {
        let c = exploration.configuration(s);
        for t in exploration.analysis.semantics.tids() {
            all.extend(inside(exploration, &c, t));
        }
        all.insert(c);
    }
    all
}

/// Where blocks of `t` lead from an external configuration.
fn inside(exploration: &Exploration<'_>, c: &Configuration, t: Tid) -> HashSet<Configuration> {
    let (i, around) = (t.0 as usize - 1, others(exploration.analysis, c, t));
    let mut seen = HashSet::new();
    let mut open = vec![exploration.share_in(c, t, Copy::N)];
    let mut all = HashSet::new();
    while let Some(share) = open.pop() {
        for next in exploration.shares_after(t, &share, &around) {
            let mut c2 = c.clone();
            (c2.global, c2.locals[i], c2.stacks[i]) = (next.g, next.local, next.stack);
            all.insert(c2);
            if next.place.1 != Copy::N && seen.insert((next.g, next.local, next.stack, next.place)) {
                open.push(next);
            }
        }
    }
    all
}

#[test]
fn x_and_y_of_figure_8_commute_at_first_but_do_not_go_on_to() {
    let p = figure8();
    let semantics = Semantics::new(&p);
    let start = semantics.initial();
    // "x = 0 and y = 1 commute now" would be true in the initial state: the diamond closes.
    let ways = |t: u32, u: u32| {
        let after = steps(&semantics, &start, Tid(t)).remove(0);
        steps(&semantics, &after, Tid(u)).remove(0)
    };
    assert_eq!(ways(1, 2), ways(2, 1));
    // It is no moving condition, for a step of thread 2 leads out of it; and none of ours holds.
    let analysis = Analysis::new(&semantics, Heuristics::ALL);
    let control = bounded(100);
    let exploration = Exploration::new(&analysis, reduction("dynamic"), &control);
    for direction in [Direction::Right, Direction::Left] {
        assert!(!exploration.moves(direction, &start, Tid(1)), "x = 0");
        assert!(!exploration.moves(direction, &start, Tid(2)), "y = 1");
    }
    let commutes_now = |_, c: &Configuration, t: Tid| {
        let u = Tid(3 - t.0);
        let both =
            |t, u| steps(&semantics, c, t).into_iter().flat_map(|c| steps(&semantics, &c, u)).collect::<Vec<_>>();
        both(t, u) == both(u, t) && !both(t, u).is_empty()
    };
    let tried = try_moving(&semantics, &commutes_now, &bounded(100)).expect("it is small");
    let failing: Vec<usize> = tried.iter().map(|t| t.violations).collect();
    assert_eq!(failing[..2], [0, 0], "where they commute they commute");
    let square = &tried[2].first.as_ref().expect("a step of thread 2 makes it false").square;
    assert_eq!(square.fault, Fault::Lost { t: Tid(1), by: Tid(2) });
    assert_eq!(square.orders[0].steps[0].loc, semantics.loc(start.locals[1]).expect("it is at y = 1"));
}

/// l1 --a--> l2 --b--> l1 with LFS = {l1}.
#[test]
fn figure_9_has_10_locations_and_14_edges() {
    let (l1, l2) = (Location(0), Location(1));
    let graph = Graph {
        locations: vec![l1, l2],
        delta: vec![(l1, Action(0), l2), (l2, Action(1), l1)],
        entries: vec![l1],
        lfs: vec![l1],
        ..Graph::default()
    };
    for name in ["dynamic", "dynamic-table2", "dynamic-both", "dynamic-literal"] {
        let edges = (reduction(name).instrument)(&graph);
        assert_eq!(edges.len(), 14, "{name}");
        let places: HashSet<_> = edges.iter().flat_map(|e| [e.from, e.to]).collect();
        // The figure draws l1^L' too, with the edge that R5 does not give; nothing leads there.
        assert_eq!(places.len(), 9, "{name}");
        let acting = edges.iter().filter(|e| e.action.is_some()).count();
        assert_eq!(acting, 9, "{name}: R1 and R2 twice for each edge, R5 for l2");
        assert!(edges.iter().all(|e| e.to.1 != Copy::LPrime || e.from.0 == l2), "{name}");
    }
}

#[test]
fn the_printed_rules_lose_errors_that_the_repaired_ones_find() {
    let fixtures = ["fx09_dyn_terminal", "fx10_dyn_blocked", "fx11_dyn_no_lfs"];
    for name in fixtures {
        let path = corpus::models().into_iter().find(|p| p.to_string_lossy().contains(name)).expect(name);
        let p = corpus::read(&path, &[]).program;
        for repaired in ["dynamic", "dynamic-table2", "dynamic-both", "phase", "static", "nored"] {
            assert_eq!(outcome(&p, repaired, Heuristics::ALL, 1000).verdict, Verdict::Wrong, "{name}: {repaired}");
        }
    }
    for name in &fixtures[..2] {
        let path = corpus::models().into_iter().find(|p| p.to_string_lossy().contains(name)).expect(name);
        let p = corpus::read(&path, &[]).program;
        let literal = outcome(&p, "dynamic-literal", Heuristics::ALL, 1000);
        assert_eq!(literal.verdict, Verdict::Inconclusive, "{name}: an error is missed, and safety not claimed");
        assert!(literal.failed.is_none(), "{name}");
    }
}

/// Without a feedback set a thread may stay post-commit for ever.
#[test]
fn without_a_feedback_set_an_error_is_lost() {
    let p = program(&[0], &[], &[vec![Ins::AssertNot(0, 1)], vec![Ins::Set(0, 1), Ins::Goto(1)]]);
    assert_eq!(outcome(&p, "dynamic", Heuristics::ALL, 1000).verdict, Verdict::Wrong);
    let semantics = Semantics::new(&p);
    let mut analysis = Analysis::new(&semantics, Heuristics::ALL);
    analysis.flow.lfs.clear();
    let control = bounded(1000);
    let exploration = Exploration::new(&analysis, reduction("dynamic"), &control);
    moverlog_rules::reduce(&exploration);
    assert_eq!(exploration.first_wrong(), None, "the post-commit loop never becomes external");
}

/// A state that goes wrong is not taken for reached where a bound keeps it out.
#[test]
fn an_error_behind_the_bound_on_states_is_not_found() {
    let p = program(&[0, 0], &[], &[vec![Ins::Set(0, 1)], vec![Ins::Set(1, 1), Ins::AssertNot(1, 1)]]);
    for r in REDUCTIONS {
        let all = outcome(&p, r.name, Heuristics::ALL, usize::MAX).states;
        for most in 0..all {
            let cut = outcome(&p, r.name, Heuristics::ALL, most);
            assert_eq!(cut.states, most.max(1), "{}", r.name);
            let found = cut.failed.is_some();
            let expected = if found { Verdict::Wrong } else { Verdict::Inconclusive };
            assert_eq!(cut.verdict, expected, "{} with {most} states of {all}", r.name);
        }
        let shortest = outcome(&p, r.name, Heuristics::ALL, 1);
        assert_eq!(shortest.verdict, Verdict::Inconclusive, "{}: nothing but the initial state", r.name);
    }
}

/// DYN Definition 12 for every condition that holds in some reachable configuration.
fn conditions_are_moving(semantics: &Semantics<'_>, all: &[Configuration], heuristics: Heuristics) {
    let analysis = Analysis::new(semantics, heuristics);
    let control = bounded(usize::MAX);
    for name in ["dynamic", "dynamic-table2", "phase"] {
        let exploration = Exploration::new(&analysis, reduction(name), &control);
        for c in all {
            for t in semantics.tids() {
                for u in semantics.tids().filter(|u| *u != t) {
                    moves_as_it_says(semantics, &exploration, c, t, u);
                }
            }
        }
    }
}

fn moves_as_it_says(semantics: &Semantics<'_>, exploration: &Exploration<'_>, c: &Configuration, t: Tid, u: Tid) {
    let then = |c: &Configuration, t, u| {
        let after = steps(semantics, c, t);
        after.into_iter().flat_map(|c| steps(semantics, &c, u)).collect::<HashSet<_>>()
    };
    let name = exploration.reduction.name();
    if exploration.moves(Direction::Right, c, t) {
        assert!(then(c, t, u).is_subset(&then(c, u, t)), "{name}: {t:?} is a right mover against {u:?} in {c:?}");
    }
    if exploration.moves(Direction::Left, c, t) {
        assert!(then(c, u, t).is_subset(&then(c, t, u)), "{name}: {t:?} is a left mover against {u:?} in {c:?}");
    }
    for direction in [Direction::Right, Direction::Left] {
        if exploration.moves(direction, c, t) {
            let kept = steps(semantics, c, u).iter().all(|c| exploration.moves(direction, c, t));
            assert!(kept, "{name}: {u:?} takes {direction:?} from {t:?} in {c:?}");
        }
    }
}

/// Lemma 2: the instrumented program without any reduction goes wrong as the program does.
fn goes_wrong_unreduced(semantics: &Semantics<'_>, name: &str, most: usize) -> Option<bool> {
    let analysis = Analysis::new(semantics, Heuristics::ALL);
    let control = bounded(usize::MAX);
    let exploration = Exploration::new(&analysis, reduction(name), &control);
    let start = (semantics.initial(), vec![Copy::N; semantics.program.threads.len()]);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some((c, copies)) = open.pop() {
        if goes_wrong(semantics, &c) {
            return Some(true);
        }
        for t in semantics.tids() {
            let i = t.0 as usize - 1;
            let share = exploration.share_in(&c, t, copies[i]);
            let around: Vec<Other> = others(&analysis, &c, t);
            for next in exploration.shares_after(t, &share, &around) {
                let (mut c2, mut copies2) = (c.clone(), copies.clone());
                (c2.global, c2.locals[i], c2.stacks[i], copies2[i]) = (next.g, next.local, next.stack, next.place.1);
                if seen.len() > most {
                    return None;
                }
                if seen.insert((c2.clone(), copies2.clone())) {
                    open.push((c2, copies2));
                }
            }
        }
    }
    Some(false)
}

/// The outermost activation of `f` stays at the end from which the others return.
#[test]
fn a_thread_that_has_ended_holds_nobody_back() {
    let text = "int x = 0;\nvoid f(int d) { if (d > 0) { f(d - 1); } else { x = 1; } }\n\
                void watch() { assert(x == 0); }\nP = { f(1) } || { watch() };\n";
    let p = moverlog::model::load("ends", text, &[]).0.expect("it is well-formed").program;
    for r in REDUCTIONS.iter().filter(|r| r.claim == moverlog_rules::Claim::Sound) {
        assert_eq!(outcome(&p, r.name, Heuristics::ALL, usize::MAX).verdict, Verdict::Wrong, "{}", r.name);
    }
}

/// The verdict of one program if all agree on it; nothing if it is too large.
fn examine(p: &Program) -> Option<Verdict> {
    let semantics = Semantics::new(p);
    let all = reachable(&semantics, 1500)?;
    let wrong = all.iter().any(|c| goes_wrong(&semantics, c));
    let expected = if wrong { Verdict::Wrong } else { Verdict::Safe };
    for name in ["phase", "static", "nored"] {
        assert_eq!(outcome(p, name, Heuristics::ALL, usize::MAX).verdict, expected, "{name}");
    }
    for heuristics in heuristics() {
        for name in ["dynamic", "dynamic-table2", "dynamic-both"] {
            assert_eq!(outcome(p, name, heuristics, usize::MAX).verdict, expected, "{name} {heuristics:?}");
        }
        if all.len() < 150 {
            conditions_are_moving(&semantics, &all, heuristics);
        }
    }
    let literal = outcome(p, "dynamic-literal", Heuristics::ALL, usize::MAX).verdict;
    assert!(literal == Verdict::Inconclusive || wrong && literal == Verdict::Wrong, "dynamic-literal");
    if let Some(unreduced) = goes_wrong_unreduced(&semantics, "dynamic", 20_000) {
        assert_eq!(unreduced, wrong, "the instrumented program, without reduction");
    }
    Some(expected)
}

#[test]
fn random_programs_agree_with_their_interleavings() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 600), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for i in 0..count {
        let p = match i % 8 {
            0..3 => random_pointers(&mut random),
            3 => random_frames(&mut random),
            4 => random_procedures(&mut random, i % 16 == 4),
            _ => random_program(&mut random),
        };
        let kind = match catch_unwind(AssertUnwindSafe(|| examine(&p))) {
            Ok(verdict) => verdict.map_or("too large", Verdict::name),
            Err(_) => panic!("program {i} of seed {seed} disagrees with its interleavings\n{}", listing(&p)),
        };
        *kinds.entry(kind).or_default() += 1;
    }
    let of = |kind| kinds.get(kind).copied().unwrap_or(0) * 100 / count;
    assert!(of("wrong") > 10 && of("safe") > 10 && of("too large") < 30, "seed {seed}: too few of a kind: {kinds:?}");
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        std::fs::write(file, format!("seed {seed}: {kinds:?}")).expect("the summary can be written");
    }
}
