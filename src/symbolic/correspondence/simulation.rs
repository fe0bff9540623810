//! Executions with inputs by chance, 64 at once.

use super::classes::Classes;
use crate::control::Control;
use crate::random::Random;
use crate::symbolic::circuit::{Circuit, Lit, Node};

/// So many steps are made.
const STEPS: usize = 64;

/// Latches that such executions do not tell apart; fewer executions once a bound has ended the run.
pub fn classes(circuit: &Circuit, control: &Control<'_>) -> Classes {
    let mut random = Random::new(1);
    let mut classes = Classes::at_first(circuit);
    let reset =
        |value: Option<bool>, random: &mut Random| value.map_or_else(|| word(random), |v| if v { !0 } else { 0 });
    let mut state: Vec<u64> = circuit.latches().iter().map(|l| reset(l.reset.value(), &mut random)).collect();
    let mut possible = u64::MAX;
    for _ in (0..STEPS).take_while(|_| control.check()) {
        let inputs: Vec<u64> = circuit.inputs().iter().map(|_| word(&mut random)).collect();
        let values = eval(circuit, &state, &inputs);
        let of = |lit: Lit| values[lit.variable()] ^ if lit.is_negated() { u64::MAX } else { 0 };
        possible &= circuit.constraints().iter().fold(u64::MAX, |all, constraint| all & of(*constraint));
        state = circuit.latches().iter().map(|latch| of(latch.next)).collect();
        classes.refine(circuit, possible, |n| state[n]);
    }
    classes
}

fn word(random: &mut Random) -> u64 {
    (0..64).fold(0, |word, _| word << 1 | random.bit::<u64>())
}

/// The value of every variable, a bit for each execution.
fn eval(circuit: &Circuit, latches: &[u64], inputs: &[u64]) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::with_capacity(circuit.variables());
    for variable in 0..circuit.variables() {
        let of = |lit: Lit| values[lit.variable()] ^ if lit.is_negated() { u64::MAX } else { 0 };
        let value = match circuit.kind(Lit::of(variable)) {
            Node::False => 0,
            Node::Input(n) => inputs[n],
            Node::Latch(n) => latches[n],
            Node::And(a, b) => of(a) & of(b),
        };
        values.push(value);
    }
    values
}
