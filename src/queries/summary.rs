//! The summaries of a run, as edges between named points, procedure by procedure (QRR 2, 5.1).

use crate::control::Control;
use crate::derivation::Answering;
use crate::driver::{Engine, Kept, Options, Outcome, Point, inspect, kept, point};
use crate::exploration::Instance;
use crate::ir::{Op, Program};
use crate::movers::FalseClaim;
use moverlog_rules::{Frame, Node, Program as _, Summaries, Tid};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EdgeKind {
    Sum,
    SumPlus,
    SumMinus,
}

impl EdgeKind {
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Sum => "Sum",
            EdgeKind::SumPlus => "Sum+",
            EdgeKind::SumMinus => "Sum-",
        }
    }
}

/// One summary edge of a procedure. It starts at the procedure's entry or where a transaction ended,
/// and leads to where the next one ends (`Sum`), to a callee's entry (`Sum+`), or to a return of
/// this procedure (`Sum-`).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SummaryEdge {
    pub kind: EdgeKind,
    pub from: Point,
    pub to: Point,
    /// What a call pushes or a return pops.
    pub frame: Option<Kept>,
}

/// By procedure, in the order of the source: every edge with the threads that have it.
pub type ByProcedure = BTreeMap<u32, BTreeMap<SummaryEdge, BTreeSet<Tid>>>;

/// How much level II did inside one procedure.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Distinct nodes, over all threads, at which calls enter it.
    pub entries: usize,
    /// Path edges that start inside it.
    pub path_edges: usize,
}

/// Checks `program` with a ruleset that summarizes, and draws its summaries as edges.
pub fn summaries<'e>(
    program: &Program,
    ruleset: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, ByProcedure), Vec<FalseClaim>> {
    let mut edges = ByProcedure::new();
    let engine = ruleset.into();
    let outcome = inspect(program, engine, options, control, &mut |instance, solution| {
        let by = engine.asks(instance);
        edges = solution.summaries.as_ref().map(|s| by_procedure((instance, &by), s)).unwrap_or_default();
    })?;
    Ok((outcome, edges))
}

/// Checks `program` with a ruleset that summarizes, and measures the work inside a procedure.
pub fn work_in<'e>(
    program: &Program,
    ruleset: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
    procedure: &str,
) -> Result<(Outcome, Work), Vec<FalseClaim>> {
    let mut work = Work::default();
    let outcome = inspect(program, ruleset.into(), options, control, &mut |instance, solution| {
        if let Some(summaries) = &solution.summaries {
            work = measured(instance, summaries, procedure);
        }
    })?;
    Ok((outcome, work))
}

/// Whose answers the summaries rest on, and on which instance.
type Asked<'a> = (&'a Instance<'a>, &'a Answering<'a>);

fn by_procedure((instance, by): Asked<'_>, summaries: &Summaries) -> ByProcedure {
    let mut edges = ByProcedure::new();
    let mut add = |t: Tid, kind, n1: Node, n2: Node, f: Option<Frame>| {
        let (from, to) = (point(instance, n1), point(instance, n2));
        let Some(loc) = from.loc else { return };
        let procedure = instance.semantics.program.location(loc).procedure;
        let edge = SummaryEdge { kind, from, to, frame: f.map(|f| kept(instance.semantics, f)) };
        edges.entry(procedure).or_default().entry(edge).or_default().insert(t);
    };
    let left = returns_of_threads(instance, summaries);
    for &(t, n1, n2) in &left {
        add(t, EdgeKind::Sum, n1, n2, None);
    }
    for &(t, n1, n2) in &summaries.sum {
        // From a node to itself nothing happens: it is there to mark where a call must be pushed.
        if n1 != n2 && !ends_by_return(by, &left, (t, n1, n2)) {
            add(t, EdgeKind::Sum, n1, n2, None);
        }
    }
    for &(t, n1, n2, f) in &summaries.sum_plus {
        add(t, EdgeKind::SumPlus, n1, n2, Some(f));
    }
    for (t, n1, n2, f) in returns(by, summaries) {
        add(t, EdgeKind::SumMinus, n1, n2, Some(f));
    }
    edges
}

/// The path edges to a node that returns, with the frames through which a return is wanted. `SumMinus`
/// itself names the node after the return, in the caller; papers draw the node before it.
fn returns(by: &Answering<'_>, summaries: &Summaries) -> Vec<(Tid, Node, Node, Frame)> {
    let mut frames: BTreeMap<(Tid, Node), BTreeSet<Frame>> = BTreeMap::new();
    for &(t, n1, f, _) in &summaries.sum_minus {
        frames.entry((t, n1)).or_default().insert(f);
    }
    let mut found = vec![];
    for &(t, n1, n2, fresh) in &summaries.path_edges {
        if by.returns(t, n2) && (fresh || !by.is_outside(t, n2)) {
            found.extend(frames.get(&(t, n1)).into_iter().flatten().map(|f| (t, n1, n2, *f)));
        }
    }
    found
}

/// The path edges to a `return` of an outermost procedure, which ends the thread: drawn like
/// returns, and not as the step after them.
fn returns_of_threads(instance: &Instance<'_>, summaries: &Summaries) -> Vec<(Tid, Node, Node)> {
    let returning = |n: Node| {
        let (_, l, _) = instance.stores(n);
        let program = instance.semantics.program;
        let is_return = |loc| matches!(program.location(loc).op, Op::Return { .. });
        instance.semantics.loc(l).is_some_and(is_return) && instance.semantics.is_outermost(l)
    };
    let mut found: Vec<(Tid, Node, Node)> = summaries
        .path_edges
        .iter()
        .filter(|(_, n1, n2, _)| n1 != n2 && returning(*n2))
        .map(|(t, n1, n2, _)| (*t, *n1, *n2))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a `Sum` is only the step after one of these returns.
fn ends_by_return(by: &Answering<'_>, returns: &[(Tid, Node, Node)], (t, n1, n2): (Tid, Node, Node)) -> bool {
    let from = returns.partition_point(|(u, m1, _)| (*u, *m1) < (t, n1));
    let mut here = returns[from..].iter().take_while(|(u, m1, _)| (*u, *m1) == (t, n1));
    here.any(|(_, _, m2)| by.u(t, *m2).any(|n| n == n2))
}

fn measured(instance: &Instance<'_>, summaries: &Summaries, procedure: &str) -> Work {
    let program = instance.semantics.program;
    let inside = |n: Node| {
        let of = |loc| program.procedures[program.location(loc).procedure as usize].name == procedure;
        instance.node_loc(n).is_some_and(of)
    };
    let entries: BTreeSet<(Tid, Node)> = summaries.call.iter().map(|c| (c.0, c.2)).filter(|c| inside(c.1)).collect();
    let path_edges = summaries.path_edges.iter().filter(|e| inside(e.1)).count();
    Work { entries: entries.len(), path_edges }
}
