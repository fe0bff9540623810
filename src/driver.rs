//! Runs rulesets on programs: bounds, side conditions, verdicts, and what their fixpoints say.

mod check;
mod completion;
mod control;
mod expand;
mod instance;
mod points;
mod story;
mod summary;
mod termination;

pub use check::{Failed, MoverMode, Options, Outcome, Verdict, check};
pub use control::{Bound, Control, Limits};
pub use instance::{Instance, Outgoing, Partition, Profile};
pub use points::{Kept, Point};
pub use story::{Shown, Told, Transaction};
pub use summary::{ByProcedure, EdgeKind, SummaryEdge};
pub use termination::{EndReason, Termination, Violation};

use crate::ir::Program;
use crate::movers::FalseClaim;
use moverlog_rules::Ruleset;

/// Checks `program` with a ruleset that summarizes, and draws its summaries as edges.
pub fn summaries(
    program: &Program,
    ruleset: &Ruleset,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, ByProcedure), Vec<FalseClaim>> {
    let mut edges = ByProcedure::new();
    let outcome = check::inspect(program, ruleset, options, control, &mut |instance, solution| {
        edges = solution.summaries.as_ref().map(|s| summary::by_procedure(instance, s)).unwrap_or_default();
    })?;
    Ok((outcome, edges))
}

/// Checks `program` with a ruleset that summarizes, and asks whether it meets the hypothesis of QRR
/// Theorem 3.
pub fn termination(
    program: &Program,
    ruleset: &Ruleset,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Termination), Vec<FalseClaim>> {
    let mut found = Termination { recursive: vec![], violation: None };
    let outcome = check::inspect(program, ruleset, options, control, &mut |instance, solution| {
        if let Some(summaries) = &solution.summaries {
            found = termination::termination(instance, summaries);
        }
    })?;
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
    ruleset: &Ruleset,
    options: &Options,
    control: &Control<'_>,
    procedure: &str,
) -> Result<(Outcome, Work), Vec<FalseClaim>> {
    let mut work = Work::default();
    let outcome = check::inspect(program, ruleset, options, control, &mut |instance, solution| {
        if let Some(summaries) = &solution.summaries {
            work = summary::work_in(instance, summaries, procedure);
        }
    })?;
    Ok((outcome, work))
}
