//! What IC3 works on: a circuit with one bad literal and one constraint, and its initial states, which are a cube.

use super::cube::Cube;
use crate::symbolic::circuit::{Circuit, Latch, Lit, Node};

pub struct System {
    pub circuit: Circuit,
    /// Some output is bad.
    pub bad: Lit,
    pub constraint: Lit,
}

impl System {
    pub fn new(circuit: &Circuit) -> System {
        let mut circuit = circuit.clone();
        let bads: Vec<Lit> = circuit.bads().iter().map(|bad| bad.lit).collect();
        let constraints = circuit.constraints().to_vec();
        let (bad, constraint) = (circuit.any(bads), circuit.all(constraints));
        System { circuit, bad, constraint }
    }

    /// The latch of a literal.
    pub fn latch(&self, lit: Lit) -> &Latch {
        match self.circuit.kind(lit) {
            Node::Latch(n) => &self.circuit.latches()[n],
            _ => unreachable!("cubes are over latches"),
        }
    }

    /// What has to hold now for this literal of a latch to hold after the step.
    pub fn next(&self, lit: Lit) -> Lit {
        self.latch(lit).next.negated_if(lit.is_negated())
    }

    /// Whether no initial state has this literal.
    pub fn never_first(&self, lit: Lit) -> bool {
        self.latch(lit).reset.value().is_some_and(|reset| reset == lit.is_negated())
    }

    /// Whether some initial state is of the cube.
    pub fn meets_initial(&self, cube: &Cube) -> bool {
        !cube.lits().iter().any(|&lit| self.never_first(lit))
    }

    /// The part of a cube that these literals are; one more of it, if initial states were among them otherwise.
    pub fn part(&self, cube: &Cube, lits: Vec<Lit>) -> Cube {
        let part = Cube::new(lits);
        if !self.meets_initial(&part) {
            return part;
        }
        let apart = cube.lits().iter().copied().find(|&lit| self.never_first(lit));
        Cube::new(part.lits().iter().copied().chain(apart))
    }
}
