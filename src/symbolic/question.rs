//! A circuit in a solver, for questions about some of its steps.

use super::circuit::{Circuit, Lit};
use super::cnf::{Start, Unrolled};
use super::solver::{SatLit, Solver};

pub struct Question<'c> {
    pub circuit: &'c Circuit,
    unrolled: Unrolled<'c>,
    pub solver: Box<dyn Solver + 'c>,
}

impl<'c> Question<'c> {
    pub fn new(circuit: &'c Circuit, start: Start, solver: Box<dyn Solver + 'c>) -> Self {
        Question { circuit, unrolled: Unrolled::new(circuit, start), solver }
    }

    /// The literal at a step. What is not in the solver yet is put there.
    pub fn lit(&mut self, step: usize, lit: Lit) -> SatLit {
        self.unrolled.lit(&mut *self.solver, step, lit)
    }

    /// The literal holds at a step.
    pub fn assert(&mut self, step: usize, lit: Lit) {
        let holds = self.lit(step, lit);
        self.solver.clause(&[holds]);
    }

    /// Its value in the model; what nobody has asked for may have any.
    pub fn value(&self, step: usize, lit: Lit) -> Option<bool> {
        self.unrolled.find(step, lit).map(|known| self.solver.value(known))
    }

    /// The inputs of a step in the model.
    pub fn inputs(&self, step: usize) -> Vec<bool> {
        self.circuit.inputs().iter().map(|input| self.value(step, input.lit).unwrap_or(false)).collect()
    }
}
