//! The control-flow graph of a program as a whole: where a thread may get from a location, and the
//! edges that DYN's rules instrument.

use super::footprint::Footprint;
use crate::exploration::cycle_heads;
use crate::ir::{Expr, Loc, Op, Program};
use fixedbitset::FixedBitSet;
use moverlog_rules::{Action, Graph, Location};
use std::collections::BTreeSet;

/// Control flow between locations. A return leads where the frame says, which a thread's stack knows
/// and this graph does not.
pub struct Flow {
    /// For each location: its targets, and the entry of what it calls.
    next: Vec<Vec<Loc>>,
    /// Every cycle of a procedure meets it, and every recursion (DYN Definition 2).
    pub lfs: BTreeSet<Loc>,
}

impl Flow {
    pub fn new(program: &Program) -> Self {
        let next = program.locations.iter().map(|l| successors(program, &l.op)).collect();
        Flow { next, lfs: feedback_set(program) }
    }

    /// The locations that a thread at one of `starts` may reach by steps, these included. It does not
    /// get past a location that `stops`.
    pub fn reach(&self, starts: impl IntoIterator<Item = Loc>, mut stops: impl FnMut(Loc) -> bool) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.next.len());
        let mut open: Vec<Loc> = starts.into_iter().collect();
        while let Some(l) = open.pop() {
            if !reached.put(l.0 as usize) && !stops(l) {
                open.extend(&self.next[l.0 as usize]);
            }
        }
        reached
    }

    /// The locations from which a thread may reach one of `targets` by steps, these included. It does not
    /// get past a location that `stops`.
    pub fn leading(&self, targets: &FixedBitSet, stops: impl Fn(Loc) -> bool) -> FixedBitSet {
        let at = (0..self.next.len()).map(|l| targets.contains(l)).collect();
        let leads = self.gather(at, stops, |here: &mut bool, there| {
            let more = *there && !*here;
            *here |= more;
            more
        });
        leads.iter().enumerate().filter(|(_, leads)| **leads).map(|(l, _)| l).collect()
    }

    /// For each location what is at those that it may reach, itself included, all added up. Nothing is
    /// seen past a location that `stops`. `add` says whether that made more of it.
    pub fn gather<T: Default>(
        &self,
        mut at: Vec<T>,
        stops: impl Fn(Loc) -> bool,
        add: impl Fn(&mut T, &T) -> bool,
    ) -> Vec<T> {
        let mut grown = true;
        while std::mem::take(&mut grown) {
            for l in (0..at.len()).rev().filter(|l| !stops(Loc(*l as u32))) {
                let mut sum = std::mem::take(&mut at[l]);
                let others = self.next[l].iter().filter(|to| to.0 as usize != l);
                others.for_each(|to| grown |= add(&mut sum, &at[to.0 as usize]));
                at[l] = sum;
            }
        }
        at
    }
}

fn successors(program: &Program, op: &Op) -> Vec<Loc> {
    let mut next = taken(op);
    if let Op::Call { procedure, .. } = op {
        next.push(program.procedures[*procedure as usize].entry);
    }
    next
}

/// Where an operation may lead inside its procedure; `while (true)` is left by a `break` alone.
fn taken(op: &Op) -> Vec<Loc> {
    match op {
        Op::Branch { cond: Expr::Const(v), then, otherwise } => vec![if *v != 0 { *then } else { *otherwise }],
        op => op.targets(),
    }
}

/// V and delta for the rules. A return leads to wherever a call of its procedure goes on.
pub fn graph(program: &Program, flow: &Flow, footprints: &[Footprint]) -> Graph {
    let sink = sink(program);
    let mut delta = vec![];
    for (i, location) in program.locations.iter().enumerate() {
        let mut targets: BTreeSet<Location> = match &location.op {
            Op::Call { procedure, .. } => [program.procedures[*procedure as usize].entry].map(number).into(),
            Op::Return { .. } | Op::End => returns(program, location.procedure, &location.op),
            op => taken(op).into_iter().map(number).collect(),
        };
        targets.extend(footprints[i].may_fail.then_some(sink));
        delta.extend(targets.into_iter().map(|to| (Location(i as u32), Action(i as u32), to)));
    }
    Graph {
        locations: (0..=sink.0).map(Location).collect(),
        delta,
        entries: program.threads.iter().map(|t| number(program.procedures[t.procedure as usize].entry)).collect(),
        sinks: vec![sink],
        lfs: flow.lfs.iter().map(|l| number(*l)).collect(),
        ..Graph::default()
    }
}

/// The location of every thread that has gone wrong.
pub fn sink(program: &Program) -> Location {
    Location(program.locations.len() as u32)
}

pub fn number(l: Loc) -> Location {
    Location(l.0)
}

fn returns(program: &Program, procedure: u32, op: &Op) -> BTreeSet<Location> {
    let after = |op: &Op| match op {
        Op::Call { procedure: callee, next, .. } if *callee == procedure => Some(number(*next)),
        _ => None,
    };
    let mut targets: BTreeSet<Location> = program.locations.iter().filter_map(|l| after(&l.op)).collect();
    let starts = program.threads.iter().any(|t| t.procedure == procedure);
    if starts && matches!(op, Op::Return { .. }) {
        let ends = |l: &&crate::ir::Location| l.procedure == procedure && matches!(l.op, Op::End);
        let end = program.locations.iter().position(|l| ends(&l)).expect("every procedure has an end");
        targets.insert(Location(end as u32));
    }
    targets
}

/// The heads of cycles, and the entries of procedures that call themselves.
fn feedback_set(program: &Program) -> BTreeSet<Loc> {
    let locations: Vec<Loc> = (0..program.locations.len() as u32).map(Loc).collect();
    let mut lfs = cycle_heads(&locations, &|l| program.location(l).op.targets()).0;
    let callees = |p: u32| {
        let callee = |l: &crate::ir::Location| match l.op {
            Op::Call { procedure, .. } if l.procedure == p => Some(procedure),
            _ => None,
        };
        program.locations.iter().filter_map(callee).collect()
    };
    let procedures: Vec<u32> = (0..program.procedures.len() as u32).collect();
    let recursive = cycle_heads(&procedures, &callees).0;
    lfs.extend(recursive.into_iter().map(|p| program.procedures[p as usize].entry));
    lfs
}
