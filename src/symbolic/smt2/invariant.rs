//! The check of an invariant as questions in SMT-LIB 2, for any solver of propositional logic: it holds where each answer is
//! `unsat`.

use super::word;
use crate::symbolic::circuit::{Circuit, Lit, Node};
use std::fmt::Write;

/// The text, for clauses over latches. What latches are after the step is `n0`, `n1` and so on.
pub fn write(circuit: &Circuit, clauses: &[Vec<Lit>]) -> String {
    let mut out = "; the invariant holds if each answer is unsat\n(set-logic QF_UF)\n".to_string();
    let latches = circuit.latches().iter().map(|latch| (latch.lit, latch.name.as_str()));
    let inputs = circuit.inputs().iter().map(|input| (input.lit, input.name.as_str()));
    for (lit, name) in latches.chain(inputs) {
        let _ = writeln!(out, "(declare-const {} Bool) ; {name}", word(circuit, lit));
    }
    for (gate, a, b) in circuit.ands() {
        define(&mut out, &word(circuit, gate), &format!("(and {} {})", word(circuit, a), word(circuit, b)));
    }
    for (n, latch) in circuit.latches().iter().enumerate() {
        define(&mut out, &format!("n{n}"), &word(circuit, latch.next));
    }
    let words = |lits: &[Lit]| lits.iter().map(|lit| word(circuit, *lit)).collect::<Vec<_>>();
    let bads: Vec<Lit> = circuit.bads().iter().map(|bad| bad.lit).collect();
    define(&mut out, "invariant", &all(clauses.iter().map(|clause| any(words(clause)))));
    define(&mut out, "after", &all(clauses.iter().map(|clause| any(clause.iter().map(|lit| next(circuit, *lit))))));
    define(&mut out, "allowed", &all(words(circuit.constraints())));
    define(&mut out, "wrong", &any(words(&bads)));
    let resets = circuit.latches().iter().filter_map(|l| Some(l.lit.negated_if(!l.reset.value()?)));
    define(&mut out, "initial", &all(words(&resets.collect::<Vec<_>>())));
    out += &question("an initial state outside", &["initial", "(not invariant)"]);
    out += &question("a state inside that is wrong", &["invariant", "allowed", "wrong"]);
    out + &question("a step that leads outside", &["invariant", "allowed", "(not after)"])
}

fn define(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "(declare-const {name} Bool)\n(assert (= {name} {value}))");
}

fn question(what: &str, parts: &[&str]) -> String {
    let asserted: String = parts.iter().map(|part| format!("(assert {part})\n")).collect();
    format!("; {what}\n(push 1)\n{asserted}(check-sat)\n(pop 1)\n")
}

/// A latch after the step.
fn next(circuit: &Circuit, lit: Lit) -> String {
    match circuit.kind(lit) {
        Node::Latch(n) if lit.is_negated() => format!("(not n{n})"),
        Node::Latch(n) => format!("n{n}"),
        _ => word(circuit, lit),
    }
}

fn all(parts: impl IntoIterator<Item = String>) -> String {
    joined("and", "true", parts)
}

fn any(parts: impl IntoIterator<Item = String>) -> String {
    joined("or", "false", parts)
}

fn joined(operator: &str, none: &str, parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    match &parts[..] {
        [] => none.to_string(),
        [one] => one.clone(),
        many => format!("({operator} {})", many.join(" ")),
    }
}
