//! Frames: F_0 are the initial states, F_i satisfies the lemmas of frame i and later, and holds what i steps reach. Each
//! lemma is kept in the last frame for which it is known (delta encoding: Eén, Mishchenko, Brayton, FMCAD 2011), and
//! each frame has a solver.

use super::cube::Cube;
use super::lift::Lift;
use super::relation::{Hit, Leaves, Relation};
use super::system::System;
use crate::control::Control;
use crate::symbolic::circuit::Lit;
use crate::symbolic::solver::{Sat, SatLit};

/// A solver is built anew after so many clauses that were there for a while.
const SPENT: usize = 1000;

/// What of an activity is left when another lemma comes.
const DECAY: f64 = 0.99;

/// What the search took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// The last frame.
    pub frames: usize,
    /// Clauses that were learnt, those that were handed on to the next frame counted again.
    pub clauses: usize,
    /// Counterexamples to induction.
    pub ctis: usize,
    /// Questions about a step to a solver.
    pub queries: usize,
}

/// Whether a cube is reached in a step from a frame.
pub enum Reached {
    /// No, and not this part of it either.
    Not(Cube),
    From(Leaves),
}

pub struct Frames<'c> {
    pub system: &'c System,
    sat: Sat,
    /// How many questions may be asked.
    most: usize,
    control: &'c Control<'c>,
    solvers: Vec<Relation<'c>>,
    pub lemmas: Vec<Vec<Cube>>,
    pub lift: Lift<'c>,
    /// How much each variable is in lemmas, the last ones above all, and what the next one counts.
    activity: Vec<f64>,
    weight: f64,
    pub statistics: Statistics,
}

impl<'c> Frames<'c> {
    /// Frame 0.
    pub fn new(system: &'c System, sat: Sat, most: usize, control: &'c Control<'c>) -> Self {
        let mut frames = Frames {
            system,
            sat,
            most,
            control,
            solvers: vec![],
            lemmas: vec![],
            lift: Lift::new(system, sat, control),
            activity: vec![0.0; system.circuit.variables()],
            weight: 1.0,
            statistics: Statistics::default(),
        };
        frames.extend();
        frames
    }

    /// The number of the last frame.
    pub fn last(&self) -> usize {
        self.lemmas.len() - 1
    }

    /// One more frame, of which nothing is known.
    pub fn extend(&mut self) {
        self.lemmas.push(vec![]);
        self.solvers.push(self.solver(self.lemmas.len() - 1));
        self.statistics.frames = self.last();
    }

    fn solver(&self, frame: usize) -> Relation<'c> {
        let mut solver = Relation::new(self.system, self.sat, self.control);
        solver.assert(self.system.constraint);
        if frame == 0 {
            let resets = self.system.circuit.latches().iter();
            resets.for_each(|l| l.reset.value().into_iter().for_each(|reset| solver.assert(l.lit.negated_if(!reset))));
        }
        self.lemmas[frame..].iter().flatten().for_each(|lemma| solver.exclude(lemma));
        solver
    }

    fn one_more_question(&mut self) -> Result<(), Hit> {
        self.statistics.queries += 1;
        if self.statistics.queries > self.most { Err(Hit) } else { Ok(()) }
    }

    /// A state of the last frame that is bad.
    pub fn bad(&mut self) -> Result<Option<Leaves>, Hit> {
        self.one_more_question()?;
        let solver = self.solvers.last_mut().expect("there is frame 0");
        let bad = solver.now(self.system.bad);
        Ok(solver.solve(&[bad])?.then(|| solver.leaves()))
    }

    /// Whether the cube is reached in a step from the frame, but for steps from the cube itself.
    pub fn reached(&mut self, cube: &Cube, from: usize) -> Result<Reached, Hit> {
        if self.solvers[from].spent > SPENT {
            self.solvers[from] = self.solver(from);
        }
        let solver = &mut self.solvers[from];
        let outside = cube.lits().iter().map(|&lit| !solver.now(lit)).collect();
        let guard = solver.guarded(outside);
        let reached = self.ask(cube, from, Some(guard))?;
        self.solvers[from].release(guard);
        Ok(reached)
    }

    /// The same of a lemma of the frame.
    pub fn lemma_reached(&mut self, lemma: &Cube, from: usize) -> Result<Reached, Hit> {
        self.ask(lemma, from, None)
    }

    fn ask(&mut self, cube: &Cube, from: usize, guard: Option<SatLit>) -> Result<Reached, Hit> {
        self.one_more_question()?;
        let mut order = cube.lits().to_vec();
        self.by_activity(&mut order);
        let solver = &mut self.solvers[from];
        let then: Vec<(Lit, SatLit)> = order.into_iter().rev().map(|lit| (lit, solver.then(lit))).collect();
        let assumed: Vec<SatLit> = guard.into_iter().chain(then.iter().map(|&(_, lit)| lit)).collect();
        if solver.solve(&assumed)? {
            return Ok(Reached::From(solver.leaves()));
        }
        let core = then.into_iter().filter(|&(_, lit)| solver.in_core(lit)).map(|(lit, _)| lit).collect();
        Ok(Reached::Not(self.system.part(cube, core)))
    }

    /// Whether a lemma says that no state of the frame is of the cube.
    pub fn excludes(&self, cube: &Cube, frame: usize) -> bool {
        self.lemmas[frame..].iter().flatten().any(|lemma| lemma.subsumes(cube))
    }

    /// The last frame after which the cube is not reached; it is not after the one before this.
    pub fn furthest(&mut self, cube: &Cube, mut frame: usize) -> Result<usize, Hit> {
        while frame < self.last() && matches!(self.reached(cube, frame)?, Reached::Not(_)) {
            frame += 1;
        }
        Ok(frame)
    }

    /// No state of frames up to this one is of the cube. Weaker lemmas are forgotten.
    pub fn exclude(&mut self, cube: Cube, frame: usize) {
        for lemmas in &mut self.lemmas[1..=frame] {
            lemmas.retain(|lemma| !cube.subsumes(lemma));
        }
        self.solvers[1..=frame].iter_mut().for_each(|solver| solver.exclude(&cube));
        self.weight /= DECAY;
        cube.lits().iter().for_each(|lit| self.activity[lit.variable()] += self.weight);
        self.lemmas[frame].push(cube);
        self.statistics.clauses += 1;
        self.rescale();
    }

    fn rescale(&mut self) {
        if self.weight > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity /= self.weight);
            self.weight = 1.0;
        }
    }

    /// The least active first.
    pub fn by_activity(&self, lits: &mut [Lit]) {
        lits.sort_by(|a, b| self.activity[a.variable()].total_cmp(&self.activity[b.variable()]));
    }
}
