//! Executions with inputs by chance, 64 at once.

use super::circuit::{Circuit, Lit, Node};
use crate::random::Random;

/// Executions of a circuit, and where they are.
pub struct Executions<'c> {
    circuit: &'c Circuit,
    random: Random,
    /// The latches: a bit for each execution.
    pub state: Vec<u64>,
    /// The executions that the constraints have allowed so far.
    pub possible: u64,
}

/// What every variable is before a step: a bit for each execution.
pub struct Seen(Vec<u64>);

impl Seen {
    pub fn of(&self, lit: Lit) -> u64 {
        self.0[lit.variable()] ^ if lit.is_negated() { u64::MAX } else { 0 }
    }
}

impl<'c> Executions<'c> {
    /// Those that begin in initial states, the same for the same seed.
    pub fn new(circuit: &'c Circuit, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut reset = |value: Option<bool>| value.map_or_else(|| random.bits(), |v| if v { u64::MAX } else { 0 });
        let state = circuit.latches().iter().map(|latch| reset(latch.reset.value())).collect();
        Executions { circuit, random, state, possible: u64::MAX }
    }

    /// One more step of each.
    pub fn step(&mut self) -> Seen {
        let inputs: Vec<u64> = self.circuit.inputs().iter().map(|_| self.random.bits()).collect();
        let seen = self.seen(&inputs);
        self.possible &= self.circuit.constraints().iter().fold(u64::MAX, |all, constraint| all & seen.of(*constraint));
        self.state = self.circuit.latches().iter().map(|latch| seen.of(latch.next)).collect();
        seen
    }

    fn seen(&self, inputs: &[u64]) -> Seen {
        let mut seen = Seen(Vec::with_capacity(self.circuit.variables()));
        for variable in 0..self.circuit.variables() {
            seen.0.push(match self.circuit.kind(Lit::of(variable)) {
                Node::False => 0,
                Node::Input(n) => inputs[n],
                Node::Latch(n) => self.state[n],
                Node::And(a, b) => seen.of(a) & seen.of(b),
            });
        }
        seen
    }
}
