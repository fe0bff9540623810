//! Bounded model checking (Biere, Cimatti, Clarke, Zhu 1999), incremental: F_k, the first k steps, grows, and the bad
//! state after them is an assumption. Once no execution of k steps avoids to repeat itself all states were looked at
//! (Sheeran, Singh, Stålmarck 2000).

use super::circuit::{Circuit, Latch, Lit};
use super::cnf::Start;
use super::cone::state_of;
use super::question::Question;
use super::solver::{Answer, Sat, SatLit};
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
    complete: Complete,
    /// The latches on which bad states depend.
    state: Vec<Lit>,
    /// All steps so far.
    steps: Question<'c>,
}

impl<'c> Run<'c> {
    fn new(circuit: &'c Circuit, complete: Complete, sat: Sat, control: &'c Control<'c>) -> Self {
        let steps = Question::new(circuit, Start::Reset, sat.solver(control));
        Run { complete, state: state_of(circuit), steps }
    }

    /// Nothing if a bound was hit.
    fn step(&mut self, depth: usize) -> Option<Next> {
        if depth > 0 && self.closed(depth)? {
            return Some(Next::Closed);
        }
        let circuit = self.steps.circuit;
        circuit.constraints().iter().for_each(|constraint| self.steps.assert(depth, *constraint));
        let bads: Vec<SatLit> = circuit.bads().iter().map(|bad| self.steps.lit(depth, bad.lit)).collect();
        let some = self.some_of(bads);
        let found = satisfiable(self.steps.solver.solve(&[some]))?;
        if !found {
            self.steps.solver.clause(&[!some]);
        }
        Some(if found { Next::Found } else { Next::Deeper })
    }

    /// Whether every execution of so many steps repeats itself. That two states differ is said once a model has them
    /// alike.
    fn closed(&mut self, depth: usize) -> Option<bool> {
        self.differ(depth - 1, depth);
        while satisfiable(self.steps.solver.solve(&[]))? {
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
            lits.iter().map(|bits| bits.iter().map(|&bit| self.steps.solver.value(bit)).collect()).collect();
        let pairs = (0..=depth).flat_map(|t| (0..t).map(move |s| (s, t)));
        pairs.filter(|&(s, t)| states[s] == states[t]).collect()
    }

    /// The states at two steps are not the same.
    fn differ(&mut self, s: usize, t: usize) {
        let pairs: Vec<_> = self.bits(s).into_iter().zip(self.bits(t)).collect();
        let solver = &mut *self.steps.solver;
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
        latches.into_iter().map(|latch| self.steps.lit(step, latch)).collect()
    }

    /// A literal that implies that one of these holds.
    fn some_of(&mut self, mut lits: Vec<SatLit>) -> SatLit {
        let some = self.steps.solver.variable();
        lits.iter().for_each(|&lit| self.steps.solver.clause(&[!lit, some]));
        lits.push(!some);
        self.steps.solver.clause(&lits);
        some
    }

    /// The execution of the model.
    fn trace(&self, depth: usize) -> Trace {
        let value = |latch: &Latch| self.steps.value(0, latch.lit).unwrap_or(false);
        let initial = |latch: &Latch| latch.reset.value().unwrap_or_else(|| value(latch));
        let inputs = (0..=depth).map(|step| self.steps.inputs(step)).collect();
        Trace { initial: self.steps.circuit.latches().iter().map(initial).collect(), inputs }
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
