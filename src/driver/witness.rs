//! Executions that show what an engine found: replayed in the program, reordered, replayed again.

use super::expand;
use super::outcome::Failed;
use super::story::{Transaction, tell};
use crate::execution::{self, Choice, Event};
use crate::exploration::Instance;
use crate::semantics::Semantics;
use moverlog_rules::{Program, State};

/// Turns a wrong state into an execution: replayed, cut to what the failure depends on, reordered,
/// replayed again. Nothing if no execution leads there.
pub(super) fn failed(instance: &Instance<'_>, by: &dyn Program, wrong: State, teller: &Instance<'_>) -> Option<Failed> {
    let found = schedule(instance, by, wrong)?;
    Some(told_failure(reordered(instance.semantics, &found), teller))
}

/// An execution that goes wrong, and the same with what matters alone, in fewer turns.
pub(super) fn reordered(semantics: &Semantics<'_>, found: &[Choice]) -> [Vec<Event>; 2] {
    let original = certified(semantics, found);
    let short = certified(semantics, &execution::essential(&original));
    let ordered = certified(semantics, &execution::fewest_switches(&short));
    [original, ordered]
}

/// As [`reordered`]; nothing if a bound ends the replay.
pub(super) fn reordered_if_possible(semantics: &Semantics<'_>, found: &[Choice]) -> Option<[Vec<Event>; 2]> {
    let original = execution::replay(semantics, found)?;
    let short = execution::replay(semantics, &execution::essential(&original))?;
    let ordered = execution::replay(semantics, &execution::fewest_switches(&short))?;
    let wrong = |events: &[Event]| events.last().is_some_and(|e| e.failure.is_some());
    (wrong(&original) && wrong(&ordered)).then_some([original, ordered])
}

/// As [`reordered_if_possible`], with what matters alone in the order in which it was found.
pub(super) fn shortened_if_possible(semantics: &Semantics<'_>, found: &[Choice]) -> Option<[Vec<Event>; 2]> {
    let original = execution::replay(semantics, found)?;
    let short = execution::replay(semantics, &execution::essential(&original))?;
    let wrong = |events: &[Event]| events.last().is_some_and(|e| e.failure.is_some());
    (wrong(&original) && wrong(&short)).then_some([original, short])
}

/// The same of an execution and its reordering.
pub(super) fn told_failure([original, ordered]: [Vec<Event>; 2], teller: &Instance<'_>) -> Failed {
    let last = original.last().expect("no thread starts out wrong");
    let same = |events: &[Event]| events.last().map(|e| (e.choice.t, e.loc, e.failure.clone()));
    assert_eq!(same(&original), same(&ordered), "reordering keeps the failure");
    Failed {
        thread: last.choice.t,
        loc: last.loc,
        failure: last.failure.clone().expect("the last step goes wrong"),
        story: tell(teller, &ordered),
        schedule: ordered.iter().map(|e| e.choice).collect(),
        original: tell(teller, &original),
        narrowed: None,
    }
}

/// The single steps along the way on which an engine reached a state. A step of the engine is a step
/// of the program, or else a summary of several, by these answers; where states are canonical, under other names of
/// threads, and by the program's own.
pub(super) fn schedule(instance: &Instance<'_>, by: &dyn Program, to: State) -> Option<Vec<Choice>> {
    match instance.unfolded(to) {
        Some((plain, to)) => schedule_as_stored(&plain, &plain, to),
        None => schedule_as_stored(instance, by, to),
    }
}

fn schedule_as_stored(instance: &Instance<'_>, by: &dyn Program, to: State) -> Option<Vec<Choice>> {
    let path = instance.path(to);
    let configurations: Vec<_> = path.iter().map(|(s, t)| (instance.configuration(*s), *t)).collect();
    execution::schedule_along(instance.semantics, &configurations).or_else(|| {
        let mut schedule = vec![];
        let mut at = State(0);
        for (s, t) in path {
            schedule.extend(expand::steps_between(instance, by, t, at, s)?);
            at = s;
        }
        Some(schedule)
    })
}

fn certified(semantics: &Semantics<'_>, schedule: &[Choice]) -> Vec<Event> {
    let events = execution::replay(semantics, schedule).expect("every printed trace can be replayed");
    assert!(events.last().is_some_and(|e| e.failure.is_some()), "every printed trace goes wrong");
    events
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

/// States are numbered in the order of their distance, so the way on which a state was found is a
/// shortest one.
pub(super) fn states(instance: &Instance<'_>) -> impl Iterator<Item = State> + use<> {
    (0..instance.state_count() as u32).map(State)
}

/// The way on which `s` was found, reordered; both replayed.
pub(super) fn way_to(instance: &Instance<'_>, s: State, teller: &Instance<'_>) -> Way {
    let semantics = instance.semantics;
    let found = schedule(instance, instance, s).expect("an engine moves along steps of the program");
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
