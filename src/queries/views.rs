//! What is looked at of one check besides its outcome: all that a page shows, within bounds that keep pages small.

use super::explain::{Forest, Spots, forest, spots};
use super::graph::{Grain, Graph, graph};
use super::summary::{ByProcedure, summaries};
use super::timeline::{Timeline, timeline};
use crate::control::Control;
use crate::driver::{Engine, Options, Outcome, sayings};
use crate::dynamic::Saying;
use crate::execution::{self, Choice, Values};
use crate::ir::Program;
use crate::movers::FalseClaim;
use crate::semantics::Semantics;

/// Derivations are kept of so many facts, which the rules' interpreter derives in a second or two.
const FACTS: usize = 50_000;

/// So many summaries are listed.
const SUMMARIES: usize = 2_000;

/// A search of so many states is told as it runs.
const STATES: usize = 1_000;

/// And drawn with so many.
const DRAWN: usize = 80;

/// See the module's documentation. What is not there is not asked of this engine, or too much for a page.
#[derive(Debug, Default)]
pub struct Views {
    /// The states that the story of what goes wrong passes, the initial one first.
    pub passed: Vec<Spots>,
    /// The shared variables as they are at first.
    pub initial: Values,
    pub summaries: Option<ByProcedure>,
    /// The states that a search explored, where they can be drawn.
    pub graph: Option<Graph>,
    pub timeline: Option<Timeline>,
    pub forest: Option<Forest>,
    /// What DYN's reductions know of actions.
    pub sayings: Vec<Saying>,
}

impl Views {
    /// What takes no time: the states that the story passes.
    pub fn of_path(program: &Program, outcome: &Outcome) -> Views {
        let schedule = outcome.failed.as_ref().map_or(&[][..], |failed| &failed.schedule);
        let passed = passed(program, schedule).unwrap_or_default();
        let initial = passed.first().map_or(vec![], |s| s.globals.clone());
        Views { passed, initial, ..Views::default() }
    }
}

/// Looks at what a check has found out, under the bounds that are left to it.
pub fn views(
    program: &Program,
    engine: Engine<'_>,
    options: &Options,
    control: &Control<'_>,
    outcome: &Outcome,
) -> Result<Views, Vec<FalseClaim>> {
    let viewer = Viewer { program, engine, options, control, outcome };
    let views = Views::of_path(program, outcome);
    // What a bound has cut says nothing of what is beyond it.
    if outcome.cut().is_some() { Ok(views) } else { viewer.fixpoint(views) }
}

struct Viewer<'a> {
    program: &'a Program,
    engine: Engine<'a>,
    options: &'a Options,
    control: &'a Control<'a>,
    outcome: &'a Outcome,
}

impl Viewer<'_> {
    fn fixpoint(&self, mut views: Views) -> Result<Views, Vec<FalseClaim>> {
        let (program, options, again) = (self.program, self.options, || self.control.anew());
        if self.engine.summarizes() && self.count(&["Sum", "SumPlus", "SumMinus"]) <= SUMMARIES {
            views.summaries = Some(summaries(program, self.engine, options, &again())?.1);
        }
        if let Engine::Blocks(blocks, heuristics) = self.engine {
            views.sayings = sayings(program, blocks.rules(), heuristics, &again());
        }
        if self.outcome.relations.iter().map(|(_, n)| n).sum::<usize>() <= FACTS {
            let failed = self.outcome.failed.as_ref().map(|failed| failed.thread);
            views.forest = forest(program, self.engine, options, &again(), failed)?;
        }
        if let Engine::Search(search) = self.engine
            && self.outcome.states <= STATES
        {
            views.timeline = Some(timeline(program, search, options, &again())?.1);
            views.graph = self.drawn()?;
        }
        Ok(views)
    }

    /// The states of a search, where they can be drawn.
    fn drawn(&self) -> Result<Option<Graph>, Vec<FalseClaim>> {
        if self.outcome.states > DRAWN {
            return Ok(None);
        }
        graph(self.program, self.engine, Grain::Transitions, self.options, &self.control.anew()).map(|(_, g)| Some(g))
    }

    /// How many facts these relations have.
    fn count(&self, names: &[&str]) -> usize {
        self.outcome.relations.iter().filter(|(name, _)| names.contains(&&**name)).map(|(_, n)| n).sum()
    }
}

/// The states that a schedule passes; nothing if some step of it is impossible.
fn passed(program: &Program, schedule: &[Choice]) -> Option<Vec<Spots>> {
    let semantics = Semantics::new(program);
    let events = execution::replay(&semantics, schedule)?;
    let states = [semantics.initial()].into_iter().chain(events.into_iter().map(|e| e.after));
    Some(states.map(|c| spots(&semantics, &c)).collect())
}
