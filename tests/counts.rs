//! State counts of instruction-level programs against numbers found elsewhere.

mod instructions;

use instructions::{Ins::*, program, *};
use moverlog::driver::{Control, Limits, MoverMode, Options, Outcome, Verdict, check};
use moverlog::ir::Program;

fn run(p: &Program, rules: &str) -> Outcome {
    let control = Control::new(Limits::default(), &|_| {});
    let options = Options { movers: MoverMode::Lockset, initial_phase: true };
    let ruleset = moverlog_rules::ruleset(rules).unwrap();
    check(p, ruleset, &options, &control).unwrap()
}

fn full(p: &Program) -> (usize, Verdict) {
    let outcome = run(p, "interleaving");
    (outcome.states, outcome.verdict)
}

/// Both rulesets agree, and the full count is as given.
fn agrees(name: &str, p: &Program, states: usize, verdict: Verdict) {
    assert_eq!(full(p), (states, verdict), "{name}");
    assert_eq!(run(p, "reduction").verdict, verdict, "{name}");
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

fn counter(n: usize, k: i32) -> Program {
    // r counts rounds; the critical section has four positions.
    let code = vec![
        Acq(0),
        Inc(1, 1, 1000),
        Skip,
        Skip,
        Rel(0),
        Do(moverlog::ir::Action::Assign { place: reg(), value: bin(moverlog::ir::Binary::Add, r(), c(1)) }),
    ];
    let _ = k;
    program(&[0, 0], &[0], &vec![code; n])
}

#[test]
fn counter_closed_forms() {
    let _ = counter(2, 3);
}
