//! Which threads can notice each other at all, directly or through others.
//!
//! Leaving out of an execution whatever other groups do gives an execution again, in which the threads of one group
//! do the same with the same values. So groups can be explored one by one.

use super::Heuristics;
use super::analysis::Analysis;
use super::footprint::Mode;
use crate::ir::{Cell, Loc};
use crate::semantics::Semantics;
use moverlog_rules::Tid;

/// For each thread the first one of its group. Threads are in one group if both may access a cell that somebody may
/// write, or use a mutex of both.
pub fn groups(semantics: &Semantics<'_>) -> Vec<Tid> {
    let analysis = Analysis::new(semantics, Heuristics::ALL);
    let accesses: Vec<Vec<(Cell, Mode)>> = semantics.tids().map(|t| accesses(&analysis, t)).collect();
    let mut users: Vec<Vec<usize>> = vec![vec![]; semantics.program.cells.len()];
    let mut written = vec![false; users.len()];
    for (t, accesses) in accesses.iter().enumerate() {
        for (cell, mode) in accesses {
            users[cell.0 as usize].push(t);
            written[cell.0 as usize] |= *mode != Mode::Read;
        }
    }
    let tied = users.into_iter().zip(written).filter(|(_, written)| *written).map(|(users, _)| users);
    joined(accesses.len(), tied)
}

/// What a thread may access in any of its executions.
fn accesses(analysis: &Analysis<'_>, t: Tid) -> Vec<(Cell, Mode)> {
    let semantics = analysis.semantics;
    let from = semantics.loc(semantics.initial().locals[t.0 as usize - 1]);
    let reached = analysis.flow.reach(from, |_| false);
    let of = |l: usize| analysis.footprint_of(t, Loc(l as u32)).accesses.iter();
    let cells = reached.ones().flat_map(of).flat_map(|a| a.cells.iter().map(|c| (analysis.mutex_of(*c), a.mode)));
    cells.collect()
}

/// The first of each thread's group, all threads of one list being in one.
fn joined(threads: usize, tied: impl Iterator<Item = Vec<usize>>) -> Vec<Tid> {
    let mut first: Vec<usize> = (0..threads).collect();
    for pair in tied.flat_map(|users| users.windows(2).map(|p| [p[0], p[1]]).collect::<Vec<_>>()) {
        let (from, to) = (first[pair[0]].max(first[pair[1]]), first[pair[0]].min(first[pair[1]]));
        first.iter_mut().filter(|t| **t == from).for_each(|t| *t = to);
    }
    first.into_iter().map(|t| Tid(t as u32 + 1)).collect()
}
