//! Two engines on one program: do they say different things?

use super::grammar::Sketch;
use crate::driver::{self, Bound, Control, Engine, Limits, MoverMode, Options, Outcome, Verdict};
use crate::ir::Program;
use crate::model::{Model, load};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    Verdict,
    /// The size of a relation, or `states`.
    Relation(String),
}

/// A run of one engine.
pub struct Run<'e> {
    pub engine: Engine<'e>,
    pub outcome: Outcome,
    pub seconds: f64,
}

/// A program on which both engines ran.
pub struct Both<'e> {
    pub model: Model,
    pub runs: [Run<'e>; 2],
}

/// What makes two runs comparable, and how far they may go.
pub struct Trial<'e> {
    pub engines: [Engine<'e>; 2],
    pub measure: Measure,
    pub movers: MoverMode,
    pub cancel: Arc<AtomicBool>,
}

const MAX_STATES: usize = 5000;
const MAX_STACK: u32 = 6;

impl<'e> Trial<'e> {
    /// Both runs, if they differ.
    pub fn separates(&self, sketch: &Sketch) -> Option<Both<'e>> {
        if self.measure == Measure::Verdict && !sketch.asserts() {
            return None;
        }
        let model = load("separating.mover", &sketch.render(), &[]).0?;
        let runs = self.runs(&model.program)?;
        self.differ(&runs).then_some(Both { model, runs })
    }

    /// Whatever goes wrong has been replayed, so where no interleaving goes wrong no engine finds anything.
    fn runs(&self, program: &Program) -> Option<[Run<'e>; 2]> {
        let oracle = Engine::interleaving();
        let mut all = if self.measure == Measure::Verdict { Some(self.run(oracle, program)?) } else { None };
        if all.as_ref().is_some_and(|r| r.outcome.verdict == Verdict::Safe) {
            return None;
        }
        let mut run = |e: Engine<'e>| all.take_if(|r| r.engine.name() == e.name()).or_else(|| self.run(e, program));
        Some([run(self.engines[0])?, run(self.engines[1])?])
    }

    fn run(&self, engine: Engine<'e>, program: &Program) -> Option<Run<'e>> {
        let start = Instant::now();
        let limits =
            Limits { max_states: MAX_STATES, max_stack: MAX_STACK, cancel: self.cancel.clone(), ..Limits::default() };
        let options = Options::with(self.movers);
        let outcome = driver::check(program, engine, &options, &Control::from(limits)).ok()?;
        Some(Run { engine, outcome, seconds: start.elapsed().as_secs_f64() })
    }

    fn differ(&self, [a, b]: &[Run; 2]) -> bool {
        match &self.measure {
            Measure::Verdict => disagree(&a.outcome, &b.outcome) || disagree(&b.outcome, &a.outcome),
            Measure::Relation(name) => {
                !is_cut(&a.outcome) && !is_cut(&b.outcome) && relation(&a.outcome, name) != relation(&b.outcome, name)
            }
        }
    }
}

/// One goes wrong, and the other came to its end without.
fn disagree(a: &Outcome, b: &Outcome) -> bool {
    a.verdict == Verdict::Wrong && b.verdict != Verdict::Wrong && !is_cut(b)
}

/// What a claim leaves open is no cut.
fn is_cut(o: &Outcome) -> bool {
    o.bound.is_some_and(|b| b != Bound::Claim)
}

/// The size of a relation, if there is one of that name.
pub fn relation(o: &Outcome, name: &str) -> Option<usize> {
    let known = || o.relations.iter().find(|(n, _)| *n == name).map(|(_, size)| *size);
    if name == "states" { Some(o.states) } else { known() }
}

/// What can be compared of an engine.
pub fn relations(engine: Engine<'_>) -> Vec<&str> {
    ["states"].into_iter().chain(engine.relations()).collect()
}
