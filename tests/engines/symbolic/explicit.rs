//! Small circuits by a loop over all states and inputs, and circuits by chance.

use moverlog::random::Random;
use moverlog::symbolic::circuit::{Circuit, Lit, Reset};

/// All values of so many bits.
pub fn all(bits: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << bits).map(move |n| (0..bits).map(|i| n >> i & 1 == 1).collect())
}

fn number(bits: &[bool]) -> usize {
    bits.iter().rev().fold(0, |n, &bit| 2 * n + usize::from(bit))
}

/// What is known of a circuit, by the number of the state.
pub struct Explicit {
    pub initial: Vec<bool>,
    /// The states after one step.
    pub after: Vec<Vec<usize>>,
    /// Whether some inputs are bad there.
    pub bad: Vec<bool>,
    /// After how many steps it is reached first.
    pub depth: Vec<Option<usize>>,
}

impl Explicit {
    pub fn new(circuit: &Circuit) -> Explicit {
        let mut found = Explicit { initial: vec![], after: vec![], bad: vec![], depth: vec![] };
        for state in all(circuit.latches().len()) {
            let resets = circuit.latches().iter().zip(&state);
            found.initial.push(resets.into_iter().all(|(l, &v)| l.reset.value().is_none_or(|reset| reset == v)));
            let values = all(circuit.inputs().len()).map(|inputs| circuit.eval(&state, &inputs));
            let values: Vec<_> = values.filter(|v| circuit.constraints().iter().all(|&c| v[c])).collect();
            found.after.push(values.iter().map(|v| number(&circuit.after(v))).collect());
            found.bad.push(values.iter().any(|v| circuit.bads().iter().any(|bad| v[bad.lit])));
        }
        found.explore();
        found
    }

    fn explore(&mut self) {
        self.depth = self.initial.iter().map(|&first| first.then_some(0)).collect();
        let mut open: Vec<usize> = (0..self.initial.len()).filter(|&s| self.initial[s]).collect();
        for depth in 1.. {
            let next: Vec<usize> = open.iter().flat_map(|&s| self.after[s].clone()).collect();
            open.clear();
            for state in next {
                if self.depth[state].is_none() {
                    self.depth[state] = Some(depth);
                    open.push(state);
                }
            }
            if open.is_empty() {
                return;
            }
        }
    }

    /// After how many steps a bad state is reached first.
    pub fn violated(&self) -> Option<usize> {
        (0..self.bad.len()).filter(|&s| self.bad[s]).filter_map(|s| self.depth[s]).min()
    }

    /// Whether the conjunction of these is an invariant without bad states.
    pub fn is_invariant(&self, circuit: &Circuit, parts: &[Lit]) -> bool {
        let inputs = vec![false; circuit.inputs().len()];
        let holds: Vec<bool> = all(circuit.latches().len())
            .map(|state| circuit.eval(&state, &inputs))
            .map(|values| parts.iter().all(|&part| values[part]))
            .collect();
        let kept = |s: usize| !holds[s] || (!self.bad[s] && self.after[s].iter().all(|&t| holds[t]));
        (0..holds.len()).all(|s| (!self.initial[s] || holds[s]) && kept(s))
    }
}

/// A circuit with up to so many latches.
pub fn circuit(random: &mut Random, latches: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let mut known = vec![Lit::TRUE];
    for n in 0..random.below(5) {
        known.push(circuit.input(format!("i{n}")));
    }
    let resets = [Reset::Zero, Reset::Zero, Reset::One, Reset::Free];
    let latches: Vec<Lit> =
        (0..=random.below(latches)).map(|n| circuit.latch(format!("l{n}"), resets[random.below(4)])).collect();
    known.extend(&latches);
    for _ in 0..random.below(40) {
        let [a, b, c] = [(); 3].map(|()| any(random, &known));
        known.push(match random.below(6) {
            0 => circuit.xor(a, b),
            1 => circuit.mux(a, b, c),
            2 => circuit.or(a, b),
            _ => circuit.and(a, b),
        });
    }
    for latch in latches {
        let next = any(random, &known);
        circuit.next(latch, next);
    }
    for n in 0..random.below(3) {
        let lits: Vec<Lit> = (0..2 + random.below(3)).map(|_| any(random, &known)).collect();
        let bad = circuit.all(lits);
        circuit.bad(format!("b{n}"), bad);
    }
    for _ in 0..[0, 0, 1, 2][random.below(4)] {
        let lits: Vec<Lit> = (0..1 + random.below(3)).map(|_| any(random, &known)).collect();
        let constraint = circuit.any(lits);
        circuit.constraint(constraint);
    }
    circuit
}

/// A literal; late ones are more likely, as they depend on more.
fn any(random: &mut Random, known: &[Lit]) -> Lit {
    let late = known.len() - 1 - random.below(known.len()).min(random.below(known.len()));
    known[late].negated_if(random.bit())
}
