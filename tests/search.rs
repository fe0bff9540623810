//! The depth-first searches on the programs of CPC's figures, built instruction by instruction:
//! the states that they store, and where they schedule the other threads. Published numbers.

mod instructions;

use instructions::{Ins, Ins::*, program, run::*};
use moverlog::driver::{Instance, Partition};
use moverlog::ir::Program;
use moverlog::movers::{Movers, Reachable, greatest};
use moverlog::search::{SEARCHES, Search};
use moverlog::semantics::Semantics;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

fn search(name: &str) -> &'static Search {
    SEARCHES.iter().find(|s| s.name == name).expect("the search is listed")
}

/// What a search found on its way.
struct Found {
    states: usize,
    wrong: BTreeSet<u32>,
    /// The locations of thread 1 where all threads are scheduled while thread 2 has not moved yet.
    scheduled: Vec<u32>,
}

fn run_search(semantics: &Semantics<'_>, name: &str, movers: &Movers) -> Found {
    let control = unbounded();
    let partition = Partition { initial_phase: false, ..Partition::default() };
    let instance = Instance::new(semantics, movers, partition, &control);
    let table = search(name).run(&instance);
    assert_eq!(table.states().count(), instance.state_count(), "every state has a record");
    assert!(search(name).passes_audit(&instance, &table), "{name}");
    let start = semantics.initial().locals[1];
    let unmoved = |s: &_| instance.configuration(*s).locals[1] == start;
    Found {
        states: instance.state_count(),
        wrong: wrong_threads(semantics, &configurations(&instance)).iter().map(|t| t.0).collect(),
        scheduled: table.scheduling().filter(unmoved).filter_map(|s| Some(instance.loc(Tid(1), s)?.0)).collect(),
    }
}

/// The movers by the locks held at every reachable access.
fn locksets(semantics: &Semantics<'_>) -> Movers {
    interleaving(semantics, 100_000).expect("figures are small").1
}

/// Counts of `cpc`, `cpc-maximal`, `cycle` and `unsound`, all other ones finding thread 2 wrong;
/// whether `unsound` does.
fn counts(p: &Program, full: usize, expected: [usize; 4], unsound_finds: bool) {
    let semantics = &Semantics::new(p);
    let movers = locksets(semantics);
    assert_eq!(interleaving(semantics, 100_000).expect("figures are small").0.len(), full);
    let names = ["cpc", "cpc-maximal", "cycle", "unsound"];
    let found = names.map(|name| run_search(semantics, name, &movers));
    assert_eq!(found.each_ref().map(|f| f.states), expected, "{names:?}");
    let two: BTreeSet<u32> = [2].into();
    assert!(found[..3].iter().all(|f| f.wrong == two));
    assert_eq!(found[3].wrong == two, unsound_finds);
    assert!(run_search(semantics, "scc", &movers).wrong == two);
}

fn scheduled(p: &Program, name: &str) -> Vec<u32> {
    let semantics = Semantics::new(p);
    run_search(&semantics, name, &locksets(&semantics)).scheduled
}

/// `assert(g == 0)` by thread 2.
fn against(t1: Vec<Ins>) -> Program {
    program(&[0, 0], &[], &[t1, vec![AssertNot(0, 1)]])
}

#[test]
fn figure_1() {
    let p = against(vec![Set(0, 1), Skip, Skip, Goto(2)]);
    counts(&p, 11, [11, 10, 10, 8], false);
    assert_eq!(scheduled(&p, "cpc"), [0, 1], "at the commit point");
    assert_eq!(scheduled(&p, "cpc-maximal"), [0, 3]);
    assert_eq!(scheduled(&p, "cycle"), [0, 3]);
    assert_eq!(scheduled(&p, "scc"), [0, 2], "where the loop is entered");
}

#[test]
fn figure_2() {
    let p = against(vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3)]);
    counts(&p, 17, [13, 15, 15, 13], true);
    assert_eq!(scheduled(&p, "cpc"), [0, 5], "at the end of the branch that ends");
    assert_eq!(scheduled(&p, "cpc-maximal"), [0, 4, 5]);
}

#[test]
fn figure_2_with_a_blocked_branch() {
    let p = against(vec![Set(0, 1), Skip, Assume(1, 1)]);
    counts(&p, 8, [7, 7, 7, 7], true);
    assert_eq!(scheduled(&p, "cpc"), [0, 2], "where it blocks");
}

#[test]
fn figure_3() {
    let t1 = vec![Acq(0), Set(2, 1), Set(1, 1), Rel(0), Goto(4)];
    let p = program(&[0, 0, 0], &[0], &[t1, vec![Acq(0), AssertNot(1, 1), Rel(0)], vec![Set(2, 2)]]);
    counts(&p, 36, [32, 32, 32, 24], false);
    let distinct: BTreeSet<u32> = scheduled(&p, "cpc").into_iter().collect();
    assert_eq!(distinct, [0, 4].into(), "after the release alone");
}

#[test]
fn figure_9() {
    let p = against(vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3), Skip, Goto(5)]);
    counts(&p, 20, [20, 18, 18, 14], false);
    assert_eq!(scheduled(&p, "cpc"), [0, 1], "once, above both loops");
    assert_eq!(scheduled(&p, "cpc-maximal"), [0, 4, 6]);
    assert_eq!(scheduled(&p, "scc"), [0, 3, 5], "in each of the two loops");
}

/// `models/errata/fx01_l19.mover`: line L19 as printed.
fn against_line_l19() -> Program {
    let t1 = vec![Assume(0, 1), Set(1, 1)];
    let wrong = Do(moverlog::ir::Action::Assert(instructions::c(0)));
    let t2 = vec![Set(0, 1), Nd(vec![2, 4]), Set(0, 0), Goto(6), Assume(1, 1), wrong];
    program(&[0, 0], &[], &[t1, t2])
}

#[test]
fn line_l19_loses_an_error() {
    let p = against_line_l19();
    let semantics = &Semantics::new(&p);
    let (states, locksets) = interleaving(semantics, 100_000).expect("it is small");
    let greatest = Movers::Table(greatest(semantics, &Reachable::new(states.into_iter())));
    for (movers, expected) in [(&greatest, 14), (&locksets, 16)] {
        for name in ["cpc", "cpc-maximal", "cycle", "unsound"] {
            let found = run_search(semantics, name, movers);
            assert_eq!((found.states, found.wrong), (expected, [2].into()), "{name}");
        }
        let literal = run_search(semantics, "cpc-literal", movers);
        assert!(literal.wrong.is_empty(), "the branch that blocks on thread 1 is held back");
    }
}

/// `models/errata/fx02_double_increment.mover`: `choice` is advanced twice, so the second choice is skipped.
#[test]
fn every_choice_is_explored() {
    let wrong = Do(moverlog::ir::Action::Assert(instructions::c(0)));
    let p = program(&[0], &[], &[vec![Nd(vec![1, 2]), Goto(3), wrong], vec![Skip]]);
    let semantics = Semantics::new(&p);
    let movers = locksets(&semantics);
    for search in SEARCHES {
        let expected: BTreeSet<u32> = if search.name == "cpc-literal" { [].into() } else { [1].into() };
        assert_eq!(run_search(&semantics, search.name, &movers).wrong, expected, "{}", search.name);
    }
}
