//! What reductions do not keep, looked for in every interleaving: deadlocks and data races.

use super::check::{Options, Outcome, inspect, schedule};
use super::deadlock::{self, Deadlock};
use super::engine::Engine;
use super::races::{self, Race};
use super::story::{Transaction, tell};
use crate::control::Control;
use crate::execution::{self, Choice, Event};
use crate::exploration::{Instance, Partition};
use crate::ir::Program;
use crate::movers::{FalseClaim, Movers};
use crate::semantics::Semantics;
use moverlog_rules::State;

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    pub deadlock: bool,
    pub races: bool,
}

/// What was found of it.
#[derive(Default, Debug)]
pub struct Hazards {
    /// One with a shortest execution.
    pub deadlock: Option<Deadlock>,
    /// One for each racing variable, those with shorter executions first.
    pub races: Vec<Race>,
}

/// A shortest execution to a state.
#[derive(Debug)]
pub struct Way {
    /// The steps with few switches between threads, as they were replayed.
    pub schedule: Vec<Choice>,
    pub story: Vec<Transaction>,
    /// As it was found.
    pub original: Vec<Transaction>,
}

/// Checks `program` by every interleaving, and looks at the states on the way.
pub fn hazards(
    program: &Program,
    wanted: Wanted,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Hazards), Vec<FalseClaim>> {
    let mut found = Hazards::default();
    let oracle = Engine::named("interleaving").expect("the oracle is always there");
    let outcome = inspect(program, oracle, options, control, &mut |instance, _| {
        let seen = Movers::Protection(instance.observed().expect("locksets are observed"));
        let teller = Instance::new(instance.semantics, &seen, Partition::default(), control);
        found.deadlock = wanted.deadlock.then(|| deadlock::deadlock(instance, &teller)).flatten();
        found.races = if wanted.races { races::races(instance, &teller) } else { vec![] };
    })?;
    Ok((outcome, found))
}

/// States are numbered in the order of their distance, so the way on which a state was found is a
/// shortest one.
pub(super) fn states(instance: &Instance<'_>) -> impl Iterator<Item = State> + use<> {
    (0..instance.state_count() as u32).map(State)
}

/// The way on which `s` was found, reordered; both replayed.
pub(super) fn way_to(instance: &Instance<'_>, s: State, teller: &Instance<'_>) -> Way {
    let semantics = instance.semantics;
    let found = schedule(instance, s).expect("an engine moves along steps of the program");
    let original = replayed(semantics, &found);
    let schedule = execution::fewest_switches(&original);
    let ordered = replayed(semantics, &schedule);
    let end = ordered.last().map_or_else(|| semantics.initial(), |e| e.after.clone());
    assert_eq!(end, instance.configuration(s), "reordering leads to the same state");
    Way { schedule, story: tell(teller, &ordered), original: tell(teller, &original) }
}

fn replayed(semantics: &Semantics<'_>, schedule: &[Choice]) -> Vec<Event> {
    execution::replay(semantics, schedule).expect("every printed trace can be replayed")
}
