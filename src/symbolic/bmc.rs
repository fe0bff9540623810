//! Bounded model checking (Biere, Cimatti, Clarke, Zhu 1999), incremental: F_k, the first k steps, grows, and the bad
//! state after them is an assumption. Once no execution of k steps avoids to repeat itself all states were looked at
//! (Sheeran, Singh, Stålmarck 2000).

use super::circuit::{Circuit, Lit};
use super::cnf::{Start, Unrolled};
use super::cone::state_of;
use super::solver::{Answer, Sat, SatLit, Solver};
use super::trace::Trace;
use crate::control::Control;

/// Which executions need not be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Complete {
    /// Those with a step that changes nothing: acyclic systems end (VVT's `-c`).
    Steps,
    /// Those in which a state comes again: every system ends, if there is time.
    Simple,
}

/// What is known of the bad states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Violated(Trace),
    /// No execution has more steps than this and does not repeat itself.
    Safe {
        depth: usize,
    },
    /// None is reached in fewer steps than this. [`Control::hit`] has the bound, unless it is that of steps.
    Stopped {
        depth: usize,
    },
}

/// Looks for bad states after 0, 1, and so on up to `most` steps.
pub fn check(circuit: &Circuit, most: usize, complete: Complete, sat: Sat, control: &Control) -> Outcome {
    let mut run = Run::new(circuit, complete, sat, control);
    for depth in 0..=most {
        match run.step(depth) {
            Some(Next::Found) => return Outcome::Violated(run.trace(depth)),
            Some(Next::Closed) => return Outcome::Safe { depth: depth - 1 },
            Some(Next::Deeper) => {}
            None => return Outcome::Stopped { depth },
        }
    }
    Outcome::Stopped { depth: most.saturating_add(1) }
}

enum Next {
    /// A bad state.
    Found,
    /// There is no such execution.
    Closed,
    Deeper,
}

struct Run<'c> {
    circuit: &'c Circuit,
    complete: Complete,
    /// The latches on which bad states depend.
    state: Vec<Lit>,
    unrolled: Unrolled<'c>,
    solver: Box<dyn Solver + 'c>,
}

impl<'c> Run<'c> {
    fn new(circuit: &'c Circuit, complete: Complete, sat: Sat, control: &'c Control<'c>) -> Self {
        let unrolled = Unrolled::new(circuit, Start::Reset);
        Run { circuit, complete, state: state_of(circuit), unrolled, solver: sat.solver(control) }
    }

    /// Nothing if a bound was hit.
    fn step(&mut self, depth: usize) -> Option<Next> {
        if depth > 0 && self.closed(depth)? {
            return Some(Next::Closed);
        }
        for &constraint in self.circuit.constraints() {
            let holds = self.lit(depth, constraint);
            self.solver.clause(&[holds]);
        }
        let bads: Vec<SatLit> = self.circuit.bads().iter().map(|bad| self.lit(depth, bad.lit)).collect();
        let some = self.some_of(bads);
        let found = satisfiable(self.solver.solve(&[some]))?;
        if !found {
            self.solver.clause(&[!some]);
        }
        Some(if found { Next::Found } else { Next::Deeper })
    }

    /// Whether every execution of so many steps repeats itself. That two states differ is said once a model has them
    /// alike.
    fn closed(&mut self, depth: usize) -> Option<bool> {
        self.differ(depth - 1, depth);
        while satisfiable(self.solver.solve(&[]))? {
            let pairs = if self.complete == Complete::Simple { self.alike(depth) } else { vec![] };
            if pairs.is_empty() {
                return Some(false);
            }
            pairs.into_iter().for_each(|(s, t)| self.differ(s, t));
        }
        Some(true)
    }

    /// Pairs of steps with the same state in the model.
    fn alike(&mut self, depth: usize) -> Vec<(usize, usize)> {
        let lits: Vec<Vec<SatLit>> = (0..=depth).map(|t| self.bits(t)).collect();
        let states: Vec<Vec<bool>> =
            lits.iter().map(|bits| bits.iter().map(|&bit| self.solver.value(bit)).collect()).collect();
        let pairs = (0..=depth).flat_map(|t| (0..t).map(move |s| (s, t)));
        pairs.filter(|&(s, t)| states[s] == states[t]).collect()
    }

    /// The states at two steps are not the same.
    fn differ(&mut self, s: usize, t: usize) {
        let pairs: Vec<_> = self.bits(s).into_iter().zip(self.bits(t)).collect();
        let solver = &mut *self.solver;
        let mut differs: Vec<SatLit> = vec![];
        for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
            let here = solver.variable();
            solver.clause(&[!here, a, b]);
            solver.clause(&[!here, !a, !b]);
            differs.push(here);
        }
        solver.clause(&differs);
    }

    fn bits(&mut self, step: usize) -> Vec<SatLit> {
        let latches = self.state.clone();
        latches.into_iter().map(|latch| self.lit(step, latch)).collect()
    }

    fn lit(&mut self, step: usize, lit: Lit) -> SatLit {
        self.unrolled.lit(&mut *self.solver, step, lit)
    }

    /// A literal that implies that one of these holds.
    fn some_of(&mut self, mut lits: Vec<SatLit>) -> SatLit {
        let some = self.solver.variable();
        lits.iter().for_each(|&lit| self.solver.clause(&[!lit, some]));
        lits.push(!some);
        self.solver.clause(&lits);
        some
    }

    /// The execution of the model.
    fn trace(&self, depth: usize) -> Trace {
        let value = |step, lit| self.unrolled.find(step, lit).is_some_and(|lit| self.solver.value(lit));
        let open = |latch: &super::circuit::Latch| latch.reset.value().unwrap_or_else(|| value(0, latch.lit));
        let inputs = |step| self.circuit.inputs().iter().map(|input| value(step, input.lit)).collect();
        Trace { initial: self.circuit.latches().iter().map(open).collect(), inputs: (0..=depth).map(inputs).collect() }
    }
}

/// Whether there is a model, if the answer says so.
fn satisfiable(answer: Answer) -> Option<bool> {
    match answer {
        Answer::Satisfiable => Some(true),
        Answer::Unsatisfiable => Some(false),
        Answer::Stopped => None,
    }
}
