//! Circuits and the engines on them, against loops over all states and inputs.
//!
//! `MOVERLOG_RANDOM` sets how many random circuits, `MOVERLOG_SEED` where they begin.

mod aiger;
mod explicit;
#[cfg(unix)]
mod external;
mod formats;
mod solvers;

use crate::support::setting;
use explicit::Explicit;
use moverlog::control::{Bound, Control, Limits};
use moverlog::random::Random;
use moverlog::symbolic::certificate::{self, Checked, Refuted};
use moverlog::symbolic::circuit::{Circuit, Lit, Reset};
use moverlog::symbolic::solver::Sat;
use moverlog::symbolic::{bmc, ic3};
use std::time::{Duration, Instant};

/// How many random circuits, unless something else is said.
const COUNT: u64 = 150;

/// The solver of the circuit with this number, by turns.
fn sat(n: u64) -> Sat {
    Sat::ALL[n as usize % Sat::ALL.len()]
}

/// Each random circuit with its number.
fn circuits() -> impl Iterator<Item = (u64, Circuit, Random)> {
    let seed = setting("MOVERLOG_SEED", 1);
    (0..setting("MOVERLOG_RANDOM", COUNT)).map(move |n| {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(n));
        (n, explicit::circuit(&mut random, 8), random)
    })
}

#[test]
fn ic3_decides_random_circuits() {
    let mut safe = 0;
    for (n, circuit, mut random) in circuits() {
        let explicit = Explicit::new(&circuit);
        for &sat in Sat::ALL {
            let (outcome, _) = ic3::check(&circuit, sat, &Control::default());
            match outcome {
                ic3::Outcome::Violated(trace) => {
                    assert!(explicit.violated().is_some(), "circuit {n}");
                    assert!(trace.replay(&circuit).is_some(), "circuit {n}: {trace:?}");
                }
                ic3::Outcome::Safe { invariant } => {
                    assert_eq!(explicit.violated(), None, "circuit {n}");
                    safe += u64::from(!invariant.is_empty());
                    check_certificates(&circuit, &explicit, &invariant, &mut random, n);
                }
                ic3::Outcome::Stopped => panic!("circuit {n}"),
            }
        }
    }
    assert!(safe > setting("MOVERLOG_RANDOM", COUNT) / 20, "{safe} safe circuits need an invariant");
}

/// The invariant, each of its clauses dropped, and each of its literals flipped or dropped.
fn check_certificates(circuit: &Circuit, explicit: &Explicit, clauses: &[Vec<Lit>], random: &mut Random, n: u64) {
    assert!(certified(circuit, explicit, clauses, sat(n)), "circuit {n}");
    for at in 0..clauses.len() {
        let mut fewer = clauses.to_vec();
        fewer.remove(at);
        certified(circuit, explicit, &fewer, sat(n));
        let mut other = clauses.to_vec();
        let lit = random.below(other[at].len());
        other[at][lit] = !other[at][lit];
        certified(circuit, explicit, &other, sat(n));
        other[at].remove(lit);
        certified(circuit, explicit, &other, sat(n));
    }
}

/// Whether it is an invariant; the check and the loop over all states agree, and what refutes it does.
fn certified(circuit: &Circuit, explicit: &Explicit, clauses: &[Vec<Lit>], sat: Sat) -> bool {
    let mut circuit = circuit.clone();
    let parts = certificate::parts(&mut circuit, clauses);
    let holds = explicit.is_invariant(&circuit, &parts);
    for cases in [vec![], cases(&circuit)] {
        let checked = certificate::check_by_cases(&circuit, &parts, &cases, sat, &Control::default());
        match &checked {
            Checked::Refuted(refuted) => assert!(refutes(&circuit, &parts, refuted), "{refuted:?}"),
            _ => assert_eq!(checked, Checked::Holds),
        }
        assert_eq!(checked == Checked::Holds, holds);
    }
    holds
}

/// Some that are apart, some that are not, and steps that are of none.
fn cases(circuit: &Circuit) -> Vec<Vec<Lit>> {
    let latches = circuit.latches().iter().map(|latch| latch.lit);
    let all: Vec<Lit> = circuit.inputs().iter().map(|input| input.lit).chain(latches).collect();
    all.windows(2).enumerate().map(|(i, two)| vec![two[0].negated_if(i % 2 == 0), two[1]]).collect()
}

fn refutes(circuit: &Circuit, parts: &[Lit], refuted: &Refuted) -> bool {
    let none = vec![false; circuit.inputs().len()];
    let satisfies = |state: &[bool]| parts.iter().all(|&part| circuit.eval(state, &none)[part]);
    let allowed = |state: &[bool], inputs: &[bool]| {
        let values = circuit.eval(state, inputs);
        satisfies(state) && circuit.constraints().iter().all(|&c| values[c])
    };
    match refuted {
        Refuted::Initiation { part, state } => {
            let first = circuit.latches().iter().zip(state).all(|(l, &v)| l.reset.value().is_none_or(|r| r == v));
            first && !circuit.eval(state, &none)[parts[*part]]
        }
        Refuted::Consecution { part, state, inputs } => {
            let after = circuit.after(&circuit.eval(state, inputs));
            allowed(state, inputs) && !circuit.eval(&after, &none)[parts[*part]]
        }
        Refuted::Safety { bad, state, inputs } => {
            allowed(state, inputs) && circuit.eval(state, inputs)[circuit.bads()[*bad].lit]
        }
    }
}

#[test]
fn bmc_finds_the_shortest_way() {
    for (n, _, mut random) in circuits() {
        let circuit = explicit::circuit(&mut random, 4);
        let explicit = Explicit::new(&circuit);
        Sat::ALL.iter().for_each(|sat| finds_the_shortest_way(&circuit, &explicit, *sat, n));
    }
}

fn finds_the_shortest_way(circuit: &Circuit, explicit: &Explicit, sat: Sat, n: u64) {
    match bmc::check(circuit, 400, bmc::Complete::Simple, sat, &Control::default()) {
        bmc::Outcome::Violated(trace) => {
            assert_eq!(Some(trace.inputs.len() - 1), explicit.violated(), "circuit {n}");
            assert!(trace.replay(circuit).is_some(), "circuit {n}: {trace:?}");
        }
        bmc::Outcome::Safe { .. } => assert_eq!(explicit.violated(), None, "circuit {n}"),
        bmc::Outcome::Stopped { .. } => panic!("circuit {n}"),
    }
    let depth = explicit.violated().unwrap_or(6).min(6);
    let cut = bmc::check(circuit, depth, bmc::Complete::Steps, sat, &Control::default());
    let right = match cut {
        bmc::Outcome::Violated(_) => explicit.violated() == Some(depth),
        bmc::Outcome::Safe { .. } => explicit.violated().is_none(),
        bmc::Outcome::Stopped { depth: cut } => cut == depth + 1 && explicit.violated() != Some(depth),
    };
    assert!(right, "circuit {n}: {cut:?}");
}

/// A counter by twos, of so many bits, that is not to be odd.
fn counter(bits: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let enable = circuit.input("enable");
    let latches: Vec<Lit> = (0..bits).map(|n| circuit.latch(format!("c{n}"), Reset::Zero)).collect();
    let mut carry = enable;
    for &latch in &latches[1..] {
        let next = circuit.xor(latch, carry);
        carry = circuit.and(latch, carry);
        circuit.next(latch, next);
    }
    let bad = latches[0];
    circuit.bad("odd", bad);
    circuit
}

#[test]
fn depth_and_invariants_of_a_counter() {
    let circuit = counter(24);
    let (outcome, statistics) = ic3::check(&circuit, Sat::default(), &Control::default());
    let ic3::Outcome::Safe { invariant } = outcome else { panic!("{outcome:?}") };
    assert_eq!(invariant, [[!circuit.latches()[0].lit]]);
    assert!(statistics.frames < 5, "{statistics:?}");
    assert_eq!(
        bmc::check(&circuit, 30, bmc::Complete::Simple, Sat::default(), &Control::default()),
        bmc::Outcome::Safe { depth: 0 }
    );
}

/// A counter of so many bits that goes round after one that it is not to pass: it takes a frame for each value.
fn ring(bits: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let latches: Vec<Lit> = (0..bits).map(|n| circuit.latch(format!("c{n}"), Reset::Zero)).collect();
    let top = circuit.all(latches[1..].iter().copied());
    let mut carry = Lit::TRUE;
    for &latch in &latches {
        let sum = circuit.xor(latch, carry);
        carry = circuit.and(latch, carry);
        let next = circuit.and(sum, !top);
        circuit.next(latch, next);
    }
    let bad = circuit.and(top, latches[0]);
    circuit.bad("passed", bad);
    circuit
}

#[test]
fn bounds_end_the_engines_on_time() {
    let circuit = ring(40);
    for &sat in Sat::ALL {
        let limits = Limits { timeout: Some(Duration::from_millis(300)), ..Limits::default() };
        let (begun, control) = (Instant::now(), Control::from(limits.clone()));
        assert_eq!(ic3::check(&circuit, sat, &control).0, ic3::Outcome::Stopped);
        assert_eq!(control.hit(), Some(Bound::Time));
        let control = Control::from(limits.clone());
        let outcome = bmc::check(&circuit, usize::MAX, bmc::Complete::Simple, sat, &control);
        assert!(matches!(outcome, bmc::Outcome::Stopped { depth } if depth > 1), "{outcome:?}");
        assert_eq!(control.hit(), Some(Bound::Time));
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        limits.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        let control = Control::from(limits);
        assert_eq!(ic3::check(&circuit, sat, &control).0, ic3::Outcome::Stopped);
        assert_eq!(control.hit(), Some(Bound::Interrupted));
    }
}
