//! Movers in every state: the static analysis of DYN 3, with the locks that a thread is sure to hold
//! at a location.

use super::analysis::Analysis;
use super::clash::clashes;
use super::conditions::Direction;
use super::footprint::{Access, Footprint, Mode};
use crate::ir::{Cell, Loc, Op};
use moverlog_rules::{Action, Tid};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// For each thread and location: whether the action there is a right, and a left mover in all states.
pub struct StaticMovers {
    movers: Vec<Vec<(bool, bool)>>,
}

impl StaticMovers {
    pub fn new(analysis: &Analysis<'_>) -> Self {
        let mut finder = Finder::new(analysis);
        let n = analysis.semantics.program.threads.len();
        let locations = 0..analysis.footprints.len() as u32;
        let row = |finder: &mut Finder<'_, '_>, t| locations.clone().map(|l| finder.movers(t, Loc(l))).collect();
        StaticMovers { movers: (0..n).map(|t| row(&mut finder, t)).collect() }
    }

    pub fn moves(&self, direction: Direction, t: Tid, l: Loc) -> bool {
        let (right, left) = self.movers[t.0 as usize - 1][l.0 as usize];
        match direction {
            Direction::Right => right,
            Direction::Left => left,
        }
    }

    /// The actions that are right movers, and those that are left movers and never blocked, for every
    /// thread that may perform them.
    pub fn of_all_threads(&self, analysis: &Analysis<'_>) -> (Vec<Action>, Vec<Action>) {
        let held = held(analysis);
        let every = |direction, l| (1..=self.movers.len() as u32).all(|t| self.moves(direction, Tid(t), l));
        let locations = || (0..analysis.footprints.len() as u32).map(Loc);
        let action = |l: Loc| Action(l.0);
        let right = locations().filter(|l| every(Direction::Right, *l)).map(action).collect();
        let open = |l: &Loc| is_never_blocked(analysis, &held, *l);
        let left = locations().filter(|l| every(Direction::Left, *l)).filter(open).map(action).collect();
        (right, left)
    }
}

fn is_never_blocked(analysis: &Analysis<'_>, held: &[Option<BTreeSet<Cell>>], l: Loc) -> bool {
    let footprint = analysis.footprint(l);
    let holds = |a: &Access| match (&a.cells[..], &held[l.0 as usize]) {
        ([m], Some(held)) => a.address.is_none() && held.contains(m),
        _ => false,
    };
    !footprint.may_block && footprint.lock_access().is_none_or(holds) && !may_be_the_end(analysis, l)
}

/// Whether a thread may stay there for ever: at the end of its outermost activation, though other
/// activations of the same procedure return from there.
fn may_be_the_end(analysis: &Analysis<'_>, l: Loc) -> bool {
    let program = analysis.semantics.program;
    let location = program.location(l);
    matches!(location.op, Op::End) && program.threads.iter().any(|t| t.procedure == location.procedure)
}

/// Conflicts of an action with all that a thread started at an entry may do.
#[derive(Clone, Copy, Default)]
struct Conflicts {
    data: bool,
    lock: bool,
}

struct Finder<'f, 'a> {
    analysis: &'f Analysis<'a>,
    held: Held,
    /// For each location the first one at which the same accesses are made under the same mutexes.
    alike: Vec<Loc>,
    /// By procedure: one location for each that a thread started there may reach and that are alike.
    reached: BTreeMap<u32, BTreeSet<Loc>>,
    /// By location and procedure of the other thread.
    known: BTreeMap<(Loc, u32), Conflicts>,
}

impl<'f, 'a> Finder<'f, 'a> {
    fn new(analysis: &'f Analysis<'a>) -> Self {
        let held = held(analysis);
        let mut first = FxHashMap::default();
        let one = |(l, f): (usize, &'f Footprint)| {
            let accesses: Vec<_> = f.accesses.iter().map(|a| (&a.cells, a.mode)).collect();
            *first.entry((accesses, f.lock.is_some(), held[l].clone())).or_insert(Loc(l as u32))
        };
        let alike: Vec<Loc> = analysis.footprints.iter().enumerate().map(one).collect();
        let (flow, program) = (&analysis.flow, analysis.semantics.program);
        let from = |p: u32| flow.reach([program.procedures[p as usize].entry], |_| false);
        let reached = |p: u32| from(p).ones().map(|l| alike[l]).collect();
        let reached = program.threads.iter().map(|t| (t.procedure, reached(t.procedure))).collect();
        Finder { analysis, held, alike, reached, known: BTreeMap::new() }
    }

    fn movers(&mut self, t: usize, l: Loc) -> (bool, bool) {
        let program = self.analysis.semantics.program;
        let others = program.threads.iter().enumerate().filter(|(u, _)| *u != t);
        let all: Vec<Conflicts> = others.map(|(_, thread)| self.conflicts(l, thread.procedure)).collect();
        let data = all.iter().any(|c| c.data);
        let lock = all.iter().any(|c| c.lock);
        let operation = self.analysis.footprint(l).lock.as_ref();
        let (before, after) = operation.map_or((false, false), |o| (o.before, o.after));
        (!data && (!lock || after), !data && (!lock || before))
    }

    fn conflicts(&mut self, l: Loc, procedure: u32) -> Conflicts {
        let l = self.alike[l.0 as usize];
        if let Some(known) = self.known.get(&(l, procedure)) {
            return *known;
        }
        let mut found = Conflicts::default();
        for at in self.reached[&procedure].iter().copied() {
            if !self.analysis.semantics.goes_on() {
                return Conflicts { data: true, lock: true };
            }
            if !exclude_each_other(&self.held, l, at) {
                for clash in clashes(self.analysis.footprint(l), self.analysis.footprint(at)) {
                    found.data |= !clash.lock;
                    found.lock |= clash.lock;
                }
            }
        }
        self.known.insert((l, procedure), found);
        found
    }
}

/// Whether threads at both locations would hold the same mutex.
pub(super) fn exclude_each_other(held: &Held, l: Loc, at: Loc) -> bool {
    match (&held[l.0 as usize], &held[at.0 as usize]) {
        (Some(mine), Some(theirs)) => !mine.is_disjoint(theirs),
        _ => false,
    }
}

/// For each location the mutexes that every thread there holds; nothing where no thread comes.
pub(super) type Held = Vec<Option<BTreeSet<Cell>>>;

pub(super) fn held(analysis: &Analysis<'_>) -> Held {
    let program = analysis.semantics.program;
    let released = released(analysis);
    let mut held: Held = vec![None; program.locations.len()];
    let entries = program.threads.iter().map(|t| program.procedures[t.procedure as usize].entry);
    let mut open: Vec<(Loc, BTreeSet<Cell>)> = entries.map(|l| (l, BTreeSet::new())).collect();
    while let Some((l, locks)) = open.pop() {
        let met = match &held[l.0 as usize] {
            None => locks,
            Some(known) => known.intersection(&locks).copied().collect(),
        };
        if held[l.0 as usize].as_ref() == Some(&met) {
            continue;
        }
        held[l.0 as usize] = Some(met.clone());
        open.extend(leads(analysis, &released, l, met));
    }
    held
}

/// Where a thread goes from a location, and the mutexes that it holds there.
fn leads(
    analysis: &Analysis<'_>,
    released: &[BTreeSet<Cell>],
    l: Loc,
    mut locks: BTreeSet<Cell>,
) -> Vec<(Loc, BTreeSet<Cell>)> {
    let program = analysis.semantics.program;
    let op = &program.location(l).op;
    if let Op::Call { procedure, next, .. } = op {
        let p = *procedure as usize;
        let after = locks.difference(&released[p]).copied().collect();
        return vec![(program.procedures[p].entry, locks), (*next, after)];
    }
    let footprint = analysis.footprint(l);
    for access in footprint.accesses.iter().filter(|a| a.mode == Mode::Lock) {
        match (&footprint.lock, &access.cells[..]) {
            (Some(o), [m]) if o.acquires() && access.address.is_none() => {
                locks.insert(*m);
            }
            (Some(o), _) if o.after => {}
            _ => locks.retain(|m| !access.cells.contains(m)),
        }
    }
    op.targets().into_iter().map(|to| (to, locks.clone())).collect()
}

/// The mutexes that each procedure may give back, with all that it calls.
fn released(analysis: &Analysis<'_>) -> Vec<BTreeSet<Cell>> {
    let program = analysis.semantics.program;
    let gives_back = |l: Loc| {
        let footprint = analysis.footprint(l);
        let keeps = footprint.lock.as_ref().is_some_and(|o| o.after);
        let locks = footprint.accesses.iter().filter(move |a| a.mode == Mode::Lock && !keeps);
        locks.flat_map(|a| a.cells.iter().copied())
    };
    let of = |entry: Loc| {
        let reached = analysis.flow.reach([entry], |_| false);
        reached.ones().flat_map(|l| gives_back(Loc(l as u32))).collect()
    };
    program.procedures.iter().map(|p| of(p.entry)).collect()
}
