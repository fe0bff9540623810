//! Traces through summaries: an error deep inside calls is told step by step, though no engine state
//! ever had the calls on its stack. And sequential programs, where there is nothing to summarize.

use crate::instructions::procedures::random_procedures;
use crate::instructions::random::Random;
use crate::instructions::{listing, run::*};
use moverlog::driver::{Bound, Control, Limits, Options, Outcome, Told, Verdict, check};
use moverlog::ir::{Action, Op, Program};
use moverlog::model::load;
use moverlog::semantics::Semantics;
use moverlog_rules::Tid;
use std::time::Duration;

const SOUND: [&str; 3] = ["summaries", "summaries-post", "summaries-f1"];

fn program(text: &str) -> Program {
    let (model, diagnostics) = load("test", text, &[]);
    model.unwrap_or_else(|| panic!("{diagnostics:?}")).program
}

fn bounded_run(p: &Program, rules: &str, max_stack: u32) -> Outcome {
    let control = Control::from(Limits { max_stack, ..Limits::default() });
    let options = Options::default();
    check(p, ruleset(rules), &options, &control).expect("nothing is claimed")
}

/// Thread, location and depth of every step of the execution as it was found, and of the story. The
/// driver has replayed both.
fn told(p: &Program, outcome: &Outcome) -> [Vec<(Tid, String, u32)>; 2] {
    let failed = outcome.failed.as_ref().expect("it goes wrong");
    [&failed.original, &failed.story].map(|transactions| {
        let step = |t: Tid, s: &Told| (t, p.location(s.loc).name.clone(), s.depth);
        transactions.iter().flat_map(|x| x.steps.iter().map(move |s| step(x.thread, s))).collect()
    })
}

/// It goes wrong at the label, that deep, under all readings, whatever the bound on stacks; and stacks
/// are as a replay has them: a call or a return at a time.
fn goes_wrong(text: &str, label: &str, depth: u32) {
    let p = program(text);
    assert_eq!(bounded_run(&p, "interleaving", 50).verdict, Verdict::Wrong, "interleaving");
    for rules in SOUND {
        for max_stack in [depth + 1, 50] {
            let outcome = bounded_run(&p, rules, max_stack);
            assert_eq!(outcome.verdict, Verdict::Wrong, "{rules}");
            for steps in told(&p, &outcome) {
                let (_, last, at) = steps.last().expect("something is told");
                assert_eq!((last.as_str(), *at), (label, depth), "{rules}");
                no_step_jumps(&p, &steps);
            }
        }
    }
}

fn no_step_jumps(p: &Program, steps: &[(Tid, String, u32)]) {
    for t in (1..=p.threads.len() as u32).map(Tid) {
        let depths: Vec<u32> = steps.iter().filter(|s| s.0 == t).map(|s| s.2).collect();
        assert_eq!(depths.first().copied().unwrap_or(0), 0, "a thread starts without frames");
        assert!(depths.windows(2).all(|d| d[0].abs_diff(d[1]) <= 1), "{depths:?}");
    }
}

#[test]
fn values_returned_through_mutual_recursion() {
    goes_wrong(
        "mutex m; int x = 0;
         bool even(int n) { if (n == 0) { return true; } bool b = odd(n - 1); return b; }
         bool odd(int n) { if (n == 0) { return false; } bool b = even(n - 1); return b; }
         void main() { acquire(m); x++; bool b = even(x + 3); A: assert(!b); release(m); }
         void other() { acquire(m); x = 1 - x; release(m); }
         P = { main() } || { other() }",
        "A",
        0,
    );
}

#[test]
fn an_error_at_the_bottom_of_a_recursion() {
    goes_wrong(
        "mutex m; int x = 0;
         int walk(int n) {
             if (n == 0) { acquire(m); A: assert(x == 0); release(m); return 0; }
             int r = walk(n - 1);
             return r + 1;
         }
         void main() { int r = walk(3); }
         void other() { acquire(m); x = 1; release(m); }
         P = { main() } || { other() }",
        "A",
        4,
    );
}

/// The lock is taken on the way down and given back on the way up, so that a summary spans it all.
#[test]
fn an_error_after_a_section_that_spans_a_recursion() {
    goes_wrong(
        "mutex m; int x = 0, y = 0;
         void down(int n) { if (n == 0) { acquire(m); x = 1 - x; } else { down(n - 1); } }
         void up(int n) { if (n == 0) { y = 1 - y; release(m); } else { up(n - 1); } }
         void both() { down(2); up(2); }
         void main() { both(); acquire(m); A: assert(x != y || x == 1); release(m); }
         P = { main() } || { main() }",
        "A",
        0,
    );
}

/// Every level of the recursion ends a transaction: level I has all frames on its stack.
#[test]
fn an_error_below_transactions_that_end() {
    goes_wrong(
        "int x = 0, y = 0;
         int deep(int n) {
             x = n;
             y = n;
             if (n == 0) { A: assert(x == y); return 0; }
             int r = deep(n - 1);
             return r;
         }
         void main() { int r = deep(2); }
         P = { main() } || { main() }",
        "A",
        3,
    );
}

/// The recursion has no end, and the error lies deeper than the bound on stacks: only summaries get
/// there, and their story replays all the same.
#[test]
fn an_error_deeper_than_the_bound() {
    let p = program(
        "mutex m; int[0..5] x = 0;
         void add() { x++; A: assert(x != 5); if (*) { add(); } }
         void main() { acquire(m); add(); release(m); }
         P = { main() } || { main() }",
    );
    assert_eq!(bounded_run(&p, "interleaving", 2).bound, Some(Bound::Stack));
    for rules in SOUND {
        let outcome = bounded_run(&p, rules, 2);
        assert_eq!(outcome.verdict, Verdict::Wrong, "{rules}");
        for steps in told(&p, &outcome) {
            no_step_jumps(&p, &steps);
            assert_eq!(steps.last().map(|s| s.1.as_str()), Some("A"), "{rules}");
            assert!(steps.iter().any(|s| s.2 > 2), "{rules}: two threads count to 4 with two frames each");
        }
    }
}

/// Summaries of a sequential program say only how procedures return (QRR 5.4): a thread by itself is
/// outside where it starts and where it goes wrong, so no transaction ends and no call is pushed.
#[test]
fn a_sequential_program_has_no_transactions() {
    let p = program(
        "int x = 0;
         int fib(int n) { if (n < 2) { return n; } int a = fib(n - 1); int b = fib(n - 2); return a + b; }
         void main() { int r = fib(6); x = r; assert(x == 8); }
         P = { main() }",
    );
    for rules in ["summaries", "summaries-post"] {
        let outcome = bounded_run(&p, rules, 1);
        assert_eq!((outcome.verdict, outcome.states), (Verdict::Safe, 1), "{rules}");
        assert_eq!(sizes(&outcome), (0, 0), "{rules}");
    }
    assert_eq!(sizes(&bounded_run(&p, "summaries-f1", 1)), (1, 0), "the start is summarized by itself");
}

/// Of `Sum` and `SumPlus`.
fn sizes(outcome: &Outcome) -> (usize, usize) {
    let size = |name| outcome.relations.iter().find(|r| r.0 == name).map_or(0, |r| r.1);
    (size("Sum"), size("SumPlus"))
}

/// Without locks nothing ever commits. A thread that comes back to its start is outside there by C1,
/// so that a `Sum` may lead there, and nowhere else.
#[test]
fn random_sequential_programs_have_no_transactions() {
    let mut random = Random::new(5);
    let (mut safe, mut silent) = (0, 0);
    for i in 0..800 {
        let mut p = random_procedures(&mut random, i % 2 == 0);
        p.threads.truncate(1);
        let limits = Limits { max_states: 2000, max_stack: 3, ..Limits::default() };
        if p.locations.iter().any(|l| matches!(l.op, Op::Do { action: Action::Release(_), .. })) {
            continue;
        }
        let semantics = Semantics::new(&p);
        // A re-entrant mutex may count without end.
        let Some((movers, partition)) = settled(&p, "summaries", &limits) else { continue };
        let control = Control::from(limits);
        let (instance, solution) = summarize("summaries", &semantics, &movers, partition, &control);
        if instance.first_wrong().is_none() {
            let facts = solution.summaries.expect("it summarizes");
            let start = semantics.initial().locals[0];
            let at_start = facts.sum.iter().all(|s| instance.stores(s.2).1 == start);
            assert!(at_start && facts.sum_plus.is_empty() && control.hit().is_none(), "{}", listing(&p));
            safe += 1;
            silent += usize::from(facts.sum.is_empty());
        }
    }
    assert!(safe > 200 && silent * 10 > safe * 7, "{safe} safe, {silent} without summaries of transactions");
}

/// Level II may go on for ever between a few states of level I; the bounds hold there too.
#[test]
fn data_without_end_inside_a_transaction() {
    let growing = [
        "mutex m; int g = 0; void foo() { g++; foo(); }
         void main() { acquire(m); foo(); release(m); } P = { main() } || { main() }",
        "mutex m; int g = 0; void foo(int n) { foo(n + 1); }
         void main() { acquire(m); g = 1; foo(0); release(m); } P = { main() } || { main() }",
        "mutex m; int g = 0;
         void main() { acquire(m); while (true) { g++; } } P = { main() } || { main() }",
    ];
    for (i, text) in growing.into_iter().enumerate() {
        let p = program(text);
        for rules in SOUND {
            let soon = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
            assert_eq!(hit(&p, rules, soon), Some(Bound::Time), "{rules}");
        }
        if i == 2 {
            assert_eq!(hit(&p, "summaries", Limits { max_states: 100, ..Limits::default() }), Some(Bound::States));
        }
    }
}

fn hit(p: &Program, rules: &str, limits: Limits) -> Option<Bound> {
    let options = Options::default();
    let outcome = check(p, ruleset(rules), &options, &Control::from(limits)).expect("nothing is claimed");
    assert_eq!(outcome.verdict, Verdict::Inconclusive);
    outcome.bound
}
