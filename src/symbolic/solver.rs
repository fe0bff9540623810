//! Incremental SAT solvers: clauses are added, and asked for a model under assumptions. What an engine does is written
//! against [`Solver`]; which solver that is, [`Sat`] says.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use crate::control::Control;
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

/// Which solver.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Sat {
    /// BatSat, MiniSat in Rust.
    #[default]
    Batsat,
    /// CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Sat {
    /// All that are built in.
    pub const ALL: &[Sat] = &[
        Sat::Batsat,
        #[cfg(feature = "cadical")]
        Sat::Cadical,
    ];

    /// As `--solver` names it.
    pub fn name(self) -> &'static str {
        match self {
            Sat::Batsat => "batsat",
            #[cfg(feature = "cadical")]
            Sat::Cadical => "cadical",
        }
    }

    /// One without clauses.
    pub fn solver<'c>(self, control: &'c Control<'c>) -> Box<dyn Solver + 'c> {
        self.within(control, u64::MAX)
    }

    /// The same, which gives up a question after so many decisions.
    pub fn within<'c>(self, control: &'c Control<'c>, decisions: u64) -> Box<dyn Solver + 'c> {
        let mut solver: Box<dyn Solver + 'c> = match self {
            Sat::Batsat => Box::new(batsat::Batsat::new(control, decisions)),
            #[cfg(feature = "cadical")]
            Sat::Cadical => Box::new(cadical::Cadical::new(control, decisions)),
        };
        let truth = solver.variable();
        solver.clause(&[truth]);
        solver
    }
}

/// What a solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// [`Solver::value`] has a model.
    Satisfiable,
    /// [`Solver::in_core`] has the assumptions that are to blame.
    Unsatisfiable,
    /// A bound was hit: [`Control::hit`], or that of [`Sat::within`].
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

    /// The value in the model of the last answer, also once clauses were added; false where the model leaves it open.
    fn value(&self, lit: SatLit) -> bool;

    /// Whether the last answer would be the same without all assumptions that are not in the core, which this one is.
    fn in_core(&self, assumption: SatLit) -> bool;

    /// How many variables there are, and how many clauses were added.
    fn size(&self) -> (usize, usize);
}
