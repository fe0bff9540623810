//! Latches that are equal, complementary or constant in every state that is reached, merged into one (register
//! correspondence: van Eijk, TCAD 2000). Executions from initial states tell latches apart; what is left is tried by
//! induction, all at once, and taken apart where that fails, until nothing fails.

mod classes;
mod simulation;
mod substitution;

use super::circuit::{Circuit, Lit, Values};
use super::cnf::Start;
use super::question::Question;
use super::solver::{Answer, Sat};
use super::trace::Trace;
use crate::control::Control;
use classes::Classes;
use std::collections::BTreeMap;
use substitution::{Substituted, substituted};

/// So often all is tried by induction; then nothing is merged.
const ROUNDS: usize = 100;

/// So many decisions may one question take; then the latch is no longer taken for another.
const DECISIONS: u64 = 2000;

/// A circuit with fewer latches that reaches bad states where the original one does, under the same inputs.
pub struct Merged {
    pub circuit: Circuit,
    /// For each latch of the original what it is there and which literal of the original it always is: one of a latch
    /// that was kept, or a constant.
    latches: Vec<(Lit, Lit)>,
    /// For each latch that was kept the original one.
    kept: Vec<usize>,
}

impl Merged {
    /// What is found without hard questions; the circuit as it is where a bound is hit.
    pub fn of(circuit: &Circuit, sat: Sat, control: &Control<'_>) -> Merged {
        let classes = simulation::classes(circuit, control);
        let found = Induction { circuit, sat, control, classes }.fixpoint();
        let (classes, Substituted { circuit: merged, .. }) = found.unwrap_or_else(|| {
            let apart = Classes::apart(circuit);
            let same = substituted(circuit, &apart);
            (apart, same)
        });
        let latches = circuit.latches().iter().enumerate();
        let latches: Vec<(Lit, Lit)> = latches.map(|(n, latch)| (latch.lit, classes.literal(circuit, n))).collect();
        let kept = (0..latches.len()).filter(|n| latches[*n].0 == latches[*n].1).collect();
        Merged { circuit: merged, latches, kept }
    }

    /// Clauses over the circuit's latches as clauses over those of the original, and those that say which are alike.
    pub fn invariant(&self, clauses: &[Vec<Lit>]) -> Vec<Vec<Lit>> {
        let numbers = self.circuit.latches().iter().zip(&self.kept);
        let original: BTreeMap<usize, Lit> =
            numbers.map(|(latch, n)| (latch.lit.variable(), self.latches[*n].0)).collect();
        let lit = |lit: &Lit| original[&lit.variable()].negated_if(lit.is_negated());
        let clauses = clauses.iter().map(|clause| clause.iter().map(lit).collect());
        clauses.chain(self.alike()).collect()
    }

    /// That a latch is always another literal.
    fn alike(&self) -> impl Iterator<Item = Vec<Lit>> {
        let merged = self.latches.iter().filter(|(latch, always)| latch != always);
        merged.flat_map(|&(latch, always)| {
            let both = [vec![latch, !always], vec![!latch, always]].into_iter();
            let holds = |clause: &Vec<Lit>| !clause.contains(&Lit::TRUE);
            both.filter(holds).map(|clause| clause.into_iter().filter(|lit| !lit.is_constant()).collect())
        })
    }

    /// An execution of the circuit as one of the original.
    pub fn trace(&self, original: &Circuit, trace: Trace) -> Trace {
        let kept = self.kept.iter().zip(&trace.initial);
        let mut initial: Vec<bool> = original.latches().iter().map(|l| l.reset.value().unwrap_or(false)).collect();
        kept.for_each(|(n, value)| initial[*n] = *value);
        Trace { initial, inputs: trace.inputs }
    }
}

struct Induction<'c> {
    circuit: &'c Circuit,
    sat: Sat,
    control: &'c Control<'c>,
    classes: Classes,
}

impl Induction<'_> {
    /// The classes that hold after a step wherever they hold before it, and the circuit in which each is one latch.
    fn fixpoint(mut self) -> Option<(Classes, Substituted)> {
        for _ in 0..ROUNDS {
            let merged = substituted(self.circuit, &self.classes);
            if !self.split(&merged)? {
                return Some((self.classes, merged));
            }
        }
        None
    }

    /// Takes apart what differs after a step; whether anything does. Nothing if a bound was hit.
    fn split(&mut self, merged: &Substituted) -> Option<bool> {
        let before = self.classes.count();
        let mut step = step(merged, self.sat, self.control);
        for n in 0..self.circuit.latches().len() {
            let Some((leader, latch)) = self.classes.led(n) else { continue };
            let (a, b) = (self.after(merged, latch), leader.map_or(Lit::FALSE, |leader| self.after(merged, leader)));
            match differ(&mut step, a, b) {
                Answer::Satisfiable => {
                    let values = values(&step);
                    let circuit = self.circuit;
                    let after = |n: usize| u64::from(values[merged.next(circuit, n)]);
                    self.classes.refine(circuit, 1, after);
                }
                Answer::Unsatisfiable => {}
                Answer::Stopped if self.control.goes_on() => self.classes.part(n),
                Answer::Stopped => return None,
            }
        }
        Some(self.classes.count() > before)
    }

    /// What a latch is after a step, negated where it is 1 at first.
    fn after(&self, merged: &Substituted, n: usize) -> Lit {
        merged.next(self.circuit, n).negated_if(classes::is_one(self.circuit, n))
    }
}

/// One step from any state in which what is merged is alike.
fn step<'c>(merged: &'c Substituted, sat: Sat, control: &'c Control<'c>) -> Question<'c> {
    let mut step = Question::new(&merged.circuit, Start::Any, sat.within(control, DECISIONS));
    merged.circuit.constraints().iter().for_each(|constraint| step.assert(0, *constraint));
    step
}

/// Whether two literals can differ.
fn differ(step: &mut Question<'_>, a: Lit, b: Lit) -> Answer {
    if a == b {
        return Answer::Unsatisfiable;
    }
    let (a, b) = (step.lit(0, a), step.lit(0, b));
    match step.solver.solve(&[a, !b]) {
        Answer::Unsatisfiable => step.solver.solve(&[!a, b]),
        answer => answer,
    }
}

/// The value of every literal in the model.
fn values(step: &Question<'_>) -> Values {
    let latches = step.circuit.latches().iter().map(|latch| step.value(0, latch.lit).unwrap_or(false));
    step.circuit.eval(&latches.collect::<Vec<bool>>(), &step.inputs(0))
}
