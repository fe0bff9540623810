//! Runs rulesets and searches on programs: bounds, side conditions, verdicts, and what their fixpoints say.

mod blocks;
mod check;
mod claims;
mod completion;
mod conditions;
mod deadlock;
mod engine;
mod expand;
mod explain;
mod facts;
mod graph;
mod growing;
mod hazards;
mod locks;
mod outcome;
mod points;
mod races;
mod raise;
mod story;
mod summary;
mod termination;
mod timeline;
mod vacuity;
mod walk;
mod witness;

pub use crate::control::{Bound, Control, Limits};
pub use crate::execution::Shown;
pub use crate::exploration::{Instance, Outgoing, Partition, Profile, Visits};
pub use blocks::{instrumented, sayings};
pub use check::check;
pub use conditions::{
    Condition, Conditions, Moving, Tally, Witness, conditions, exclusive_conditions, mover_conditions,
    partition_conditions, try_moving,
};
pub use deadlock::{Deadlock, Waiting, WaitsFor};
pub use engine::Engine;
pub use explain::{
    Application, Derived, DiffSide, Explained, Fact, FactPattern, Input, Part, PatternError, Spots, Tree, diff,
    explain, unsupported,
};
pub use explain::{Cause, Conflict, Missing, Premise, Protected, Reason, Site, Try, WhyNot, Writers, why_not};
pub use facts::{FactBase, Role, Rows, Table, facts};
pub use graph::{Grain, Graph, GraphEdge, GraphNode, Standing};
pub use growing::{Growing, Owner};
pub use hazards::{Hazards, Wanted, hazards};
pub use outcome::{EndReason, Failed, MoverMode, Options, Outcome, Removal, Vacuity, Verdict, Violation};
pub use points::{Kept, Point};
pub use races::{Race, Side};
pub use raise::{Attempt, limited, raise};
pub use story::{Told, Transaction};
pub use summary::{ByProcedure, EdgeKind, SummaryEdge};
pub use termination::Termination;
pub use timeline::{Moment, Place, Timeline};
pub use vacuity::vacuity;
pub use witness::Way;

use crate::ir::Program;
use crate::movers::{FalseClaim, Movers};
use crate::search::Search;

/// Checks `program` with a ruleset that summarizes, and draws its summaries as edges.
pub fn summaries(
    program: &Program,
    ruleset: impl Into<Engine>,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, ByProcedure), Vec<FalseClaim>> {
    let mut edges = ByProcedure::new();
    let outcome = check::inspect(program, ruleset.into(), options, control, &mut |instance, solution| {
        edges = solution.summaries.as_ref().map(|s| summary::by_procedure(instance, s)).unwrap_or_default();
    })?;
    Ok((outcome, edges))
}

/// Checks `program` with a ruleset that summarizes, and asks whether it meets the hypothesis of QRR
/// Theorem 3.
pub fn termination(
    program: &Program,
    ruleset: impl Into<Engine>,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Termination), Vec<FalseClaim>> {
    let mut found = Termination::default();
    let outcome = check::inspect(program, ruleset.into(), options, control, &mut |instance, solution| {
        if let Some(summaries) = &solution.summaries {
            found = termination::termination(instance, summaries);
        }
    })?;
    Ok((outcome, found))
}

/// The movers and the partition on which the verdict of a check rests; nothing if it got none.
pub fn settled(
    program: &Program,
    engine: impl Into<Engine>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<(Movers, Partition)>, Vec<FalseClaim>> {
    let mut found = None;
    visit(program, engine, options, control, &mut |instance| {
        found = Some((instance.movers.clone(), instance.partition.clone()));
    })?;
    Ok(found)
}

/// Checks `program`, and has a look at the last exploration, on which the verdict rests.
pub fn visit(
    program: &Program,
    engine: impl Into<Engine>,
    options: &Options,
    control: &Control<'_>,
    look: &mut dyn FnMut(&Instance<'_>),
) -> Result<Outcome, Vec<FalseClaim>> {
    check::inspect(program, engine.into(), options, control, &mut |instance, _| look(instance))
}

/// Checks `program` with a search, and tells what the search does on its last run.
pub fn timeline(
    program: &Program,
    search: &'static Search,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Timeline), Vec<FalseClaim>> {
    let mut found = Timeline::default();
    let outcome = check::inspect(program, search.into(), options, control, &mut |instance, _| {
        found = timeline::timeline(instance, search, &control.limits);
    })?;
    Ok((outcome, found))
}

/// Checks `program`, and draws what the engine explored on its last run.
pub fn graph(
    program: &Program,
    engine: impl Into<Engine>,
    grain: Grain,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Graph), Vec<FalseClaim>> {
    let mut found = Graph::empty(grain);
    let engine = engine.into();
    let outcome = check::inspect(program, engine, options, control, &mut |instance, _| {
        found = graph::graph(instance, engine, grain, &graph::limits(control));
    })?;
    found.bound = outcome.cut().or(found.bound);
    Ok((outcome, found))
}

/// How much level II did inside one procedure.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Distinct nodes, over all threads, at which calls enter it.
    pub entries: usize,
    /// Path edges that start inside it.
    pub path_edges: usize,
}

/// Checks `program` with a ruleset that summarizes, and measures the work inside a procedure.
pub fn work_in(
    program: &Program,
    ruleset: impl Into<Engine>,
    options: &Options,
    control: &Control<'_>,
    procedure: &str,
) -> Result<(Outcome, Work), Vec<FalseClaim>> {
    let mut work = Work::default();
    let outcome = check::inspect(program, ruleset.into(), options, control, &mut |instance, solution| {
        if let Some(summaries) = &solution.summaries {
            work = summary::work_in(instance, summaries, procedure);
        }
    })?;
    Ok((outcome, work))
}
