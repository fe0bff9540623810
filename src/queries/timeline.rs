//! A depth-first search, told as it runs.

use crate::control::{Control, Limits};
use crate::driver::{Options, Outcome, Told, inspect, told};
use crate::execution;
use crate::exploration::Instance;
use crate::ir::{Loc, Program};
use crate::movers::FalseClaim;
use crate::search::{Event, Search, Watcher};
use moverlog_rules::{Program as _, State, Tid};

/// What a search did, and where it scheduled all threads.
#[derive(Default, Debug)]
pub struct Timeline {
    pub moments: Vec<Moment>,
    pub scheduled_in: Vec<Place>,
}

/// One thing that a search did.
#[derive(Debug)]
pub struct Moment {
    /// Records below the one on top of the stack.
    pub depth: u32,
    pub event: Event,
    /// The step that was taken.
    pub step: Option<Told>,
    /// The phase in which that leaves the thread; true is pre-commit.
    pub phase: bool,
}

/// A state, by where its threads are; nowhere if they have gone wrong.
#[derive(Debug)]
pub struct Place {
    pub state: State,
    pub locs: Vec<Option<Loc>>,
}

/// Events, each with the depth of the record that it is about.
#[derive(Default)]
struct Log {
    events: Vec<(u32, Event)>,
    /// The height of the stack.
    height: u32,
}

impl Watcher for Log {
    fn note(&mut self, event: Event) {
        let opens = matches!(event, Event::Schedule { .. } | Event::Push { from: None, .. });
        self.height += u32::from(opens);
        self.events.push((self.height - 1, event));
        match event {
            Event::Push { from: Some(_), .. } => self.height += 1,
            Event::Pop { .. } => self.height -= 1,
            _ => {}
        }
    }
}

/// Checks `program` with a search, and tells what the search does on its last run.
pub fn timeline(
    program: &Program,
    search: &'static Search,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Timeline), Vec<FalseClaim>> {
    let mut found = Timeline::default();
    let outcome = inspect(program, search.into(), options, control, &mut |instance, _| {
        found = watched(instance, search, &control.limits);
    })?;
    Ok((outcome, found))
}

/// Runs the search once more under the same movers and the same partition.
fn watched(of: &Instance<'_>, search: &Search, limits: &Limits) -> Timeline {
    let control = Control::from(limits.clone());
    let instance = Instance::new(of.semantics, of.movers, of.partition.clone(), &control);
    let mut log = Log::default();
    let table = search.watch(&instance, &mut log);
    let xend = |s: State| table.flags(s).xend();
    let moments = log.events.into_iter().map(|(depth, event)| moment(&instance, depth, event, &xend)).collect();
    let locs = |s| instance.semantics.tids().map(|t| instance.loc(t, s)).collect();
    let scheduled_in = table.scheduling().map(|state| Place { state, locs: locs(state) }).collect();
    Timeline { moments, scheduled_in }
}

fn moment(instance: &Instance<'_>, depth: u32, event: Event, xend: &dyn Fn(State) -> bool) -> Moment {
    let (step, phase) = match event {
        Event::Push { from: Some(from), to, tid } | Event::Revisit { from, to, tid, .. } => {
            let (step, phase) = taken(instance, from, tid, to, xend(from));
            (Some(step), phase)
        }
        Event::Push { to: state, tid, .. } | Event::Ends { state, tid, .. } | Event::Pop { state, tid, .. } => {
            (None, instance.phase(instance.node(tid, state)))
        }
        Event::Schedule { state, tid } => (None, instance.phase(instance.node(tid, state))),
    };
    Moment { depth, event, step, phase }
}

/// The step and the phase after it. It commits if its transaction was pre-commit, or begins.
fn taken(instance: &Instance<'_>, from: State, tid: Tid, to: State, begins: bool) -> (Told, bool) {
    let (before, after) = (instance.configuration(from), instance.configuration(to));
    let event = execution::step_between(instance.semantics, &before, tid, &after);
    let event = event.expect("a search moves along steps of the program");
    let node = instance.node(tid, from);
    let (right, phase) = (instance.moves(tid, node).right, instance.phase(node));
    let commits = !right && event.failure.is_none() && (begins || phase);
    (told(instance, &event, phase, commits), instance.phase(instance.node(tid, to)))
}
