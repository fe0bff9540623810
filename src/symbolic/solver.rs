//! Incremental SAT solvers: clauses are added, and asked for a model under assumptions. What an engine does is written
//! against [`Solver`]; which solver that is, [`embedded`] alone says.

use crate::control::Control;
use batsat::{Callbacks, SolverInterface, lbool};
use std::cell::Cell;
use std::ops::Not;

/// A literal of a solver: twice the variable, and one more if it is negated. Variable 0 is true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SatLit(u32);

impl SatLit {
    pub const TRUE: SatLit = SatLit(0);
    pub const FALSE: SatLit = SatLit(1);

    /// This literal, negated if the condition holds.
    pub fn negated_if(self, condition: bool) -> SatLit {
        SatLit(self.0 ^ u32::from(condition))
    }
}

impl Not for SatLit {
    type Output = SatLit;

    fn not(self) -> SatLit {
        SatLit(self.0 ^ 1)
    }
}

/// What a solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// [`Solver::value`] has a model.
    Satisfiable,
    /// [`Solver::in_core`] has the assumptions that are to blame.
    Unsatisfiable,
    /// A bound was hit: [`Control::hit`], or that of [`embedded_within`].
    Stopped,
}

/// An incremental SAT solver with assumptions.
pub trait Solver {
    /// A new variable, positive.
    fn variable(&mut self) -> SatLit;

    /// One of these holds.
    fn clause(&mut self, lits: &[SatLit]);

    /// Whether all clauses and assumptions can hold at once.
    fn solve(&mut self, assumptions: &[SatLit]) -> Answer;

    /// The value in the model of the last answer; false where the model leaves it open.
    fn value(&self, lit: SatLit) -> bool;

    /// Whether the last answer would be the same without all assumptions that are not in the core, which this one is.
    fn in_core(&self, assumption: SatLit) -> bool;

    /// How many variables there are, and how many clauses were added.
    fn size(&self) -> (usize, usize);
}

/// The solver that is built in: BatSat, MiniSat in Rust.
pub fn embedded<'c>(control: &'c Control<'c>) -> Box<dyn Solver + 'c> {
    embedded_within(control, u64::MAX)
}

/// The same, which gives up a question after so many decisions.
pub fn embedded_within<'c>(control: &'c Control<'c>, decisions: u64) -> Box<dyn Solver + 'c> {
    let watch = Watch { control, decisions, left: Cell::new(decisions) };
    let solver = batsat::Solver::new(batsat::SolverOpts::default(), watch);
    let mut embedded = Embedded { solver, control, clause: vec![], clauses: 0 };
    let truth = embedded.variable();
    embedded.clause(&[truth]);
    Box::new(embedded)
}

/// BatSat asks at every decision whether it is to stop.
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

struct Embedded<'c> {
    solver: batsat::Solver<Watch<'c>>,
    control: &'c Control<'c>,
    /// The clause that is being added.
    clause: Vec<batsat::Lit>,
    clauses: usize,
}

fn lit(lit: SatLit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.0 / 2), lit.0 & 1 == 0)
}

impl Solver for Embedded<'_> {
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
