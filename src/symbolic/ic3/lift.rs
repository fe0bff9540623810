//! Lifting: from one state to all that take the same step, as far as the values of some latches say. Inputs make the
//! step a function, so that "from here, under these inputs, elsewhere" has no model, and its core is the answer (Chockler
//! et al., FMCAD 2011).

use super::cube::Cube;
use super::relation::{Hit, Leaves, Relation};
use super::system::System;
use crate::control::Control;
use crate::symbolic::circuit::Lit;
use crate::symbolic::solver::{Sat, SatLit};

/// The solver is built anew after so many questions.
const QUESTIONS: usize = 1000;

pub struct Lift<'c> {
    system: &'c System,
    sat: Sat,
    control: &'c Control<'c>,
    relation: Relation<'c>,
}

impl<'c> Lift<'c> {
    pub fn new(system: &'c System, sat: Sat, control: &'c Control<'c>) -> Self {
        Lift { system, sat, control, relation: Relation::new(system, sat, control) }
    }

    /// Those that come to the cube.
    pub fn to(&mut self, leaves: &Leaves, cube: &Cube) -> Result<Cube, Hit> {
        let goal = cube.lits().iter().map(|&lit| self.system.next(lit)).collect();
        self.states(leaves, goal)
    }

    /// Those that are bad.
    pub fn bad(&mut self, leaves: &Leaves) -> Result<Cube, Hit> {
        self.states(leaves, vec![self.system.bad])
    }

    /// Those where all of this holds, and the constraint.
    fn states(&mut self, leaves: &Leaves, mut goal: Vec<Lit>) -> Result<Cube, Hit> {
        if self.relation.spent > QUESTIONS {
            self.relation = Relation::new(self.system, self.sat, self.control);
        }
        goal.push(self.system.constraint);
        let elsewhere = goal.into_iter().map(|lit| !self.relation.now(lit)).collect();
        let guard = self.relation.guarded(elsewhere);
        let inputs = self.system.circuit.inputs().iter().zip(&leaves.inputs);
        let mut assumed: Vec<SatLit> = vec![guard];
        assumed.extend(inputs.map(|(input, &value)| self.relation.now(input.lit).negated_if(!value)));
        let state: Vec<(Lit, SatLit)> = leaves.state.lits().iter().map(|&l| (l, self.relation.now(l))).collect();
        assumed.extend(state.iter().map(|&(_, lit)| lit));
        let open = self.relation.solve(&assumed)?;
        assert!(!open, "inputs make the step a function");
        let core = Cube::new(state.into_iter().filter(|&(_, lit)| self.relation.in_core(lit)).map(|(lit, _)| lit));
        self.relation.release(guard);
        Ok(core)
    }
}
