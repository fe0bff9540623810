//! One step of a system in a solver. Clauses for a while have a guard, and the solver is built anew once there are too
//! many that nobody needs any more.

use super::cube::Cube;
use super::system::System;
use crate::control::Control;
use crate::symbolic::circuit::Lit;
use crate::symbolic::cnf::Start;
use crate::symbolic::question::Question;
use crate::symbolic::solver::{Answer, Sat, SatLit};

/// A bound was hit.
#[derive(Debug)]
pub struct Hit;

/// A state, with the inputs of the step that leaves it: what is left open may have any value.
#[derive(Clone, Debug)]
pub struct Leaves {
    pub state: Cube,
    pub inputs: Vec<bool>,
}

pub struct Relation<'c> {
    system: &'c System,
    step: Question<'c>,
    /// Clauses that were there for a while.
    pub spent: usize,
}

impl<'c> Relation<'c> {
    pub fn new(system: &'c System, sat: Sat, control: &'c Control<'c>) -> Self {
        let step = Question::new(&system.circuit, Start::Any, sat.solver(control));
        Relation { system, step, spent: 0 }
    }

    /// A literal before the step.
    pub fn now(&mut self, lit: Lit) -> SatLit {
        self.step.lit(0, lit)
    }

    /// A literal of a latch after the step.
    pub fn then(&mut self, lit: Lit) -> SatLit {
        self.now(self.system.next(lit))
    }

    pub fn assert(&mut self, lit: Lit) {
        self.step.assert(0, lit);
    }

    /// No state before the step is of the cube.
    pub fn exclude(&mut self, cube: &Cube) {
        let clause: Vec<SatLit> = cube.lits().iter().map(|&lit| !self.now(lit)).collect();
        self.step.solver.clause(&clause);
    }

    /// A clause that holds only where the guard, which is returned, is assumed.
    pub fn guarded(&mut self, mut clause: Vec<SatLit>) -> SatLit {
        let guard = self.step.solver.variable();
        clause.push(!guard);
        self.step.solver.clause(&clause);
        guard
    }

    /// The clause of this guard is not needed any more.
    pub fn release(&mut self, guard: SatLit) {
        self.step.solver.clause(&[!guard]);
        self.spent += 1;
    }

    /// Whether there is a model.
    pub fn solve(&mut self, assumptions: &[SatLit]) -> Result<bool, Hit> {
        match self.step.solver.solve(assumptions) {
            Answer::Satisfiable => Ok(true),
            Answer::Unsatisfiable => Ok(false),
            Answer::Stopped => Err(Hit),
        }
    }

    pub fn in_core(&self, assumption: SatLit) -> bool {
        self.step.solver.in_core(assumption)
    }

    /// The state and the inputs of the model.
    pub fn leaves(&self) -> Leaves {
        let circuit = &self.system.circuit;
        let value = |lit: Lit| self.step.value(0, lit);
        let state = circuit.latches().iter().filter_map(|latch| Some(latch.lit.negated_if(!value(latch.lit)?)));
        Leaves { state: Cube::new(state), inputs: self.step.inputs(0) }
    }
}
