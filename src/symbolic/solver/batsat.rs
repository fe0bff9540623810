//! The solver that is always built in: BatSat, MiniSat in Rust.

use super::{Answer, SatLit, Solver};
use crate::control::Control;
use batsat::{Callbacks, SolverInterface, lbool};
use std::cell::Cell;

pub struct Batsat<'c> {
    solver: batsat::Solver<Watch<'c>>,
    control: &'c Control<'c>,
    /// The clause that is being added.
    clause: Vec<batsat::Lit>,
    clauses: usize,
}

/// It asks at every decision whether it is to stop.
struct Watch<'c> {
    control: &'c Control<'c>,
    /// So many may a question take.
    decisions: u64,
    left: Cell<u64>,
}

impl Callbacks for Watch<'_> {
    fn on_start(&mut self) {
        self.left.set(self.decisions);
    }

    fn stop(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left == 0 || !self.control.goes_on()
    }
}

impl<'c> Batsat<'c> {
    pub fn new(control: &'c Control<'c>, decisions: u64) -> Self {
        let watch = Watch { control, decisions, left: Cell::new(decisions) };
        let solver = batsat::Solver::new(batsat::SolverOpts::default(), watch);
        Batsat { solver, control, clause: vec![], clauses: 0 }
    }
}

fn lit(lit: SatLit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.0 / 2), lit.0 & 1 == 0)
}

impl Solver for Batsat<'_> {
    fn variable(&mut self) -> SatLit {
        SatLit(2 * self.solver.new_var_default().idx())
    }

    fn clause(&mut self, lits: &[SatLit]) {
        self.clauses += 1;
        self.clause.clear();
        self.clause.extend(lits.iter().copied().map(lit));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[SatLit]) -> Answer {
        if !self.control.goes_on() {
            return Answer::Stopped;
        }
        let assumptions: Vec<_> = assumptions.iter().copied().map(lit).collect();
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => Answer::Satisfiable,
            answer if answer == lbool::FALSE => Answer::Unsatisfiable,
            _ => Answer::Stopped,
        }
    }

    fn value(&self, at: SatLit) -> bool {
        self.solver.value_lit(lit(at)) == lbool::TRUE
    }

    fn in_core(&self, assumption: SatLit) -> bool {
        self.solver.unsat_core_contains_lit(!lit(assumption)) // the core is a clause
    }

    fn size(&self) -> (usize, usize) {
        (self.solver.num_vars() as usize, self.clauses)
    }
}
