//! Every error: each place at which threads of one procedure go wrong, with an execution for each class of schedules
//! that leads there.
//!
//! Once an error is known, threads of that procedure wait where it happens in place of going wrong, and the program is
//! checked again, until it is safe. A thread that has gone wrong does nothing more, so what waits in its place hides
//! nothing; and whoever waits until what is asserted holds could have come later. So executions of the changed program
//! are executions of the program itself, and all of them that do not end in a known error.

use super::check::inspect;
use super::classes::{Classes, Found, Place};
use super::engine::Engine;
use super::outcome::{Failed, Options, Outcome};
use super::witness::{reordered_if_possible, told_failure};
use crate::control::Control;
use crate::execution::Origin;
use crate::exploration::{Instance, Partition};
use crate::ir::{Loc, Program};
use crate::movers::{FalseClaim, Movers};
use crate::semantics::Semantics;
use moverlog_rules::Tid;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// What goes wrong, each place and procedure of threads once.
#[derive(Debug)]
pub struct Errors {
    /// In the order in which they were found.
    pub found: Vec<Wrong>,
    /// Of the exploration that met no further one.
    pub outcome: Outcome,
    /// An error that is known and happens all the same: a result that does not fit its variable goes wrong where it is
    /// returned, and nobody waits there. What comes behind it is not known.
    pub stays: Option<Loc>,
}

/// An error.
#[derive(Debug)]
pub struct Wrong {
    /// At least one, those with shorter executions first.
    pub classes: Vec<Class>,
    /// Not all executions were looked at, or there are more classes than are told.
    pub more: bool,
}

/// Schedules in which every read on which an error rests sees the same write.
#[derive(Debug)]
pub struct Class {
    /// One of them.
    pub failed: Failed,
    /// What is seen; nothing if that was not looked for.
    pub origins: BTreeSet<Origin>,
}

/// The engines that look for all errors.
pub const FINDS_ALL: [&str; 3] = ["interleaving", "reduction", "summaries"];

/// Looks for all errors under one deadline. Data are stored as they are, and threads explored together.
pub fn errors(
    program: &Program,
    engine: Engine<'_>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Errors, Vec<FalseClaim>> {
    let options = Options { slice: false, groups: false, spinlocks: false, ..options.clone() };
    let (mut left, mut found) = (program.clone(), vec![]);
    // The first exploration is one of the program itself, and so are its movers.
    let mut classes: Option<BTreeMap<Place, Wrong>> = None;
    loop {
        let mut outcome = inspect(&left, engine, &options, &control.anew(), &mut |instance, _| {
            if classes.is_none() && instance.first_wrong().is_some() {
                classes = Some(all_classes(instance, engine.reduces(), control));
            }
        })?;
        let Some(failed) = outcome.failed.take() else { return Ok(Errors { found, outcome, stays: None }) };
        let before = left.known_errors.len();
        left.known_errors.extend(same(program, failed.thread, failed.loc));
        if left.known_errors.len() == before {
            return Ok(Errors { found, outcome, stays: Some(failed.loc) });
        }
        let place = (program.threads[failed.thread.0 as usize - 1].procedure, failed.loc);
        let known = classes.as_mut().and_then(|c| c.remove(&place));
        found.push(known.unwrap_or_else(|| alone(failed)));
    }
}

/// An error of which no further executions were looked at.
fn alone(failed: Failed) -> Wrong {
    Wrong { classes: vec![Class { failed, origins: BTreeSet::new() }], more: true }
}

/// All threads that run the same procedure, at that place.
fn same(program: &Program, thread: Tid, loc: Loc) -> impl Iterator<Item = (Tid, Loc)> {
    let procedure = program.threads[thread.0 as usize - 1].procedure;
    let threads = (1..).map(Tid).zip(&program.threads);
    threads.filter(move |(_, of)| of.procedure == procedure).map(move |(t, _)| (t, loc))
}

/// The classes of every error among the nearest configurations, told in the movers of an exploration of the program.
fn all_classes(instance: &Instance<'_>, reduces: bool, control: &Control<'_>) -> BTreeMap<Place, Wrong> {
    let control = control.anew();
    let semantics = Semantics::within(instance.semantics.program, &control);
    let classes = Classes::new(&semantics, &control);
    let observed = || Movers::Protection(instance.observed().expect("locksets are observed"));
    let movers = if reduces { instance.movers.clone() } else { observed() };
    let partition = if reduces { instance.partition.clone() } else { Partition::default() };
    let teller = Instance::new(instance.semantics, &movers, partition, &control);
    let told = |place| {
        let (found, more) = classes.of(place);
        let classes: Vec<Class> = found.into_iter().filter_map(|f| class(f, &teller)).collect();
        (!classes.is_empty()).then_some((place, Wrong { classes, more }))
    };
    classes.places().into_iter().filter_map(told).collect()
}

/// Nothing if a bound ends its replay.
fn class(found: Found, teller: &Instance<'_>) -> Option<Class> {
    let events = reordered_if_possible(teller.semantics, &found.schedule)?;
    Some(Class { failed: told_failure(events, teller), origins: found.origins })
}
