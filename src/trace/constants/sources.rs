//! Where the value that a transition reads may come from: what its thread has stored last, and what other
//! threads store in between (pi terms). Locks, forks and joins exclude some of that.

use super::super::ctp::{Ctp, VariableId};
use super::super::lattice::Skeleton;
use super::super::mat::ControlState;
use super::super::tsg::Lattices;
use crate::control::Control;
use std::collections::{BTreeMap, BTreeSet};

/// What may be found in a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// What it holds at the beginning.
    Initial,
    /// What this transition stores.
    Stored(ControlState),
}

/// The variables in the expressions of a transition, and the sources of each.
type Read = Vec<(VariableId, Vec<Source>)>;

/// What each transition of each thread reads.
pub(super) struct Sources(Vec<Vec<Read>>);

/// The transitions that store to each variable, by thread and in order.
type Stores = BTreeMap<VariableId, BTreeMap<usize, Vec<usize>>>;

/// Looks for sources.
struct Finder<'a> {
    skeleton: &'a Skeleton,
    lattices: &'a Lattices<'a>,
    stores: Stores,
    /// For a thread and a store of another one, the control states of the thread at which that may happen.
    beside: BTreeMap<(usize, ControlState), Vec<usize>>,
}

impl Sources {
    /// Nothing once a bound is hit.
    pub(super) fn new(
        ctp: &Ctp,
        skeleton: &Skeleton,
        lattices: &Lattices<'_>,
        control: &Control<'_>,
    ) -> Option<Sources> {
        let mut finder = Finder { skeleton, lattices, stores: stores(ctp), beside: BTreeMap::new() };
        let mut all = vec![];
        for (thread, slice) in ctp.threads.iter().enumerate() {
            let mut of_thread = vec![];
            for (at, t) in slice.transitions.iter().enumerate() {
                let mut read = BTreeSet::new();
                t.expressions().for_each(|e| e.for_each_variable(&mut |v| _ = read.insert(v)));
                let place = ControlState { thread, at };
                of_thread.push(read.into_iter().map(|v| (v, finder.sources(place, v))).collect());
                if !control.check() {
                    return None;
                }
            }
            all.push(of_thread);
        }
        Some(Sources(all))
    }

    pub(super) fn of(&self, thread: usize, at: usize) -> &Read {
        &self.0[thread][at]
    }
}

fn stores(ctp: &Ctp) -> Stores {
    let mut stores = Stores::new();
    for (thread, slice) in ctp.threads.iter().enumerate() {
        for (at, t) in slice.transitions.iter().enumerate() {
            t.targets().for_each(|v| stores.entry(v).or_default().entry(thread).or_default().push(at));
        }
    }
    stores
}

impl Finder<'_> {
    fn sources(&mut self, read: ControlState, v: VariableId) -> Vec<Source> {
        let of_threads = self.stores.get(&v).cloned().unwrap_or_default();
        let own = of_threads.get(&read.thread).and_then(|all| all.iter().rev().find(|at| **at < read.at));
        let since = own.map_or(0, |at| at + 1);
        let mut found: Vec<Source> =
            own.iter().map(|at| Source::Stored(ControlState { thread: read.thread, at: **at })).collect();
        let mut overwritten = own.is_some();
        for (thread, all) in of_threads.iter().filter(|(thread, _)| **thread != read.thread) {
            let last = self.last_before(read, *thread, all);
            overwritten |= last.is_some();
            let since_last = all.iter().filter(|at| last.is_none_or(|last| **at >= last));
            let states = since_last.map(|at| ControlState { thread: *thread, at: *at });
            found.extend(states.filter(|s| self.comes_between(read, since, *s)).map(Source::Stored));
        }
        found.extend((!overwritten).then_some(Source::Initial));
        found
    }

    /// The last of some stores of another thread that have happened whenever a thread comes to a control state.
    fn last_before(&self, read: ControlState, thread: usize, all: &[usize]) -> Option<usize> {
        let started = if read.at == 0 { self.skeleton.starts_after(read.thread, thread) } else { 0 };
        let least = self.lattices.other_at(read, thread)?.max(started);
        all.iter().rev().find(|at| **at < least).copied()
    }

    /// Whether a store may happen while a thread is at one of the control states from `since` up to its read.
    fn comes_between(&mut self, read: ControlState, since: usize, store: ControlState) -> bool {
        let lattices = self.lattices;
        let beside = self.beside.entry((read.thread, store)).or_insert_with(|| lattices.beside(read.thread, store));
        let next = beside.partition_point(|at| *at < since);
        beside.get(next).is_some_and(|at| *at <= read.at)
    }
}
