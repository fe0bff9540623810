//! What of a circuit matters.

use super::circuit::{Circuit, Lit, Node};

/// Whether each variable is one on which these literals depend, in their own step.
pub fn support(circuit: &Circuit, of: impl IntoIterator<Item = Lit>) -> Vec<bool> {
    let mut seen = vec![false; circuit.variables()];
    reach(circuit, of, &mut seen, false);
    seen
}

/// The latches on which bad outputs and constraints depend, in whichever step.
pub fn state_of(circuit: &Circuit) -> Vec<Lit> {
    let mut seen = vec![false; circuit.variables()];
    let of = circuit.bads().iter().map(|bad| bad.lit).chain(circuit.constraints().iter().copied());
    reach(circuit, of, &mut seen, true);
    circuit.latches().iter().map(|latch| latch.lit).filter(|latch| seen[latch.variable()]).collect()
}

fn reach(circuit: &Circuit, from: impl IntoIterator<Item = Lit>, seen: &mut [bool], over_steps: bool) {
    let mut open: Vec<Lit> = from.into_iter().collect();
    while let Some(lit) = open.pop() {
        if std::mem::replace(&mut seen[lit.variable()], true) {
            continue;
        }
        match circuit.kind(lit) {
            Node::And(a, b) => open.extend([a, b]),
            Node::Latch(n) if over_steps => open.push(circuit.latches()[n].next),
            _ => {}
        }
    }
}
