//! Errors that few delays lead to: each is one of every interleaving, and most of those are among them.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::generator::generate;
use crate::support::setting;
use moverlog::driver::{self, Control, FEW_NODES, Limits, Verdict, check, delayed, with_few_choices};
use moverlog::model::{load, load_c};
use moverlog_rules::ruleset;

fn within(max_states: usize) -> Control<'static> {
    Control::from(Limits { max_states, max_stack: 8, ..Limits::default() })
}

#[test]
fn what_is_found_is_an_error() {
    let (count, first) = (setting("MOVERLOG_PROGRAMS", 400), setting("MOVERLOG_SEED", 31_000));
    let interleaving = ruleset("interleaving").expect("it is there");
    let (mut wrong, mut found) = (0, 0);
    for seed in first..first + count {
        let text = generate(seed).text;
        let (model, messages) = load("delays.mover", &text, &[]);
        let program = model.unwrap_or_else(|| panic!("{text}\n{messages:?}")).program;
        let all = check(&program, interleaving, &driver::Options::default(), &within(20_000)).expect("no claims");
        let few = delayed(&program, FEW_NODES, &within(5_000));
        assert!(few.verdict != Verdict::Wrong || all.verdict != Verdict::Safe, "seed {seed}: {text}");
        assert!(few.verdict != Verdict::Safe, "nothing is said of other executions");
        wrong += u64::from(all.verdict == Verdict::Wrong);
        found += u64::from(all.verdict == Verdict::Wrong && few.verdict == Verdict::Wrong);
    }
    assert!(wrong * 20 > count && found * 10 > wrong * 9, "{found} of {wrong} errors in {count} programs are found");
}

/// The delays of the first error that is found.
fn delays(text: &str) -> Option<usize> {
    let (model, messages) = load("delays.mover", text, &[]);
    let program = model.unwrap_or_else(|| panic!("{text}\n{messages:?}")).program;
    delayed(&program, FEW_NODES, &within(5_000)).delays
}

#[test]
fn as_many_delays_as_it_takes() {
    let two =
        |last: &str| format!("int x; void f() {{ x = 1; x = 2; }} void g() {{ {last} }} P = {{ f() }} || {{ g() }};");
    assert_eq!(delays(&two("assert(x != 2);")), Some(0));
    // The second thread first: so the first one is delayed, or they are in the other order.
    assert_eq!(delays(&two("assert(x != 0);")), Some(1));
    assert_eq!(delays(&two("assert(x != 1);")), Some(1));
    assert_eq!(delays(&two("assert(x != 3);")), None);
}

/// Where `main` returns the others come first; where somebody aborts other executions do.
#[test]
fn whoever_ends_the_program_comes_last() {
    let text = "#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int x;
void *f(void *arg) { int n = __VERIFIER_nondet_int(); if (n != 77) abort(); x++; return 0; }
void *late(void *arg) { assert(x < 3); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, late, 0);
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0);
    return 0;
}
";
    let all = moverlog::c::Options { nondet: None, ..moverlog::c::Options::default() };
    let program = load_c("late.c", text, &all).0.expect("it is well-formed").program;
    let found = delayed(&with_few_choices(&program), FEW_NODES, &within(5_000));
    assert_eq!((found.verdict, found.delays), (Verdict::Wrong, Some(1)));
}
