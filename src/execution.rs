//! Executions of a program, step by step in its full semantics, whoever found them.
//!
//! A schedule is replayed without phases, partitions or any engine; whatever is shown as an
//! execution has been through [`replay`]. [`fewest_switches`] reorders an execution along its
//! dependences alone.

mod looks;
mod order;
mod origins;
mod values;

pub(crate) use looks::At;
pub use looks::{chosen, false_part, looked_at};
pub use order::{essential, fewest_switches};
pub use origins::{Met, Origin, Past, Who};
pub use values::{Shown, Values, changes, globals, locals, show, show_cell};

use crate::ir::Loc;
use crate::semantics::{Configuration, Effect, Failure, Semantics, Step, Transitions};
use moverlog_rules::Tid;
use std::rc::Rc;

/// One step of a schedule: the thread, and which outcome of its action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub t: Tid,
    pub outcome: usize,
}

/// A step that was performed.
#[derive(Clone, Debug)]
pub struct Event {
    pub choice: Choice,
    pub loc: Loc,
    pub before: Configuration,
    pub after: Configuration,
    pub transitions: Rc<Transitions>,
    pub failure: Option<Failure>,
}

impl Event {
    pub fn step(&self) -> &Step {
        &self.transitions.steps[self.choice.outcome]
    }
}

/// Performs the schedule from the initial state; nothing if some step of it is impossible.
pub fn replay(semantics: &Semantics<'_>, schedule: &[Choice]) -> Option<Vec<Event>> {
    let mut at = semantics.initial();
    let mut events = vec![];
    for choice in schedule {
        let event = perform(semantics, &at, *choice)?;
        at = event.after.clone();
        events.push(event);
    }
    Some(events)
}

/// One step from a configuration; nothing if it is impossible.
pub fn perform(semantics: &Semantics<'_>, c: &Configuration, choice: Choice) -> Option<Event> {
    let i = choice.t.0 as usize - 1;
    let transitions = semantics.transitions_in(c, choice.t);
    let step = transitions.steps.get(choice.outcome)?;
    let failure = match &step.effect {
        Effect::Wrong(failure) => Some(failure.clone()),
        Effect::Pop(value) => {
            let (_, frame) = semantics.top(c.stacks[i])?;
            semantics.pop(c.locals[i], *value, frame).err()
        }
        _ => None,
    };
    let after = semantics.after(c, choice.t, step);
    let loc = semantics.loc(c.locals[i])?;
    Some(Event { choice, loc, before: c.clone(), after, transitions, failure })
}

/// The step of `t` that leads from one configuration to another; nothing if none does.
pub fn step_between(semantics: &Semantics<'_>, at: &Configuration, t: Tid, next: &Configuration) -> Option<Event> {
    let transitions = semantics.transitions_in(at, t);
    let outcome = transitions.steps.iter().position(|s| semantics.after(at, t, s) == *next)?;
    perform(semantics, at, Choice { t, outcome })
}

/// The schedule along a path of configurations, each reached from the one before by a step of the
/// thread beside it; nothing if one is not.
pub fn schedule_along(semantics: &Semantics<'_>, path: &[(Configuration, Tid)]) -> Option<Vec<Choice>> {
    let mut at = semantics.initial();
    let mut schedule = vec![];
    for (next, t) in path {
        schedule.push(step_between(semantics, &at, *t, next)?.choice);
        at = next.clone();
    }
    Some(schedule)
}
