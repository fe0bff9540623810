//! IC3 (Bradley, VMCAI 2011), as property directed reachability (Eén, Mishchenko, Brayton, FMCAD 2011): frames of
//! clauses over the state grow until one is an invariant. "Safe" is said once a fresh solver has found that it is one.

mod cube;
mod frames;
mod generalise;
mod lift;
mod obligations;
mod propagate;
mod relation;
mod system;

use super::certificate::{self, Checked, parts};
use super::circuit::{Circuit, Lit};
use super::correspondence::Merged;
use super::solver::Sat;
use super::trace::Trace;
use crate::control::Control;
use cube::Cube;
pub use frames::Statistics;
use frames::{Frames, Reached};
use generalise::generalise;
use obligations::Obligations;
use propagate::propagate;
use relation::Hit;
use system::System;

/// What is known of the bad states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The invariant is all of these clauses over latches.
    Safe {
        invariant: Vec<Vec<Lit>>,
    },
    Violated(Trace),
    /// A bound was hit: [`Control::hit`], or all questions were asked that may be.
    Stopped,
}

/// Whether a bad state is reached.
pub fn check(circuit: &Circuit, sat: Sat, control: &Control) -> (Outcome, Statistics) {
    check_within(circuit, sat, usize::MAX, control)
}

/// The same by no more than so many questions.
pub fn check_within(circuit: &Circuit, sat: Sat, questions: usize, control: &Control) -> (Outcome, Statistics) {
    let merged = Merged::of(circuit, sat, control);
    let system = System::new(&merged.circuit);
    let frames = Frames::new(&system, sat, questions, control);
    let mut search = Search { frames, obligations: Obligations::default() };
    let outcome = search.run().unwrap_or(Outcome::Stopped);
    let outcome = match outcome {
        Outcome::Safe { invariant } => safe(circuit, merged.invariant(&invariant), sat, control),
        Outcome::Violated(trace) => Outcome::Violated(merged.trace(circuit, trace)),
        Outcome::Stopped => Outcome::Stopped,
    };
    (outcome, search.frames.statistics)
}

/// Safe by this invariant of the circuit as it is, if a fresh solver finds that it is one before a bound is hit.
fn safe(circuit: &Circuit, invariant: Vec<Vec<Lit>>, sat: Sat, control: &Control) -> Outcome {
    let mut circuit = circuit.clone();
    let parts = parts(&mut circuit, &invariant);
    match certificate::check(&circuit, &parts, sat, control) {
        Checked::Holds => Outcome::Safe { invariant },
        Checked::Stopped => Outcome::Stopped,
        Checked::Refuted(why) => panic!("IC3 found an invariant that is none: {why:?}"),
    }
}

struct Search<'c> {
    frames: Frames<'c>,
    obligations: Obligations,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Outcome, Hit> {
        loop {
            while let Some(leaves) = self.frames.bad()? {
                let cube = self.frames.lift.bad(&leaves)?;
                let bad = self.obligations.add(cube, leaves, None);
                if let Some(trace) = self.exclude(bad)? {
                    return Ok(Outcome::Violated(trace));
                }
            }
            self.frames.extend();
            if let Some(lemmas) = propagate(&mut self.frames)? {
                let clause = |cube: &Cube| cube.lits().iter().map(|&lit| !lit).collect();
                return Ok(Outcome::Safe { invariant: lemmas.iter().map(clause).collect() });
            }
        }
    }

    /// Excludes a cube from the last frame, or finds an execution that reaches it.
    fn exclude(&mut self, n: usize) -> Result<Option<Trace>, Hit> {
        if self.is_initial(n) {
            return Ok(Some(self.trace(n)));
        }
        self.obligations.open(n, self.frames.last());
        while let Some((frame, n)) = self.obligations.next() {
            if let Some(first) = self.discharge(n, frame)? {
                return Ok(Some(self.trace(first)));
            }
        }
        Ok(None)
    }

    /// Excludes a cube from a frame, or opens an obligation before it, which is returned if it is initial.
    fn discharge(&mut self, n: usize, frame: usize) -> Result<Option<usize>, Hit> {
        let cube = self.obligations.cube(n).clone();
        if self.frames.excludes(&cube, frame) {
            self.later(n, frame);
            return Ok(None);
        }
        match self.frames.reached(&cube, frame - 1)? {
            Reached::Not(part) => {
                let lemma = generalise(&mut self.frames, part, frame - 1)?;
                let until = self.frames.furthest(&lemma, frame)?;
                self.frames.exclude(lemma, until);
                self.later(n, until);
                Ok(None)
            }
            Reached::From(leaves) => {
                self.frames.statistics.ctis += 1;
                let before = self.frames.lift.to(&leaves, &cube)?;
                let before = self.obligations.add(before, leaves, Some(n));
                if self.is_initial(before) {
                    return Ok(Some(before));
                }
                self.obligations.open(before, frame - 1);
                self.obligations.open(n, frame);
                Ok(None)
            }
        }
    }

    /// The cube is to be excluded from the next frame too.
    fn later(&mut self, n: usize, frame: usize) {
        if frame < self.frames.last() {
            self.obligations.open(n, frame + 1);
        }
    }

    fn is_initial(&self, n: usize) -> bool {
        self.frames.system.meets_initial(self.obligations.cube(n))
    }

    /// The execution from an initial state of the obligation.
    fn trace(&self, n: usize) -> Trace {
        let cube = self.obligations.cube(n);
        let latches = self.frames.system.circuit.latches().iter();
        let initial = latches.map(|latch| latch.reset.value().unwrap_or(cube.contains(latch.lit))).collect();
        Trace { initial, inputs: self.obligations.inputs(n) }
    }
}
