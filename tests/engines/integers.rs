//! Circuits over integers: in any state, under any inputs, terms are the numbers that bits are, and gates say of them what
//! they are as gates. An installed z3 says of Horn clauses over integers what every interleaving says of the program.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::corpus;
use crate::encoding::{by, interleaving, random};
use crate::support::setting;
use moverlog::control::Control;
use moverlog::driver::{Decider, Verdict, circuit, unencodable};
use moverlog::ir::Program;
use moverlog::random::Random;
use moverlog::symbolic::circuit::{Circuit, Lit, Values};
use moverlog::symbolic::numbers::{Integer, Term, Truth};
use moverlog::symbolic::smt2::integers;
use std::path::Path;
use std::process::Command;

const RULES: [&str; 4] = ["nored", "static", "phase", "dynamic-table2"];

/// The circuit, if there is one.
fn encoded(p: &Program, rules: &str) -> Option<Circuit> {
    let engine = by(Decider::Ic3, rules);
    if unencodable(p, engine).is_some() { None } else { circuit(p, engine, &Control::default()) }
}

#[test]
fn terms_are_what_bits_are() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 200), setting("MOVERLOG_SEED", 1));
    let mut truths = 0;
    for n in seed..seed + count {
        let (p, text) = random(n);
        let found = encoded(&p, RULES[n as usize % 4]);
        truths += found.map_or(0, |circuit| agreeing(&circuit, n, &format!("program {n}\n{text}")));
    }
    assert!(truths as u64 > 20 * count, "{truths}");
}

#[test]
fn terms_of_models_are_what_bits_are() {
    let paths = corpus::models().into_iter().chain(corpus::files("models/c", "c").into_iter().step_by(9));
    for path in paths {
        let p = corpus::read(&path, &[]).program;
        encoded(&p, "phase").iter().for_each(|circuit| _ = agreeing(circuit, 1, &path.display().to_string()));
    }
}

/// The greatest variable that each term depends on: a gate that says something of a term must come behind it.
fn behind(circuit: &Circuit, terms: usize) -> Vec<usize> {
    let mut found: Vec<usize> = vec![];
    for i in 0..terms {
        let of = |term: Term| found[term.0 as usize];
        let greatest = match circuit.numbers.integer(Term(i as u32)) {
            Integer::Constant(_) | Integer::Kept(_) => 0,
            Integer::Weight(lit, _) => lit.variable(),
            Integer::Sum(a, b) | Integer::Difference(a, b) | Integer::Product(a, b) => of(a).max(of(b)),
            Integer::Select(lit, a, b) => lit.variable().max(of(a)).max(of(b)),
            Integer::Wrapped { value, .. } => of(value),
        };
        found.push(greatest);
    }
    found
}

/// How many gates say something of integers; each of them says it in random states.
fn agreeing(circuit: &Circuit, seed: u64, what: &str) -> usize {
    let mut random = Random::new(seed);
    let mut bits = |n: usize| (0..n).map(|_| random.bit()).collect::<Vec<bool>>();
    let truths: Vec<(usize, Truth, bool)> = (0..circuit.variables())
        .filter_map(|v| circuit.numbers.truth(v).map(|(truth, negated)| (v, truth, negated)))
        .collect();
    let behind = behind(circuit, circuit.numbers.ranges().len());
    for (variable, truth, _) in &truths {
        let (Truth::Equal(a, b) | Truth::Less(a, b)) = truth else { continue };
        assert!([a, b].iter().all(|term| behind[term.0 as usize] < *variable), "{truth:?} depends on itself in {what}");
    }
    for _ in 0..8 {
        let values = circuit.eval(&bits(circuit.latches().len()), &bits(circuit.inputs().len()));
        let terms = terms(circuit, &values);
        let of = |term: Term| terms[term.0 as usize];
        for (variable, truth, negated) in &truths {
            let says = match *truth {
                Truth::Equal(a, b) => of(a) == of(b),
                Truth::Less(a, b) => of(a) < of(b),
                Truth::Bit(a, weight) => of(a).div_euclid(weight.into()).rem_euclid(2) == 1,
            };
            assert_eq!(says != *negated, values[Lit::of(*variable)], "{truth:?} in {what}");
        }
        for kept in circuit.numbers.kept() {
            let next: Vec<Lit> = kept.bits.iter().map(|bit| after(circuit, *bit)).collect();
            let latches = kept.bits.iter().filter(|bit| !bit.is_constant()).count();
            let differs = of(kept.next) - number(&values, &next);
            assert_eq!(differs.rem_euclid(1 << latches), 0, "{} in {what}", kept.name);
        }
    }
    truths.len()
}

fn after(circuit: &Circuit, bit: Lit) -> Lit {
    circuit.latches().iter().find(|latch| latch.lit == bit).map_or(bit, |latch| latch.next)
}

/// The number with these bits, the sign last.
fn number(values: &Values, bits: &[Lit]) -> i128 {
    let sign = bits.len() - 1;
    let weight = |(i, bit): (usize, &Lit)| if values[*bit] { 1i128 << i } else { 0 };
    let signed = |i: usize, value: i128| if i == sign { -value } else { value };
    bits.iter().enumerate().map(|(i, bit)| signed(i, weight((i, bit)))).sum()
}

/// Every term, and that it is in its range.
fn terms(circuit: &Circuit, values: &Values) -> Vec<i128> {
    let mut found: Vec<i128> = vec![];
    let ranges = circuit.numbers.ranges();
    for (i, (lo, hi)) in ranges.into_iter().enumerate() {
        let of = |term: Term| found[term.0 as usize];
        let value = match circuit.numbers.integer(Term(i as u32)) {
            Integer::Constant(value) => value.into(),
            Integer::Kept(n) => number(values, &circuit.numbers.kept()[n].bits),
            Integer::Weight(lit, weight) => {
                if values[lit] {
                    weight.into()
                } else {
                    0
                }
            }
            Integer::Sum(a, b) => of(a) + of(b),
            Integer::Difference(a, b) => of(a) - of(b),
            Integer::Product(a, b) => of(a) * of(b),
            Integer::Select(lit, a, b) => of(if values[lit] { a } else { b }),
            Integer::Wrapped { value, lo, size } => {
                i128::from(lo) + (of(value) - i128::from(lo)).rem_euclid(size.into())
            }
        };
        assert!((lo..=hi).contains(&value) || value.abs() > 1 << 61, "{value} in {lo}..{hi}");
        found.push(value);
    }
    found
}

/// What z3 says within so many seconds: whether no bad state is reached, if it says so.
fn asked(circuit: &Circuit, seconds: u32) -> Option<bool> {
    let path = std::env::temp_dir().join(format!("moverlog-integers-{}.smt2", std::process::id()));
    std::fs::write(&path, integers::write(circuit)).expect("the file can be written");
    let output = Command::new("z3").arg(format!("-T:{seconds}")).arg(&path).output().expect("it runs");
    std::fs::remove_file(path).ok();
    match String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default() {
        "sat" => Some(true),
        "unsat" => Some(false),
        "unknown" | "timeout" => None,
        other => panic!("z3 says {other}"),
    }
}

#[test]
fn an_installed_z3_agrees() {
    if Command::new("z3").arg("--version").output().is_err() {
        return;
    }
    let (count, seed) = (setting("MOVERLOG_CLAUSES", 40), setting("MOVERLOG_SEED", 1));
    let (mut safe, mut wrong) = (0, 0);
    for n in seed..seed + count {
        let (p, text) = random(n);
        let Some(circuit) = encoded(&p, RULES[n as usize % 4]) else { continue };
        match (interleaving(&p, 20_000).verdict, asked(&circuit, 2)) {
            (Verdict::Wrong, Some(true)) | (Verdict::Safe, Some(false)) => panic!("z3 differs on program {n}\n{text}"),
            (Verdict::Safe, Some(true)) => safe += 1,
            (Verdict::Wrong, Some(false)) => wrong += 1,
            _ => {}
        }
    }
    assert!(safe > count / 20 && wrong > count / 20, "of {count} programs {safe} are safe and {wrong} wrong");
    let clamp = corpus::read(Path::new("models/symbolic/clamp.mover"), &[]).program;
    assert_eq!(encoded(&clamp, "phase").and_then(|circuit| asked(&circuit, 20)), Some(true));
}
