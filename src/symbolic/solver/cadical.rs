//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt, CAV 2024), in C++.

use super::{Answer, SatLit, Solver};
use crate::control::Control;
use cadical::Callbacks;

/// The memory of the process is looked at once in so many times that the solver asks whether it is to stop.
const LOOKS_AFTER: u32 = 64;

pub struct Cadical<'c> {
    solver: cadical::Solver<Watch<'c>>,
    control: &'c Control<'c>,
    /// The most decisions of a question, if they are bounded.
    decisions: Option<i32>,
    /// Clauses that the solver has not seen: one that is added would make it forget the last answer.
    open: Vec<Vec<i32>>,
    variables: u32,
    clauses: usize,
}

/// It asks now and then whether it is to stop.
struct Watch<'c> {
    control: &'c Control<'c>,
    asked: u32,
}

impl Callbacks for Watch<'_> {
    fn started(&mut self) {
        self.look();
    }

    fn terminate(&mut self) -> bool {
        self.look();
        !self.control.goes_on()
    }
}

impl Watch<'_> {
    /// What it uses no allocator of ours counts, so all that the process uses is what must fit.
    fn look(&mut self) {
        self.asked = self.asked.wrapping_add(1);
        if self.asked.is_multiple_of(LOOKS_AFTER) {
            let resident = memory_stats::memory_stats().map_or(0, |used| used.physical_mem);
            let counted = (self.control.limits.memory)();
            self.control.affords(resident.saturating_sub(counted));
        }
    }
}

impl<'c> Cadical<'c> {
    pub fn new(control: &'c Control<'c>, decisions: u64) -> Self {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Watch { control, asked: 0 }));
        let decisions = i32::try_from(decisions).ok();
        Cadical { solver, control, decisions, open: vec![], variables: 0, clauses: 0 }
    }
}

/// As in DIMACS: variables begin with 1.
fn lit(lit: SatLit) -> i32 {
    let variable = (lit.0 / 2 + 1) as i32;
    if lit.0 & 1 == 0 { variable } else { -variable }
}

impl Solver for Cadical<'_> {
    fn variable(&mut self) -> SatLit {
        self.variables += 1;
        SatLit(2 * (self.variables - 1))
    }

    fn clause(&mut self, lits: &[SatLit]) {
        self.clauses += 1;
        self.open.push(lits.iter().copied().map(lit).collect());
    }

    fn solve(&mut self, assumptions: &[SatLit]) -> Answer {
        if !self.control.goes_on() {
            return Answer::Stopped;
        }
        self.open.drain(..).for_each(|clause| self.solver.add_clause(clause));
        if let Some(most) = self.decisions {
            self.solver.set_limit("decisions", most).expect("there is such a limit");
        }
        match self.solver.solve_with(assumptions.iter().copied().map(lit)) {
            Some(true) => Answer::Satisfiable,
            Some(false) => Answer::Unsatisfiable,
            None => Answer::Stopped,
        }
    }

    fn value(&self, at: SatLit) -> bool {
        self.solver.value(lit(at)) == Some(true)
    }

    fn in_core(&self, assumption: SatLit) -> bool {
        self.solver.failed(lit(assumption))
    }

    fn size(&self) -> (usize, usize) {
        (self.variables as usize, self.clauses)
    }
}
