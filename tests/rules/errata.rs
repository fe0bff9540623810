//! Side conditions that some papers leave out: with one switched off the error is lost, with it
//! the error is found.

use crate::instructions::{
    Ins::*, R, Var, and, assign, atomic, build, c, cell, eq, mutex, not, program, register, run::*, x,
};
use moverlog::derivation::{Answering, Rules};
use moverlog::driver::{Instance, MoverMode, Partition, Verdict};
use moverlog::ir::{Action, Cell, Loc, Program, Statement};
use moverlog::movers::{Movers, Moves, Protection, Reachable, Use, refute};
use moverlog::semantics::Semantics;
use moverlog_rules::Tid;

/// What every ruleset and every choice of movers and initial phase must find.
fn goes_wrong(p: &Program) {
    assert_eq!(run(p, "interleaving").verdict, Verdict::Wrong, "interleaving");
    for movers in [MoverMode::Lockset, MoverMode::Declared, MoverMode::Greatest] {
        for phase in [true, false] {
            assert_eq!(run_with(p, "reduction", movers, phase).verdict, Verdict::Wrong, "{movers:?}, {phase}");
        }
    }
}

/// Whether some thread goes wrong under these movers and this partition, nothing repaired.
fn literally_wrong(semantics: &Semantics<'_>, movers: &Movers, partition: Partition) -> (bool, usize) {
    let control = unbounded();
    let instance = explore("reduction", semantics, movers, partition, &control);
    (instance.first_wrong().is_some(), instance.state_count())
}

/// FQ Theorem 4.1 and QRR Theorem 1 without C4: a partition chosen per (store, location) meets A
/// to C and C1 to C3, yet T2's `x := 1` in the middle of its transaction leads T1 out of N(1), and
/// nobody may move any more.
#[test]
fn a_partition_that_other_threads_can_change_loses_an_error() {
    let (m, x, g) = (0, 1, 2);
    let t1 = vec![Set(g, 1), Skip, Goto(1)];
    let t2 = vec![Acq(m), Set(x, 1), AssertNot(g, 1)];
    let p = program(&[0, 0, 0], &[m], &[t1, t2]);
    goes_wrong(&p);
    let semantics = Semantics::new(&p);
    let (all, movers) = interleaving(&semantics, 100).expect("it is small");
    let control = unbounded();
    let instance = Instance::new(&semantics, &movers, Partition::default(), &control);
    let rules = Rules::parse_text(include_str!("../../rules/examples/n_per_store.rules")).expect("it is an example");
    (ruleset("reduction").solve)(&Answering::new(&instance, &rules));
    assert_eq!(instance.first_wrong(), None, "the error is lost");
    assert_eq!((instance.state_count(), all.len()), (9, 14));
}

/// QRR's two properties of movers do not keep a left mover enabled: `x := 1` of T2 disables T1's
/// alpha, T1 is in L(1) with alpha, and T2 has to wait for it.
#[test]
fn a_left_mover_that_can_be_disabled_loses_an_error() {
    let (g, xx, y) = (0, 1, 2);
    let guarded = |e, z| atomic([Action::Assume(e), assign(cell(z), c(1))]);
    let alpha = guarded(eq(x(xx), c(0)), y);
    let beta = guarded(and(eq(x(y), c(0)), eq(x(g), c(1))), xx);
    let p = program(&[0, 0, 0], &[], &[vec![Set(g, 1), alpha], vec![beta, AssertRNot(0)]]);
    goes_wrong(&p);
    let semantics = Semantics::new(&p);
    let (all, _) = interleaving(&semantics, 100).expect("it is small");
    let all_states = all.len();
    let reachable = Reachable::new(all.into_iter());
    let classed = |&(t, g, l): &(_, _, _)| {
        let left = semantics.loc(l) == Some(Loc(1));
        ((t, g, l), vec![Moves { right: false, left }; semantics.transitions(t, g, l).steps.len()])
    };
    let table: rustc_hash::FxHashMap<_, _> = reachable.nodes().iter().map(classed).collect();
    let claims = refute(&semantics, &reachable, &table);
    let blamed: Vec<_> = claims.iter().map(|claim| (claim.t, claim.loc, claim.right)).collect();
    assert_eq!(blamed, [(Tid(1), Loc(1), false)], "property 4 of CPC rejects alpha");
    let literal = literally_wrong(&semantics, &Movers::Table(table), Partition::default());
    assert_eq!((literal, all_states), ((false, 3), 5), "the error is lost");
}

/// FQ condition B alone, without C: T1 blocks in its second acquire while it holds the lock, so it
/// stays in L(1) for ever.
#[test]
fn a_blocked_thread_in_its_post_commit_phase_loses_an_error() {
    let (m, g) = (0, 1);
    let t1 = vec![Acq(m), Set(g, 1), Acq(m)];
    let p = program(&[0, 0], &[m], &[t1, vec![AssertNot(g, 1)]]);
    goes_wrong(&p);
    let semantics = Semantics::new(&p);
    let (_, movers) = interleaving(&semantics, 100).expect("it is small");
    let literal = Partition { left_is_enabled: false, ..Partition::default() };
    assert!(!literally_wrong(&semantics, &movers, literal).0, "the error is lost");
    assert!(literally_wrong(&semantics, &movers, Partition::default()).0, "L(t) asks for an enabled step");
}

/// Without a location in LFS a loop in the post-commit phase breaks C3.
#[test]
fn a_loop_after_the_commit_loses_an_error() {
    let p = program(&[0], &[], &[vec![Set(0, 1), Skip, Skip, Goto(2)], vec![AssertNot(0, 1)]]);
    goes_wrong(&p);
    let semantics = Semantics::new(&p);
    let (_, movers) = interleaving(&semantics, 100).expect("it is small");
    assert!(!literally_wrong(&semantics, &movers, Partition::default()).0, "the error is lost");
    let repaired = Partition { lfs: run(&p, "reduction").lfs, ..Partition::default() };
    assert!(literally_wrong(&semantics, &movers, repaired).0, "the loop ends the transaction");
}

/// FQ 6 (access) with its premise that the access is enabled: where T2 is outside its section T1 is
/// blocked, so its unlocked access to x0 would never count.
#[test]
fn a_blocked_access_counts() {
    let m = 1;
    let t2 = vec![Acq(m), Set(0, 1), AssertNot(0, 0), Set(0, 0), Rel(m)];
    let p = program(&[0, 0], &[m], &[vec![Assume(0, 1), Set(0, 0)], t2]);
    goes_wrong(&p);
    let semantics = Semantics::new(&p);
    let control = unbounded();
    let strongest = Movers::Protection(Protection::initial(&p));
    let instance = explore("reduction", &semantics, &strongest, Partition::default(), &control);
    let seen = instance.observed().expect("locksets are observed");
    assert_eq!(seen.use_of(Cell(0)), Use::Shared(vec![]));
}

/// An expression that looks at a mutex sees whether another thread holds it: acquiring it does not
/// move past that.
#[test]
fn looking_at_a_mutex_is_an_access() {
    let p = program(&[0], &[0], &[vec![Acq(0), Skip, Rel(0)], vec![AssertNot(0, 1)]]);
    goes_wrong(&p);
}

/// FQ 5 with `p' := true` for every acquire would merge the two halves of T1 into one transaction;
/// by the general formula the inner acquire is a both mover and keeps the phase.
#[test]
fn an_inner_acquire_keeps_the_phase() {
    let (m, g, h) = (0, 2, 3);
    let t1 = vec![Acq(m), Set(g, 1), Acq(m), Set(h, 1), Rel(m), Rel(m)];
    let both = and(eq(x(g), c(1)), eq(x(h), c(0)));
    let t2 = vec![Do(Action::Assert(not(both)))];
    let p = build(&[Var::Reentrant, Var::Data(0), Var::Data(0)], &[t1, t2], &[]);
    goes_wrong(&p);
    let outcome = run(&p, "reduction");
    let inner = &outcome.profiles[2];
    assert_eq!((&inner.moves, &inner.phases), (&[Moves::BOTH].into(), &[false].into()));
}

/// One way of T2's action needs the lock, the other reads x0 without it where T1's section has made
/// that possible. The delay keeps sampled executions from meeting it.
#[test]
fn a_way_that_blocks_has_read_without_the_lock() {
    let m = 1;
    let reads = vec![Action::Assume(eq(x(0), c(1))), assign(register(R), c(1))];
    let ways = [reads, vec![Action::Acquire(mutex(m))]].map(|way| way.into_iter().map(Statement::Action).collect());
    let t2 = vec![Atomic(vec![Statement::Choose(ways.into())]), AssertRNot(1)];
    let section = vec![Acq(m), Set(0, 1), Skip, Set(0, 0), Rel(m)];
    let t1 = [vec![Skip; 60], section].concat();
    goes_wrong(&program(&[0, 0], &[m], &[t1, t2]));
}
