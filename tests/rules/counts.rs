//! State and transition counts of instruction-level programs against numbers found elsewhere: in
//! the papers, in closed forms, and by other model checkers on the same programs.

use crate::instructions::flanagan_qadeer::flanagan_qadeer;
use crate::instructions::{Ins, Ins::*, R, S, c, cell, program, r, register, run::*, s, x};
use crate::instructions::{assign, assume, atomic, bin, eq, if_else, not, or, plus, then};
use moverlog::driver::{self, Options, Phases, Verdict};
use moverlog::ir::{Action, Binary, Expr, Program, Statement, Value};
use moverlog::movers::Class;

/// Both rulesets agree, and the full count is as given.
fn agrees(name: &str, p: &Program, states: usize, verdict: Verdict) {
    let full = run(p, "interleaving");
    assert_eq!((full.states, full.verdict), (states, verdict), "{name}");
    assert_eq!(run(p, "reduction").verdict, verdict, "{name}");
}

/// States and transitions of a safe program.
fn sizes(p: &Program, rules: &str) -> (usize, u64) {
    let outcome = run(p, rules);
    assert_eq!(outcome.verdict, Verdict::Safe, "{rules}");
    (outcome.states, outcome.transitions)
}

#[test]
fn cpc_figures() {
    let t2 = vec![AssertNot(0, 1)];
    let figure1 = vec![Set(0, 1), Skip, Skip, Goto(2)];
    agrees("Figure 1", &program(&[0], &[], &[figure1, t2.clone()]), 11, Verdict::Wrong);
    let figure2 = vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3)];
    agrees("Figure 2", &program(&[0], &[], &[figure2, t2.clone()]), 17, Verdict::Wrong);
    let blocked = vec![Set(0, 1), Skip, Assume(1, 1)];
    agrees("Figure 2, assume(false)", &program(&[0, 0], &[], &[blocked, t2.clone()]), 8, Verdict::Wrong);
    let t1 = vec![Acq(0), Set(2, 1), Set(1, 1), Rel(0), Goto(4)];
    let figure3 = [t1, vec![Acq(0), AssertNot(1, 1), Rel(0)], vec![Set(2, 2)]];
    agrees("Figure 3", &program(&[0, 0, 0], &[0], &figure3), 36, Verdict::Wrong);
    let figure9 = vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3), Skip, Goto(5)];
    agrees("Figure 9", &program(&[0], &[], &[figure9, t2]), 20, Verdict::Wrong);
}

/// `n` threads add 1 to a counter under its lock, `k` times each. A thread is at 2k + 1 positions
/// outside the lock (before and after each section; the last one ends it) and at four inside.
fn counter(n: usize, k: usize) -> Program {
    let (lock, count) = (0, 1);
    let store = Do(assign(cell(count), bin(Binary::Add, r(), c(1))));
    let round = vec![Acq(lock), Rd(count), store, SetR(0), Rel(lock), Skip];
    program(&[0, 0], &[lock], &vec![vec![round; k].concat(); n])
}

/// Everything is outside the lock, or one thread of n is inside: in QRR's Ruleset 1 a transaction
/// lasts until the thread is back before its lock. SPIN, LTSmin and TLC count the same states and
/// transitions, from 2107 and 4158 for (3, 3) to 1625151 and 4858150 for (5, 5).
#[test]
fn counter_closed_forms() {
    for (n, k) in (2..=5).flat_map(|n| (3..=5).map(move |k| (n, k))) {
        let p = counter(n, k);
        let some = |outside: usize, inside: usize| outside.pow(n as u32) + n * inside * outside.pow(n as u32 - 1);
        let full = (some(2 * k + 1, 4 * k), counter_transitions(n, k));
        assert_eq!(sizes(&p, "interleaving"), full, "n = {n}, k = {k}");
        assert_eq!(sizes(&p, "reduction").0, some(k + 1, 5 * k), "n = {n}, k = {k}");
    }
    assert_eq!((counter_transitions(3, 3), counter_transitions(5, 5)), (4158, 4_858_150));
}

/// With the lock free everybody can move who has not ended; with one thread inside, that one and
/// those that are just behind their section.
fn counter_transitions(n: usize, k: usize) -> u64 {
    let outside = |threads: usize| (2 * k + 1).pow(threads as u32);
    let free = n * 2 * k * outside(n - 1);
    let held = n * 4 * k * (outside(n - 1) + (n - 1) * k * outside(n - 2));
    (free + held) as u64
}

/// FQ's p' reads `p or l = Init`: the choice of a method starts a transaction, whatever the phase in which the
/// method before it ended. As QRR and CPC print it, the phase is kept, and the thread is outside until it has a lock.
#[test]
fn flanagan_qadeer_example() {
    for (k, full, reduced, outside, kept) in [(2, 800, 140, 4, 759), (3, 1944, 315, 9, 1699)] {
        let p = flanagan_qadeer(k, false);
        assert_eq!(sizes(&p, "interleaving").0, full, "k = {k}");
        assert_eq!(sizes_and_outside(&p, Phases::Restart), (reduced, outside), "k = {k}");
        assert_eq!(sizes_and_outside(&p, Phases::Printed).0, kept, "k = {k}");
    }
    for (k, reduced) in [(2, 106), (3, 159)] {
        assert_eq!(sizes_and_outside(&flanagan_qadeer(k, true), Phases::Restart).0, reduced, "k = {k}, as printed");
    }
}

/// The states of Ruleset 1, and those of them in which all threads are outside.
fn sizes_and_outside(p: &Program, phases: Phases) -> (usize, usize) {
    let options = Options { phases: Some(phases), ..Options::default() };
    let mut outside = 0;
    let outcome = driver::visit(p, ruleset("reduction"), &options, &unbounded(), &mut |instance| {
        let all = |s: &_| instance.semantics.tids().all(|t| instance.class(t, *s) == Class::Outside);
        outside = states(instance).filter(all).count();
    });
    let outcome = outcome.expect("nothing is claimed");
    assert_eq!(outcome.verdict, Verdict::Safe);
    (outcome.states, outside)
}

/// Each takes its left fork, then its right one, eats, and puts them back in the opposite order;
/// the last one takes them the other way round if they are not to starve.
fn philosophers(n: u32, starve: bool) -> Program {
    let eater = |i: u32| {
        let (left, right) = (i, (i + 1) % n);
        let (first, second) = if i + 1 == n && !starve { (right, left) } else { (left, right) };
        vec![Acq(first), Acq(second), Skip, Rel(second), then(Rel(first), 0)]
    };
    let forks: Vec<u32> = (0..n).collect();
    program(&vec![0; n as usize], &forks, &forks.iter().map(|i| eater(*i)).collect::<Vec<_>>())
}

/// As SPIN, LTSmin and TLC count them.
#[test]
fn dining_philosophers() {
    assert_eq!(sizes(&philosophers(8, true), "interleaving"), (25_888, 142_768));
    assert_eq!(sizes(&philosophers(8, false), "interleaving"), (18_837, 99_620));
}

/// Each enters again and again; inside it counts itself in, checks that it is alone, counts itself out.
fn peterson() -> Program {
    let (turn, inside) = (2, 3);
    let process = |i: u32| {
        let (me, other) = (i, 1 - i);
        let mine = or(eq(x(other), c(0)), eq(x(turn), c(i as Value)));
        let alone = Do(Action::Assert(eq(x(inside), c(1))));
        let enter = [Set(me, 1), Set(turn, other as Value), assume(mine)];
        let section = [Inc(inside, 1, 3), alone, Inc(inside, 2, 3), then(Set(me, 0), 0)];
        enter.into_iter().chain(section).collect::<Vec<Ins>>()
    };
    program(&[0; 4], &[], &[process(0), process(1)])
}

/// As SPIN, LTSmin and TLC count it.
#[test]
fn peterson_again_and_again() {
    assert_eq!(sizes(&peterson(), "interleaving"), (38, 64));
}

/// Each of `n` threads inserts four times, every time into a slot of its own under the slot's lock.
fn indexer(n: u32) -> Program {
    let slots = 4 * n;
    let insert = |slot: u32, tid: u32| [Acq(slots + slot), Set(slot, tid as Value), Rel(slots + slot)];
    let thread = |t: u32| (0..4).flat_map(|i| insert(4 * t + i, t + 1)).collect::<Vec<Ins>>();
    let locks: Vec<u32> = (slots..2 * slots).collect();
    program(&vec![0; 2 * slots as usize], &locks, &(0..n).map(thread).collect::<Vec<_>>())
}

/// Threads never meet: 13 positions each, and in Ruleset 1 five outside any section.
#[test]
fn indexers() {
    for (n, transitions) in [(2, 312), (3, 6084), (4, 105_456)] {
        let p = indexer(n);
        assert_eq!(sizes(&p, "interleaving"), (13_usize.pow(n), transitions));
        let inside = n as usize * 8 * 5_usize.pow(n - 1);
        assert_eq!(sizes(&p, "reduction").0, 5_usize.pow(n) + inside, "n = {n}");
    }
}

/// Lamport's bakery, a ticket at most `most`: whoever would draw a larger one backs off.
fn bakery(n: u32, most: Value) -> Program {
    let (inside, choosing, number) = (2 * n, |i: u32| i, |i: u32| n + i);
    let forget = |i| [assign(cell(choosing(i)), c(0)), assign(register(R), c(0))];
    let process = |i: u32| {
        let larger = |j| bin(Binary::Gt, x(number(j)), r());
        let draw = |j| Do(assign(register(R), if_else(larger(j), x(number(j)), r())));
        let before = |j| bin(if i < j { Binary::Le } else { Binary::Lt }, x(number(i)), x(number(j)));
        let wait = |j| [Assume(choosing(j), 0), assume(or(eq(x(number(j)), c(0)), before(j)))];
        let others = (0..n).filter(|j| *j != i);
        let back = n + 4 + 2 * (n - 1) + 4;
        let mut code = vec![Set(choosing(i), 1)];
        code.extend((0..n).map(draw));
        code.push(If(bin(Binary::Ge, r(), c(most)), back));
        code.push(Do(assign(cell(number(i)), bin(Binary::Add, r(), c(1)))));
        code.push(atomic(forget(i)));
        code.extend(others.flat_map(wait));
        let alone = Do(Action::Assert(eq(x(inside), c(1))));
        code.extend([Inc(inside, 1, 3), alone, Inc(inside, 2, 3), then(Set(number(i), 0), 0)]);
        code.push(then(atomic(forget(i)), 0));
        code
    };
    program(&vec![0; 2 * n as usize + 1], &[], &(0..n).map(process).collect::<Vec<_>>())
}

/// The alternating bit protocol over two lossy channels of one message, data counting modulo `d`.
/// Registers: the bit, and the data to send or to expect. The third thread loses messages.
fn alternating_bit(d: Value) -> Program {
    let (message, ack) = (0, 1);
    let present = |channel| Action::Assume(not(eq(x(channel), c(0))));
    let absent = |channel| Action::Assume(eq(x(channel), c(0)));
    let put = |channel, value| then(atomic([absent(channel), assign(cell(channel), value)]), 0);
    let get = |channel, wanted: Expr, first: Vec<Action>| {
        let next = [assign(register(R), bin(Binary::Sub, c(1), r())), assign(register(S), plus(s(), c(1), d))];
        let accept = first.into_iter().chain(next).map(Statement::Action).collect();
        let take = Statement::If { cond: wanted, then: accept, otherwise: vec![] };
        let (start, end) = (Statement::Action(present(channel)), Statement::Action(assign(cell(channel), c(0))));
        Atomic(vec![start, take, end])
    };
    let lose = |channel| then(atomic([present(channel), assign(cell(channel), c(0))]), 0);
    let bit_is_mine = eq(bin(Binary::Rem, bin(Binary::Sub, x(message), c(1)), c(2)), r());
    let expected = eq(bin(Binary::Div, bin(Binary::Sub, x(message), c(1)), c(2)), s());
    let packet = bin(Binary::Add, bin(Binary::Mul, s(), c(2)), bin(Binary::Add, r(), c(1)));
    let acknowledged = eq(x(ack), bin(Binary::Add, r(), c(1)));
    let sender = vec![Nd(vec![1, 2]), put(message, packet), then(get(ack, acknowledged, vec![]), 0)];
    let reply = put(ack, bin(Binary::Sub, c(2), r()));
    let receiver = vec![get(message, bit_is_mine, vec![Action::Assert(expected)]), reply];
    let loss = vec![Nd(vec![1, 2]), lose(message), lose(ack)];
    program(&[0, 0], &[], &[sender, receiver, loss])
}

/// Versions of our own; a search in another language gives the same counts.
#[test]
fn protocols_without_locks() {
    assert_eq!(sizes(&bakery(2, 3), "interleaving"), (485, 865));
    assert_eq!(sizes(&bakery(3, 3), "interleaving"), (18_168, 46_196));
    assert_eq!(sizes(&alternating_bit(4), "interleaving"), (756, 1920));
}
